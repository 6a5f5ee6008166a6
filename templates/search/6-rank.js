// Ranks the sections that meet a plan: those that have all of it and, where they fit as well, those that have some: src/search/rank/.
(function (search) {
  'use strict';

  const { find, pieces, candidates, patternOf, patternKey, distinct, key } = search;

  const NUMBER = 1000, ALIAS = 900, ID = 800, UNDER_NUMBER = 200, MAYBE_NUMBER = 3;
  const WHOLE_TITLE = 60, TITLE_SHARE = 20, HOME = 32, OWN_WORDS = 25, OTHER_NAME = 0.7, PIECE = 0.3, MATCHED_WORD = 80;
  const WHOLE = 0.5, WORTH_SHOWING = 0.5;
  const FIELD = { title: 3, body: 1, note: 0.5, row: 0.5 };
  // The rows of tables belong to the rule text.
  const within = (text, field) => !field || text.field === field || (field === 'body' && text.field === 'row');

  /** Scores by section: Map(place → score). A sum of several ways to match, or what all of them share. */
  const any = (ways) => {
    const sum = new Map();
    for (const way of ways) for (const [place, score] of way) sum.set(place, (sum.get(place) ?? 0) + score);
    return sum;
  };
  const all = (ways) => {
    if (!ways.length) return new Map();
    const shared = [...ways[0].keys()].filter((place) => ways.every((way) => way.has(place)));
    return new Map(shared.map((place) => [place, ways.reduce((sum, way) => sum + way.get(place), 0)]));
  };
  const best = (ways) => {
    const most = new Map();
    for (const way of ways) for (const [place, score] of way) most.set(place, Math.max(most.get(place) ?? 0, score));
    return most;
  };
  const boost = (way, factor) => new Map([...way].map(([place, score]) => [place, score * factor]));
  const constant = (places, score) => new Map([...places].map((place) => [place, score]));

  /** Scores one plan at one step among the sections that `wanted` lets pass. */
  class Ranker {
    constructor(index, step, wanted) {
      this.index = index;
      this.step = step;
      this.wanted = wanted;
      this.count = index.entries.length;
      this.known = new Map();
    }

    /** What was computed once for this query; nothing changes it afterwards. */
    once(name, compute) {
      if (!this.known.has(name)) this.known.set(name, compute());
      return this.known.get(name);
    }

    /** What has everything that the plan needs. */
    whole(plan) {
      return this.within(plan, plan.needs.filter((need) => !need.optional).map((need) => this.need(need)));
    }

    /** What has at least something of it, but all that is strict: the better, the more it has. */
    some(plan) {
      const needs = plan.needs.filter((need) => !need.optional);
      const loose = needs.filter((need) => !need.strict);
      const musts = needs.filter((need) => need.strict).map((need) => this.need(need));
      if (!loose.length) return this.within(plan, musts);
      const found = this.anyOf(loose);
      if (this.step !== 'any-word') {
        for (const [place, score] of all(loose.map((need) => this.need(need)))) {
          if (found.has(place)) found.set(place, found.get(place) + WHOLE * score);
        }
      }
      return this.within(plan, [...musts, found]);
    }

    within(plan, musts) {
      const found = all(musts);
      for (const word of plan.excluded) for (const place of this.word(word, 'none').keys()) found.delete(place);
      for (const [place, score] of found) {
        if (!this.wanted(this.index.entries[place])) found.delete(place);
        else if (plan.titleKey && this.index.entries[place].titleKey === plan.titleKey) found.set(place, score + WHOLE_TITLE);
      }
      return found;
    }

    need(need) {
      const ways = need.leads.map((lead) => this.lead(lead));
      if (need.word) ways.push(this.word(need.word, need.strict ? 'none' : this.step));
      if (need.parts) ways.push(all(need.parts.filter((part) => !part.optional).map((part) => this.need(part))));
      if (need.leads.length) {
        const own = all(wordsOf(need).map((word) => this.word(word, need.strict ? 'none' : this.step)));
        ways.push(constant(own.keys(), OWN_WORDS));
      }
      if (need.segments.length) ways.push(boost(all(need.segments.map((segment) => this.need(segment))), OTHER_NAME));
      const found = any(ways);
      if (need.book) for (const place of [...found.keys()]) if (this.index.entries[place].book !== need.book) found.delete(place);
      return found;
    }

    anyOf(needs) {
      const ways = [];
      const ofNeeds = needs.map((need) => [need, (need.parts ?? [need]).filter((one) => !one.optional).flatMap((part) => this.units(part))]);
      const several = ofNeeds.reduce((sum, [, units]) => sum + units.length, 0) > 1;
      for (const [need, units] of ofNeeds) {
        // What words in a row name is as good as each of them.
        const named = need.parts ? any(need.leads.map((lead) => this.lead(lead))) : new Map();
        for (const { said, homes } of units) {
          const found = new Set([...said.keys(), ...homes.keys()]);
          const rarity = Math.log((this.count + 1) / (found.size + 1)) / Math.log(this.count + 1);
          ways.push(constant(new Set([...found, ...named.keys()]), MATCHED_WORD * rarity));
          // Who asks for a leader and more does not ask what a leader is.
          ways.push(said, boost(homes, several ? Math.sqrt(rarity) : 1));
        }
        ways.push(named);
      }
      return any(ways);
    }

    /** The parts of a need that mean something by themselves, each as loosely as it can be understood. */
    units(need) {
      const words = wordsOf(need);
      const whole = [...words.map((word) => this.word(word, 'none')), ...need.leads.map((lead) => this.names(lead))];
      const homes = (leads) => any(leads.map((lead) => this.home(lead)));
      if (!need.segments.length) {
        const parts = words.flatMap((word) => word.chunks).map((chunk) => this.chunk(chunk));
        // A word of one piece is one unit, not two.
        const [single, rest] = parts.length > 1 ? [parts, []] : [[], parts];
        return [...single.map((said) => ({ said, homes: new Map() })), { said: any([...rest, ...whole]), homes: homes(need.leads) }];
      }
      const segments = need.segments.map((segment) => {
        const own = wordsOf(segment).map((word) => this.chunk(word.pattern));
        const named = segment.leads.flatMap((lead) => [this.pattern(patternOf(lead.key, this.index.queryForms)), this.names(lead)]);
        return { said: any([...own, ...named]), homes: homes(segment.leads) };
      });
      return [...segments, { said: any(whole), homes: homes(need.leads) }];
    }

    /** A part of a word, or at least some of its pieces. */
    chunk(chunk) {
      const broken = chunk.length > 1 ? pieces(chunk).map((piece) => boost(this.pattern(piece), PIECE)) : [];
      return any([this.pattern(chunk), ...broken]);
    }

    word(word, step) {
      const { entries } = this.index;
      const where = (test) => entries.filter(test).map((entry) => entry.place);
      const ways = [];
      if (word.field !== 'number' && word.field !== 'id') {
        const whole = step === 'none' ? [word.pattern] : pieces(word.pattern);
        ways.push(all(whole.map((pattern) => this.pattern(pattern, word.field))));
      }
      const { number } = word;
      if (number && word.field !== 'id') {
        ways.push(constant(where((entry) => entry.number === number), word.address ? NUMBER : MAYBE_NUMBER));
        if (word.address) {
          ways.push(constant(where((entry) => entry.aliases.includes(number)), ALIAS));
          ways.push(constant(where((entry) => isUnder(entry, number)), UNDER_NUMBER));
        }
      }
      if (word.id && word.address) {
        ways.push(constant(where(({ id }) => id === word.id || (word.idPrefix && id.startsWith(word.id))), ID));
      }
      return best(ways);
    }

    lead(lead) {
      return this.once(`lead ${lead.term} ${lead.key}`, () => any([this.home(lead), this.names(lead)]));
    }

    /** The section that is about a concept. */
    home(lead) {
      return this.once(`home ${lead.term} ${lead.key}`, () => this.computedHome(lead));
    }

    computedHome(lead) {
      const own = namesOf(this.index.terms[lead.term], this.index.language);
      const here = lead.key === '' || own.some((name) => key(name, this.index.forms) === lead.key);
      const home = this.index.entries.filter((entry) => entry.homes.includes(lead.term)).map((entry) => entry.place);
      return constant(home, here ? HOME : HOME * OTHER_NAME);
    }

    /** A concept's other names. */
    names(lead) {
      return this.once(`names ${lead.term} ${lead.key}`, () => boost(best(otherNames(this.index, lead).map((name) => this.pattern(name))), OTHER_NAME));
    }

    /** BM25 over the texts that `field` names. */
    pattern(pattern, field) {
      return this.once(`pattern ${field ?? ''} ${patternKey(pattern)}`, () => this.computedPattern(pattern, field));
    }

    computedPattern(pattern, field) {
      const counts = new Map();
      for (const place of candidates(this.index, pattern)) {
        const texts = this.index.entries[place].texts.filter((text) => within(text, field));
        const hits = texts.map((text) => [text, find(text, pattern).length]).filter(([, count]) => count > 0);
        if (hits.length) counts.set(place, hits);
      }
      const rarity = Math.log(1 + (this.count - counts.size + 0.5) / (counts.size + 0.5));
      const score = ([text, count]) => {
        const length = text.tokens.length / this.index.average[text.field];
        return (FIELD[text.field] * rarity * count * 2.2) / (count + 1.2 * (0.25 + 0.75 * length));
      };
      return new Map([...counts].map(([place, hits]) => [place, hits.reduce((sum, hit) => sum + score(hit), 0)]));
    }
  }

  const namesOf = (term, language) => (term.names[language] ? [term.names[language].name, ...term.names[language].forms] : []);

  /** What else a concept is called in the language of the page. */
  function otherNames(index, lead) {
    const known = `${lead.term} ${lead.key}`;
    if (!index.otherNames.has(known)) {
      const names = namesOf(index.terms[lead.term], index.language).filter((name) => key(name, index.forms) !== lead.key);
      index.otherNames.set(known, names.map((name) => patternOf(name, index.forms)).filter((pattern) => pattern.length));
    }
    return index.otherNames.get(known);
  }

  const isUnder = (entry, number) => [entry.number, ...entry.aliases].some((one) => one !== null && (one === number || one.startsWith(`${number}.`)));

  const allLeads = (need) => [...need.leads, ...[...need.segments, ...(need.parts ?? [])].flatMap(allLeads)];
  const wordsOf = (need) => (need.parts ? need.parts.flatMap(wordsOf) : need.word ? [need.word] : []);
  const has = (entry, pattern, field) => entry.texts.some((text) => within(text, field) && find(text, pattern).length > 0);

  /** Whether a word itself, its number or its id is in a section. */
  function stands(entry, word, step) {
    const here = (pattern) => has(entry, pattern, word.field);
    const loose = step === 'any-word' && word.chunks.some((chunk) => here(chunk) || pieces(chunk).some(here));
    const text = step === 'none' ? here(word.pattern) : loose || (word.pattern.length > 0 && pieces(word.pattern).every(here));
    return text || (word.number && isUnder(entry, word.number)) || (word.id && (entry.id === word.id || (word.idPrefix && entry.id.startsWith(word.id))));
  }

  /** The concept that led to a section where the need's own words do not stand; its name in the language of the page. */
  function via(index, entry, need, step) {
    const words = wordsOf(need);
    if (words.length && words.every((word) => stands(entry, word, need.strict ? 'none' : step))) return null;
    const leads = (lead) => entry.homes.includes(lead.term) || otherNames(index, lead).some((name) => has(entry, name));
    const lead = allLeads(need).find(leads);
    if (!lead) return null;
    const { names } = index.terms[lead.term];
    return (names[index.language] ?? Object.values(names)[0]).name;
  }

  /** Places to mark in a text of a section: [{start, end, need}], ascending. */
  function marks(index, entry, text, plan, step) {
    const found = [];
    plan.needs.forEach((need, place) => {
      if (need.optional) return;
      need.led ??= distinct([...allLeads(need).flatMap((lead) => otherNames(index, lead)), ...need.segments.flatMap(wordsOf).map((word) => word.pattern)]);
      const patterns = [...need.led];
      for (const word of wordsOf(need)) {
        if (!within(text, word.field)) continue;
        patterns.push(word.pattern);
        if (!need.strict && step === 'pieces') patterns.push(...pieces(word.pattern));
        if (!need.strict && step === 'any-word') patterns.push(...word.chunks.flatMap((chunk) => (has(entry, chunk) ? [chunk] : pieces(chunk))));
      }
      for (const pattern of distinct(patterns)) for (const [start, end] of find(text, pattern)) found.push({ start, end, need: place });
    });
    found.sort((left, right) => left.start - right.start || left.end - right.end || left.need - right.need);
    const same = (left, right) => left.start === right.start && left.end === right.end && left.need === right.need;
    return found.filter((mark, at) => at === 0 || !same(mark, found[at - 1]));
  }

  /**
   * Finds sections: {total, hits, corrected, relaxation, leftOut}; `leftOut` is what was too much to ask at once. `typing` lets the last word be only the beginning of one,
   * if it begins any; `wanted` tells which entries may be found.
   * Throws a QueryError for a query that cannot be understood.
   */
  function searchIndex(index, query, { limit = 20, typing = false, wanted = () => true } = {}) {
    const clauses = search.parseQuery(query, index.books);
    const { leftOut } = clauses;
    if (!clauses.length) return { total: 0, hits: [], corrected: [], relaxation: 'none', leftOut };
    const plan = search.plan(index, clauses, typing && !/[\s"”＂*]$/.test(query));
    const [step, whole] = wholeOf(index, plan, wanted);
    if (!whole.size && step !== 'any-word') return { total: 0, hits: [], corrected: plan.corrected, relaxation: 'none', leftOut };
    const ranker = new Ranker(index, step, wanted);
    const found = hasAlternatives(plan) ? ranker.some(plan) : ranker.whole(plan);
    const titles = titlePatterns(index, plan);
    for (const [place, score] of found) found.set(place, score + TITLE_SHARE * titleShare(index.entries[place], titles));
    const best = [...found].sort((left, right) => right[1] - left[1] || left[0] - right[0]).slice(0, limit);
    const shown = best.filter(([place, score]) => !whole.size || whole.has(place) || score >= best[0][1] * WORTH_SHOWING);
    const hits = shown.map(([place, score]) => hit(index, plan, whole.has(place) ? step : 'any-word', index.entries[place], score));
    return { total: whole.size || found.size, hits, corrected: plan.corrected, relaxation: step, leftOut };
  }

  /** The sections that have all of a plan, and how it was loosened for that; any word must do where there are none. */
  function wholeOf(index, plan, wanted) {
    for (const step of hasJoinedWords(plan) ? ['none', 'pieces'] : ['none']) {
      const found = new Ranker(index, step, wanted).whole(plan);
      if (found.size) return [step, found];
    }
    return [hasAlternatives(plan) ? 'any-word' : 'none', new Map()];
  }

  const looseWords = (plan) => plan.needs.filter((need) => !need.strict).flatMap(wordsOf);
  const hasJoinedWords = (plan) => looseWords(plan).some((word) => word.pattern.length > 1);

  /** Whether there is anything that any-word would loosen. */
  const hasAlternatives = (plan) =>
    looseWords(plan).length > 1 || plan.needs.some((need) => !need.strict && need.segments.length > 0) ||
    looseWords(plan).some((word) => word.chunks.length > 1) || hasJoinedWords(plan);

  /** What speaks in a title of what was asked for. */
  function titlePatterns(index, plan) {
    const found = [];
    for (const need of plan.needs.filter((one) => !one.optional && !one.strict)) {
      for (const word of [...need.segments.flatMap(wordsOf), ...wordsOf(need)]) {
        if (!word.field || word.field === 'title') found.push(word.pattern, ...word.chunks);
      }
      for (const lead of allLeads(need)) found.push(patternOf(lead.key, index.queryForms), ...otherNames(index, lead));
    }
    return distinct(found.filter((pattern) => pattern.length > 0));
  }

  /** How much of its title that is: from 0 to 1, all its words. */
  function titleShare(entry, patterns) {
    const [title] = entry.texts;
    const ranges = patterns.flatMap((pattern) => find(title, pattern));
    const said = title.tokens.filter((token) => ranges.some(([start, end]) => start <= token.start && token.end <= end));
    return said.length / Math.max(title.tokens.length, 1);
  }

  /** What follows the address of a section in that of the statement at a place of its text. */
  const markAt = (entry, at) => (entry.statements.filter(([start]) => start <= at).pop() ?? [0, ''])[1];

  function hit(index, plan, step, entry, score) {
    const [title, body, ...asides] = entry.texts.map((text) => ({ text: text.text, marks: marks(index, entry, text, plan, step) }));
    const met = ({ marks }) => new Set(marks.map((mark) => mark.need));
    const aside = asides.reduce((most, one) => (met(one).size > met(most).size ? one : most), { text: '', marks: [] });
    const shown = !body.marks.length && aside.marks.length ? aside : body;
    const excerpt = search.excerpt(shown.text, shown.marks);
    const led = plan.needs.filter((need) => !need.optional).map((need) => via(index, entry, need, step)).find((name) => name !== null) ?? null;
    const inTitle = met(title);
    // What stands in the title, too, is what the section as a whole is about.
    const meant = () => ([...met(body)].every((need) => inTitle.has(need)) ? '' : markAt(entry, excerpt.at));
    const mark = shown === body ? meant() : [...entry.asides, ...entry.rows][asides.indexOf(shown)][0];
    const { book, id, number } = entry;
    return { book, id, number, url: entry.url + mark, mark, score, relaxation: step, via: led, title: { text: title.text, marks: search.join(title.marks) }, excerpt };
  }

  Object.assign(search, { search: searchIndex });
})((globalThis.rulestoneSearch ??= {}));
