// Ranks the sections that meet a plan: those that have all of it and, where they fit as well, those that have some: src/search/rank/.
(function (search) {
  'use strict';

  const { find, pieces, patternOf, patternKey, distinct, fieldOf, passageOf } = search;

  const NUMBER = 1000, ALIAS = 900, ID = 800, UNDER_NUMBER = 200, MAYBE_NUMBER = 3;
  const WHOLE_TITLE = 60, TITLE_SHARE = 20, HOME = 32, OWN_WORDS = 25, OTHER_NAME = 0.7, PIECE = 0.3, MATCHED_WORD = 60;
  const WHOLE = 0.5, WORTH_SHOWING = 0.3, ABOVE = 0.5, BESIDE = 0.7;
  const SHARED_HOME = 0.5, WEAK = 0.3;
  const K1 = 2, B = 0.75, STATEMENT_K1 = 0.2, STATEMENT_B = 0.5;
  const FIELD = { title: 3, path: 2, body: 1, note: 0.5, row: 0.5 };
  // What stands above a section is none of its own texts; the rows of tables belong to the rule text.
  const within = (own, field) => (field ? own === field || (field === 'body' && own === 'row') : own !== 'path');

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
      this.count = index.count;
      this.known = new Map();
      /** Whether what stands above a section counts. */
      this.paths = false;
    }

    /** What was computed once for this query; nothing changes it afterwards. */
    once(what, compute) {
      const name = `${this.paths} ${what}`;
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
      this.paths = true;
      const found = this.anyOf(loose);
      this.paths = false;
      if (this.step !== 'any-word') {
        for (const [place, score] of all(loose.map((need) => this.need(need)))) {
          if (found.has(place)) found.set(place, found.get(place) + WHOLE * score);
        }
      }
      return this.within(plan, [...musts, found]);
    }

    within(plan, musts) {
      const found = all(musts);
      for (const need of plan.excluded) for (const place of this.need(need).keys()) found.delete(place);
      const titled = plan.titleKey ? this.index.titled(plan.titleKey) : new Set();
      for (const [place, score] of found) {
        if (!this.wanted(this.index.bookOf(place))) found.delete(place);
        else if (titled.has(place)) found.set(place, score + WHOLE_TITLE);
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
      if (need.book) for (const place of [...found.keys()]) if (this.index.bookOf(place) !== need.book) found.delete(place);
      return found;
    }

    anyOf(needs) {
      const ways = [];
      const sought = [];
      const ofNeeds = needs.map((need) => [need, (need.parts ?? [need]).filter((one) => !one.optional).flatMap((part) => this.units(part))]);
      const several = ofNeeds.reduce((sum, [, units]) => sum + units.length, 0) > 1;
      for (const [need, units] of ofNeeds) {
        // What words in a row name is as good as each of them.
        const leads = need.parts ? need.leads : [];
        const named = any(leads.map((lead) => this.lead(lead)));
        const namedHomes = leads.flatMap((lead) => [...this.home(lead).keys()]);
        const called = leads.flatMap(otherNames);
        for (const unit of units) {
          const patterns = distinct([...unit.patterns, ...called].filter((pattern) => pattern.length > 0));
          const found = new Set(unit.homes.keys());
          for (const pattern of patterns) for (const place of this.own(pattern)) found.add(place);
          const rarity = Math.log((this.count + 1) / (found.size + 1)) / Math.log(this.count + 1);
          ways.push(boost(unit.said, unit.weight));
          // Who asks for a leader and more does not ask what a leader is.
          ways.push(boost(unit.homes, several ? SHARED_HOME * Math.sqrt(rarity) : 1));
          sought.push({ rarity: rarity * unit.weight, homes: [...unit.homes.keys(), ...namedHomes], patterns });
        }
        ways.push(named);
      }
      const found = any(ways);
      for (const [place, together] of this.together(sought)) found.set(place, (found.get(place) ?? 0) + MATCHED_WORD * together);
      return found;
    }

    /** The sections in whose own texts a pattern stands. */
    own(pattern) {
      return this.once(`own ${patternKey(pattern)}`, () => {
        const here = [...this.index.where(pattern)].filter(([, texts]) => texts.some(({ code }) => fieldOf(code) !== 'path'));
        return here.map(([place]) => place);
      });
    }

    /** How much of what is sought stands together in a section, in one passage and the titles over it: src/search/rank/together.rs, which says why. */
    together(sought) {
      // For each section: for each thing what it is worth where it is said.
      const sections = new Map();
      sought.forEach(({ rarity, homes, patterns }, i) => {
        const put = (section, where, worth) => {
          if (!sections.has(section)) sections.set(section, new Map());
          const met = sections.get(section);
          if (!met.has(i)) met.set(i, new Map());
          const places = met.get(i);
          places.set(where, Math.max(places.get(where) ?? 0, worth));
        };
        for (const section of homes) put(section, 'title', rarity);
        for (const pattern of patterns) {
          for (const [section, texts] of this.index.where(pattern)) {
            for (const { code, length, starts } of texts) {
              const field = fieldOf(code);
              if (field === 'body') {
                const counts = new Map();
                for (const start of starts) counts.set(passageOf(start), (counts.get(passageOf(start)) ?? 0) + 1);
                const normal = STATEMENT_K1 * (1 - STATEMENT_B + STATEMENT_B * (counted(length) / this.index.average[field]));
                for (const [passage, count] of counts) put(section, passage, rarity * ((count * (STATEMENT_K1 + 1)) / (count + normal)));
              } else if (field === 'title') put(section, field, rarity);
              else if (field === 'path') put(section, field, rarity * ABOVE);
              else put(section, `beside ${code}`, rarity * BESIDE);
            }
          }
        }
      });
      return [...sections].map(([section, met]) => [section, standing([...met.values()])]);
    }

    /** The parts of a need that mean something by themselves, each as loosely as it can be understood. */
    units(need) {
      const words = wordsOf(need);
      const weight = need.weak ? WEAK : 1;
      const whole = [...words.map((word) => this.word(word, 'none')), ...need.leads.map((lead) => this.names(lead))];
      const wholePatterns = [...words.map((word) => word.pattern), ...need.leads.flatMap(otherNames)];
      const homes = (leads) => any(leads.map((lead) => this.home(lead)));
      if (!need.segments.length) {
        const chunks = words.flatMap((word) => word.chunks);
        const parts = chunks.map((chunk) => this.chunk(chunk));
        // A word of one piece is one unit, not two.
        const [single, rest] = parts.length > 1 ? [parts, []] : [[], parts];
        const parted = single.map((said, i) => ({ said, homes: new Map(), patterns: loosely(chunks[i]), weight }));
        const patterns = [...(single.length ? [] : chunks.flatMap(loosely)), ...wholePatterns];
        return [...parted, { said: any([...rest, ...whole]), homes: homes(need.leads), patterns, weight }];
      }
      const segments = need.segments.map((segment) => {
        const own = wordsOf(segment).map((word) => this.chunk(word.pattern));
        const keys = segment.leads.map((lead) => patternOf(lead.key, this.index.queryForms));
        const named = segment.leads.flatMap((lead, i) => [this.pattern(keys[i]), this.names(lead)]);
        const patterns = [...wordsOf(segment).flatMap((word) => loosely(word.pattern)), ...keys, ...segment.leads.flatMap(otherNames)];
        return { said: any([...own, ...named]), homes: homes(segment.leads), patterns, weight };
      });
      return [...segments, { said: any(whole), homes: homes(need.leads), patterns: wholePatterns, weight }];
    }

    /** A part of a word, or at least some of its pieces. */
    chunk(chunk) {
      const broken = chunk.length > 1 ? pieces(chunk).map((piece) => boost(this.pattern(piece), PIECE)) : [];
      return any([this.pattern(chunk), ...broken]);
    }

    word(word, step) {
      const ways = [];
      if (word.field !== 'number' && word.field !== 'id') {
        const whole = step === 'none' ? [word.pattern] : pieces(word.pattern);
        ways.push(all(whole.map((pattern) => this.pattern(pattern, word.field))));
      }
      const { number } = word;
      if (number && word.field !== 'id') {
        const [numbered, cited] = this.index.numbered(number);
        ways.push(constant(numbered, word.address ? NUMBER : MAYBE_NUMBER));
        if (word.address) {
          ways.push(constant(cited, ALIAS));
          ways.push(constant(this.index.under(number), UNDER_NUMBER));
        }
      }
      if (word.id && word.address) {
        ways.push(constant(this.index.withId(word.id, word.idPrefix), ID));
      }
      return best(ways);
    }

    lead(lead) {
      return this.once(`lead ${lead.concept.place} ${lead.key}`, () => any([this.home(lead), this.names(lead)]));
    }

    /** The section that is about a concept. */
    home(lead) {
      return this.once(`home ${lead.concept.place} ${lead.key}`, () => this.computedHome(lead));
    }

    computedHome(lead) {
      const here = lead.key === '' || lead.concept.names.some(({ key }) => key === lead.key);
      return constant(lead.concept.homes, here ? HOME : HOME * OTHER_NAME);
    }

    /** A concept's other names. */
    names(lead) {
      return this.once(`names ${lead.concept.place} ${lead.key}`, () => boost(best(otherNames(lead).map((name) => this.pattern(name))), OTHER_NAME));
    }

    /** BM25 over the texts that `field` names. */
    pattern(pattern, field) {
      return this.once(`pattern ${field ?? ''} ${patternKey(pattern)}`, () => this.computedPattern(pattern, field));
    }

    computedPattern(pattern, field) {
      const counts = new Map();
      for (const [place, texts] of this.index.where(pattern)) {
        const hits = texts.filter(({ code }) => within(fieldOf(code), field));
        if (hits.length) counts.set(place, hits);
      }
      const rarity = Math.log(1 + (this.count - counts.size + 0.5) / (counts.size + 0.5));
      const found = new Map();
      for (const [place, texts] of this.index.where(pattern)) {
        // All notes of a section are one text here, and all rows.
        const fields = new Map();
        for (const { code, length, starts } of texts) {
          const own = fieldOf(code);
          if (!within(own, field) && !(this.paths && !field)) continue;
          fields.set(own, { length, count: (fields.get(own)?.count ?? 0) + starts.length });
        }
        let sum = null;
        for (const [own, { length, count }] of fields) {
          const share = counted(length) / this.index.average[own];
          sum = (sum ?? 0) + (FIELD[own] * rarity * count * (K1 + 1)) / (count + K1 * (1 - B + B * share));
        }
        if (sum !== null) found.set(place, sum);
      }
      return found;
    }
  }

  /** A length as tantivy keeps it: exact up to 40, then in ever longer steps. */
  function counted(length) {
    if (length <= 40) return length;
    let [from, step] = [40, 2];
    for (; length >= from + 8 * step; step *= 2) from += 8 * step;
    return from + Math.floor((length - from) / step) * step;
  }

  /** What is met by the best passage and the titles over it, of each thing what it is worth where it is said. */
  function standing(met) {
    let titles = 0;
    const passages = new Map();
    for (const places of met) {
      const above = Math.max(places.get('title') ?? 0, places.get('path') ?? 0);
      titles += above;
      for (const [place, worth] of places) {
        if (place !== 'title' && place !== 'path' && worth > above) passages.set(place, (passages.get(place) ?? 0) + worth - above);
      }
    }
    return titles + Math.max(0, ...passages.values());
  }

  /** A part of a word, and its pieces. */
  const loosely = (chunk) => (chunk.length > 1 ? distinct([chunk, ...pieces(chunk)]) : [chunk]);

  /** What else a concept is called in the language of the page. */
  const otherNames = (lead) => lead.concept.names.filter(({ key, pattern }) => key !== lead.key && pattern.length).map(({ pattern }) => pattern);

  const isUnder = (entry, number) => [...entry.keys, ...entry.aliases].some((key) => key === number || key.startsWith(`${number}.`));

  const allLeads = (need) => [...need.leads, ...[...need.segments, ...(need.parts ?? [])].flatMap(allLeads)];
  const wordsOf = (need) => (need.parts ? need.parts.flatMap(wordsOf) : need.word ? [need.word] : []);
  const has = (index, entry, pattern, field) => (index.where(pattern).get(entry.place) ?? []).some(({ code }) => within(fieldOf(code), field));

  /** Whether a word itself, its number or its id is in a section. */
  function stands(index, entry, word, step) {
    const here = (pattern) => has(index, entry, pattern, word.field);
    const loose = step === 'any-word' && word.chunks.some((chunk) => here(chunk) || pieces(chunk).some(here));
    const text = step === 'none' ? here(word.pattern) : loose || (word.pattern.length > 0 && pieces(word.pattern).every(here));
    // A word that is no address and merely is the id of a section did not find it by that.
    const numbered = word.number && (word.address ? isUnder(entry, word.number) : entry.keys.includes(word.number));
    return text || numbered || (word.address && word.id && (entry.id === word.id || (word.idPrefix && entry.id.startsWith(word.id))));
  }

  /** The concept that led to a section where the need's own words do not stand; its name in the language of the page. */
  function via(index, entry, need, step) {
    const words = wordsOf(need);
    if (words.length && words.every((word) => stands(index, entry, word, need.strict ? 'none' : step))) return null;
    const leads = (lead) => lead.concept.homes.has(entry.place) || otherNames(lead).some((name) => has(index, entry, name));
    const lead = allLeads(need).find(leads);
    return lead ? lead.concept.called : null;
  }

  /** Places to mark in a text of a section: [{start, end, need}], ascending. */
  function marks(index, entry, text, plan, step) {
    const found = [];
    plan.needs.forEach((need, place) => {
      if (need.optional) return;
      need.led ??= distinct([...allLeads(need).flatMap(otherNames), ...need.segments.flatMap(wordsOf).map((word) => word.pattern)]);
      const patterns = [...need.led];
      for (const word of wordsOf(need)) {
        if (!within(text.field, word.field)) continue;
        patterns.push(word.pattern);
        if (!need.strict && step === 'pieces') patterns.push(...pieces(word.pattern));
        if (!need.strict && step === 'any-word') patterns.push(...word.chunks.flatMap((chunk) => (has(index, entry, chunk) ? [chunk] : pieces(chunk))));
      }
      for (const pattern of distinct(patterns)) for (const [start, end] of find(index, text, pattern)) found.push({ start, end, need: place });
    });
    found.sort((left, right) => left.start - right.start || left.end - right.end || left.need - right.need);
    const same = (left, right) => left.start === right.start && left.end === right.end && left.need === right.need;
    return found.filter((mark, at) => at === 0 || !same(mark, found[at - 1]));
  }

  /**
   * Finds sections: {total, hits, corrected, relaxation, leftOut}; `leftOut` is what was too much to ask at once. `typing` lets the last word be only the beginning of one,
   * if it begins any; `wanted` tells of which books sections may be found.
   * Throws a QueryError for a query that cannot be understood, and Missing where a part of the index has to be loaded first.
   */
  function searchIndex(index, query, { limit = 20, typing = false, wanted = () => true } = {}) {
    const clauses = search.parseQuery(query, index.books);
    const { leftOut } = clauses;
    if (!clauses.length) return { total: 0, hits: [], corrected: [], relaxation: 'none', leftOut, absent: [] };
    const plan = search.plan(index, clauses, typing && !/[\s"”＂*]$/.test(query), wanted);
    const [step, whole] = wholeOf(index, plan, wanted);
    if (!whole.size && step !== 'any-word') return { total: 0, hits: [], corrected: plan.corrected, relaxation: 'none', leftOut, absent: plan.absent };
    const ranker = new Ranker(index, step, wanted);
    const found = hasAlternatives(plan) ? ranker.some(plan) : ranker.whole(plan);
    const titles = titlePatterns(index, plan);
    for (const [place, score] of found) found.set(place, score + TITLE_SHARE * titleShare(index, place, titles));
    index.settle();
    // Those that a number finds are ordered by how they have it. What is equal but for the order in which it was added up is equal.
    const kinds = isNumber(plan) ? [NUMBER, ALIAS, ID, UNDER_NUMBER] : [];
    const worth = (score) => Math.round((kinds.find((kind) => score >= kind) ?? score) * 1e6);
    const best = [...found].sort((left, right) => worth(right[1]) - worth(left[1]) || left[0] - right[0]);
    const shown = best.filter(([place, score]) => !whole.size || whole.has(place) || score >= best[0][1] * WORTH_SHOWING).slice(0, limit);
    const entries = shown.map(([place]) => index.entry(place));
    index.settle();
    const hits = shown.map(([place, score], at) => hit(index, plan, whole.has(place) ? step : 'any-word', entries[at], score));
    index.settle();
    return { total: whole.size || found.size, hits, corrected: plan.corrected, relaxation: step, leftOut, absent: plan.absent };
  }

  /** The sections that have all of a plan, and how it was loosened for that; any word must do where there are none. */
  function wholeOf(index, plan, wanted) {
    for (const step of hasJoinedWords(plan) ? ['none', 'pieces'] : ['none']) {
      const found = new Ranker(index, step, wanted).whole(plan);
      index.settle();
      if (found.size) return [step, found];
    }
    return [hasAlternatives(plan) ? 'any-word' : 'none', new Map()];
  }

  /** Whether a number is all that was asked for. */
  const isNumber = ({ needs }) => needs.length === 1 && Boolean(needs[0].word?.address && needs[0].word.number);

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
      for (const lead of allLeads(need)) found.push(patternOf(lead.key, index.queryForms), ...otherNames(lead));
    }
    return distinct(found.filter((pattern) => pattern.length > 0));
  }

  /** How much of its title that is: from 0 to 1, all its words. */
  function titleShare(index, place, patterns) {
    if (index.odd.has(place)) return oddTitleShare(index, index.entry(place), patterns);
    const said = new Set();
    const [length] = patterns.map((pattern) => index.coverTitle(place, pattern, said)).filter(Boolean);
    return said.size / (length ?? 1);
  }

  /** The same where a token of the title may cover another one. */
  function oddTitleShare(index, entry, patterns) {
    if (!entry) return 0;
    const [title] = entry.texts;
    const ranges = patterns.flatMap((pattern) => find(index, title, pattern));
    const { tokens } = index.cutOf(title);
    const said = tokens.filter((token) => ranges.some(([start, end]) => start <= token.start && token.end <= end));
    return said.length / Math.max(tokens.length, 1);
  }

  /** What follows the address of a section in that of the statement at a place of its text. */
  const markAt = (entry, at) => (entry.statements.filter(([start]) => start <= at).pop() ?? [0, ''])[1];

  /** The statement of a section that was asked for by its number. */
  function askedStatement({ numbers }, entry, body) {
    const asked = numbers.flatMap((number) => entry.keys.filter((key) => number.startsWith(`${key}.`)).map((key) => number.slice(key.length)));
    const at = asked.map((one) => entry.statements.findIndex(([, mark]) => mark === one)).find((found) => found >= 0) ?? -1;
    if (at < 0) return null;
    const [start, mark] = entry.statements[at];
    return { text: body.slice(start, entry.statements[at + 1]?.[0]).trimEnd(), marks: [], mark };
  }

  function hit(index, plan, step, entry, score) {
    const [title, body, ...asides] = entry.texts.map((text) => ({ text: text.text, marks: marks(index, entry, text, plan, step) }));
    const met = ({ marks }) => new Set(marks.map((mark) => mark.need));
    const aside = asides.reduce((most, one) => (met(one).size > met(most).size ? one : most), { text: '', marks: [] });
    const asked = askedStatement(plan, entry, body.text);
    const shown = asked ?? (!body.marks.length && aside.marks.length ? aside : body);
    const excerpt = search.excerpt(shown.text, shown.marks);
    const led = plan.needs.filter((need) => !need.optional).map((need) => via(index, entry, need, step)).find((name) => name !== null) ?? null;
    const inTitle = met(title);
    // What stands in the title, too, is what the section as a whole is about.
    const meant = () => ([...met(body)].every((need) => inTitle.has(need)) ? '' : markAt(entry, excerpt.at));
    const mark = asked ? asked.mark : shown === body ? meant() : [...entry.asides, ...entry.rows][asides.indexOf(shown)][0];
    const { book, id, number } = entry;
    return { book, id, number, url: entry.url + mark, mark, score, relaxation: step, via: led, title: { text: title.text, marks: search.join(title.marks) }, excerpt };
  }

  Object.assign(search, { search: searchIndex });
})((globalThis.rulestoneSearch ??= {}));
