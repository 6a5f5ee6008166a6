//! Stand-in until the real one is here: every way of chance, one after the other.

use num_bigint::BigUint;

use super::{Asked, Case, Effort, Ending, Odds, Outcome, Ratio, Refusal, Way};
use crate::logic::machine::{Answer, Chance, Ended, Request, run};
use crate::logic::value::Value;

struct Replay {
    answers: Vec<Answer>,
    at: usize,
    waits: Option<Request>,
}
impl Chance for Replay {
    fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        if let Some(answer) = self.answers.get(self.at) {
            self.at += 1;
            return Ok(answer.clone());
        }
        self.waits = Some(request.clone());
        Err("waits".to_owned())
    }
}

/// How likely each outcome is.
pub fn odds(case: &Case<'_>) -> Result<Odds, Refusal> {
    let mut found: std::collections::BTreeMap<Ending, Ratio> = Default::default();
    let mut unresolved = Ratio::zero();
    let mut states = 0;
    let mut open = vec![(Vec::<Answer>::new(), 1u64)];
    while let Some((answers, denominator)) = open.pop() {
        let share = Ratio::new(BigUint::from(1u32), BigUint::from(denominator));
        states += 1;
        if states > case.budget.states {
            unresolved = &unresolved + &share;
            continue;
        }
        let mut world = case.open.start.world.clone();
        let mut replay = Replay { answers: answers.clone(), at: 0, waits: None };
        let mut last = Ended::Done(Vec::new());
        for step in &case.open.steps {
            last = run(&case.setting, &mut world, step.callee, step.args.clone(), &mut replay);
            if !matches!(last, Ended::Done(_) | Ended::Refused(_)) {
                break;
            }
        }
        if let Some(request) = replay.waits {
            let ways: Vec<Answer> = match &request {
                Request::Roll { count, sides, .. } => {
                    let mut all = vec![Vec::new()];
                    for _ in 0..*count {
                        all = all
                            .into_iter()
                            .flat_map(|f: Vec<u32>| {
                                (1..=*sides).map(move |s| {
                                    let mut f = f.clone();
                                    f.push(s);
                                    f
                                })
                            })
                            .collect();
                    }
                    all.into_iter().map(Answer::Faces).collect()
                }
                Request::Draw { count, from, .. } => {
                    let pool: Vec<Value> = from.iter().flat_map(|(v, n)| (0..*n).map(move |_| v.clone())).collect();
                    let mut all: Vec<Vec<usize>> = vec![vec![]];
                    for _ in 0..*count {
                        let mut next = Vec::new();
                        for f in &all {
                            for i in 0..pool.len() {
                                if !f.contains(&i) {
                                    let mut g: Vec<usize> = f.clone();
                                    g.push(i);
                                    next.push(g);
                                }
                            }
                        }
                        all = next;
                    }
                    all.into_iter().map(|f| Answer::Values(f.into_iter().map(|i| pool[i].clone()).collect())).collect()
                }
                Request::Pick { candidates, .. } => {
                    candidates.iter().map(|c| Answer::Values(vec![c.clone()])).collect()
                }
                Request::Choose { label, by, candidates } => {
                    let policy =
                        case.policies.iter().find(|p| p.label == *label && p.by.as_ref().is_none_or(|who| who == by));
                    let point = case.setting.program.procedures[0].point;
                    match policy.map(|p| &p.way) {
                        None => {
                            return Err(Refusal::Choice {
                                label: *label,
                                by: by.clone(),
                                candidates: candidates.clone(),
                                point,
                            });
                        }
                        Some(Way::Always(v)) if candidates.contains(v) => vec![Answer::Values(vec![v.clone()])],
                        Some(Way::Always(v)) => {
                            return Err(Refusal::NoCandidate {
                                label: *label,
                                wanted: v.clone(),
                                candidates: candidates.clone(),
                                point,
                            });
                        }
                        Some(Way::First) => vec![Answer::Values(vec![candidates[0].clone()])],
                        Some(Way::Last) => vec![Answer::Values(vec![candidates[candidates.len() - 1].clone()])],
                        Some(Way::Random) => candidates.iter().map(|c| Answer::Values(vec![c.clone()])).collect(),
                        Some(_) => return Err(Refusal::Cyclic { label: *label }),
                    }
                }
            };
            let n = ways.len() as u64;
            for way in ways {
                let mut answers = answers.clone();
                answers.push(way);
                open.push((answers, denominator.saturating_mul(n)));
            }
            continue;
        }
        let ending = match last {
            Ended::Done(outputs) => Ending::Values(
                case.of
                    .iter()
                    .map(|a| match a {
                        Asked::Output(i) => outputs[*i].clone(),
                        Asked::State(id) => world.states[id.index()].clone().unwrap_or(Value::None),
                        Asked::Field(e, f) => {
                            world.thing(*e).map_or(Value::None, |t| t.fields[usize::from(*f)].clone())
                        }
                    })
                    .collect(),
            ),
            Ended::Refused(point) => Ending::Refused(point),
            other => return Err(Refusal::Ended(Box::new(other))),
        };
        let p = found.entry(ending).or_insert_with(Ratio::zero);
        *p = &*p + &share;
    }
    let outcomes = found.into_iter().map(|(ending, probability)| Outcome { ending, probability }).collect();
    Ok(Odds {
        outcomes,
        unresolved,
        endless: Ratio::zero(),
        effort: Effort { states, ways: states, steps: 0, bytes: 1000 },
    })
}
