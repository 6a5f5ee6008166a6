"""Answers the questions of the benchmark with icepool: a line `name times numbers…` in, lines with the answer out."""

import platform
import sys
import time
from fractions import Fraction
from functools import cache
from importlib.metadata import version

try:
    import icepool
    from icepool import Die, Reroll, d6, tupleize
except ImportError as error:
    print("missing", error, flush=True)
    sys.exit()


@cache
def hits(dice, faces):
    return dice @ (d6 <= faces) if dice else Die([0])


def volley(archers):
    return hits(archers, 2)


def clash(attackers, defenders):
    # `Die.map(…, repeat="inf")` says the same in fewer words and takes far longer.
    @cache
    def after(attackers, defenders):
        if attackers == 0 or defenders == 0:
            return Die([(attackers, defenders)])

        def losses(by_attackers, by_defenders):
            # Rounds without a hit change nothing and are thrown again.
            if by_attackers == by_defenders == 0:
                return Reroll
            return after(max(0, attackers - by_defenders), max(0, defenders - by_attackers))

        return icepool.map(losses, hits(attackers, 2), hits(defenders, 3))

    return after(attackers, defenders)


def battle(units, strength, power):
    # As by hand: the dice of a side are thrown together, and its strengths are sorted.
    @cache
    def winner(defenders, aggressors):
        if not any(aggressors):
            return Die(["defender"])
        if not any(defenders):
            return Die(["aggressor"])

        def attack(by_defenders):
            left = sum(wounded(aggressors, by_defenders))
            return tupleize(by_defenders, hits(left, power))

        def after(by_defenders, by_aggressors):
            # Rounds without a hit change nothing and are fought again.
            if by_defenders == by_aggressors == 0:
                return Reroll
            return winner(wounded(defenders, by_aggressors), wounded(aggressors, by_defenders))

        return hits(sum(defenders), power).map(attack).map(after, star=True)

    return winner((strength,) * units, (strength,) * units)


@cache
def wounded(side, hits):
    side = list(side)
    for _ in range(hits):
        side[0] = max(0, side[0] - 1)
        side.sort(reverse=True)
    return tuple(side)


def peak():
    """The highest resident set until now, in KiB."""
    try:
        with open("/proc/self/status") as status:
            return next((line.split()[1] for line in status if line.startswith("VmHWM:")), "")
    except OSError:
        return ""


QUESTIONS = {"volley": volley, "clash": clash, "battle-first": battle, "battle-random": battle}

print("ready", "icepool", version("icepool"), "on Python", platform.python_version(), flush=True)
for line in sys.stdin:
    name, times, *numbers = line.split()
    times, numbers = int(times), [int(number) for number in numbers]
    before = peak()
    begin = time.perf_counter()
    for _ in range(times):
        # What one answer has kept is not to help the next.
        hits.cache_clear()
        wounded.cache_clear()
        die = QUESTIONS[name](*numbers)
    print("seconds", (time.perf_counter() - begin) / times)
    print("peak", before, peak())
    for outcome in die.outcomes():
        share = Fraction(die.quantity(outcome), die.denominator())
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        print(f"share {' '.join(map(str, values))}={share}")
    print("end", flush=True)
