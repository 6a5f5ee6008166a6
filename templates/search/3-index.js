// The index in memory, made at load from what the index script holds, and the patterns looked for in it: src/search/pattern.rs.
(function (search) {
  'use strict';

  const { runs, cut, key, katakana, script, russianStem } = search;

  /** Makes the inverted index of what the index script holds. */
  function prepare(index) {
    const forms = new Map(Object.entries(index.forms));
    const stems = new Set(forms.values());
    const isRussian = (form) => script(form[0]) === 'cyrillic';
    // A query may inflect a word in a way that no text does: cut off an ending if a known stem is left.
    const guess = (form) => {
      // Short stems are many: a short word may lose its last letter, no more.
      const least = form.length < 5 ? Math.max(2, form.length - 1) : Math.max(3, form.length - 4);
      for (let length = form.length - 1; length >= least; length -= 1) {
        if (stems.has(form.slice(0, length))) return form.slice(0, length);
      }
      return undefined;
    };
    const queryForms = { get: (form) => forms.get(form) ?? (isRussian(form) ? russianStem(form) : stems.has(form) ? form : guess(form)) };
    const postings = new Map();
    const words = new Map();
    const lengths = { title: [0, 0], body: [0, 0], note: [0, 0], row: [0, 0] };
    const note = (map, term, place) => (map.get(term) ?? map.set(term, new Set()).get(term)).add(place);
    const entries = index.entries.map((entry, place) => {
      const read = (field, text) => {
        const tokens = cut(text, forms);
        // Where each term stands, and which token is the first of its position: a query looks at what it asks for only.
        const byTerm = new Map();
        const first = [];
        tokens.forEach((token, i) => {
          const same = byTerm.get(token.term);
          if (same) same.push(token); else byTerm.set(token.term, [token]);
          if (token.kind === 'word') note(words, token.form, place);
          first[token.position] ??= i;
        });
        for (const term of byTerm.keys()) note(postings, term, place);
        for (const word of runs(text).filter((run) => run.script === 'japanese').flatMap(katakana)) note(words, word.text, place);
        lengths[field][0] += tokens.length;
        lengths[field][1] += 1;
        return { field, text, tokens, byTerm, first };
      };
      const texts = [read('title', entry.title), read('body', entry.body), ...entry.asides.map(([, aside]) => read('note', aside)),
        ...entry.rows.map(([, row]) => read('row', row))];
      return { ...entry, place, texts, titleKey: key(entry.title, forms) };
    });
    const byKey = new Map();
    index.terms.forEach((term, place) => {
      for (const names of Object.values(term.names)) {
        for (const name of [names.name, ...names.forms, ...names.forbidden]) {
          const nameKey = key(name, forms);
          if (nameKey) note(byKey, nameKey, place);
        }
      }
    });
    const nameWords = new Set([...byKey.keys()].flatMap((name) => name.split(' ')));
    const longest = Math.max(0, ...[...byKey.keys()].map((name) => name.length));
    const average = Object.fromEntries(Object.entries(lengths).map(([field, [sum, count]]) => [field, sum / (count || 1)]));
    const books = [...new Set(index.entries.map((entry) => entry.book))];
    const ids = new Set(index.entries.map((entry) => entry.id));
    return { ids, otherNames: new Map(), language: index.language, titles: index.titles, terms: index.terms, entries, forms, queryForms, postings, words, byKey, nameWords, longest, average, books };
  }

  const known = new WeakMap();

  /** The words that a slip may mean, and their stems: gathered when the first slip is typed. */
  function knownWords(index) {
    if (!known.has(index)) known.set(index, gathered(index));
    return known.get(index);
  }

  function gathered({ terms, forms, words }) {
    const stem = (form) => forms.get(form) ?? form;
    const word = (form, count, far) => ({ form, stem: stem(form), count, far, length: Array.from(form).length, stemLength: Array.from(stem(form)).length });
    const names = terms.flatMap((term) => Object.values(term.names)).flatMap((names) => [names.name, ...names.forms])
      .flatMap((name) => cut(name, forms)).filter((token) => token.kind === 'word').map((token) => token.form);
    // What stands in the texts may be meant by any slip; a name of another language only where its beginning is right.
    const all = [...words].map(([form, places]) => word(form, places.size, false));
    for (const form of new Set(names)) if (!words.has(form)) all.push(word(form, 1, true));
    return { words: all, stems: new Set(all.map((word) => word.stem)) };
  }

  function patternOf(text, forms) {
    const tokens = cut(text, forms);
    const bigrams = new Set(tokens.filter((token) => token.kind === 'bigram').map((token) => token.position));
    const needed = tokens.filter((token) => token.kind !== 'character' || !(bigrams.has(token.position) || bigrams.has(token.position - 1)));
    return needed.map((token) => ({ offset: token.position, term: token.term, forms: null }));
  }

  /** Lets a slot stand for any word that begins with `start`. */
  function openEnd(index, slot, start) {
    slot.start = start;
    slot.forms = new Set([...index.words.keys()].filter((form) => form.startsWith(start)));
    slot.stems = new Set([...slot.forms].map((form) => index.forms.get(form) ?? form));
  }

  const fits = (token, slot) => token.term === slot.term || (slot.forms !== null && token.kind === 'word' && slot.forms.has(token.form));

  /** Places of `pattern` in a cut text: [[start, end]]. */
  function find(text, pattern) {
    const found = [];
    if (!pattern.length) return found;
    for (const first of beginnings(text, pattern[0])) {
      let end = first.end;
      const whole = pattern.every((slot, i) => {
        const token = i === 0 ? first : tokenAt(text, first.position + slot.offset - pattern[0].offset, slot);
        if (token) end = Math.max(end, token.end);
        return token;
      });
      if (whole) found.push([first.start, end]);
    }
    return found;
  }

  /** The tokens of a text that fit a slot, in order. */
  function beginnings(text, slot) {
    const same = text.byTerm.get(slot.term) ?? [];
    if (slot.forms === null) return same;
    const found = new Set(same);
    const [few, many] = slot.stems.size < text.byTerm.size ? [slot.stems, text.byTerm] : [text.byTerm, slot.stems];
    for (const term of few.keys()) {
      if (many.has(term)) for (const token of text.byTerm.get(term)) if (fits(token, slot)) found.add(token);
    }
    return [...found].sort((left, right) => left.position - right.position);
  }

  /** The token at a position of a text that fits a slot. */
  function tokenAt(text, position, slot) {
    for (let i = text.first[position] ?? text.tokens.length; text.tokens[i]?.position === position; i += 1) {
      if (fits(text.tokens[i], slot)) return text.tokens[i];
    }
    return undefined;
  }

  /** `compute` of a thing, once as long as there is that thing. */
  function once(compute) {
    const known = new WeakMap();
    return (thing) => {
      if (!known.has(thing)) known.set(thing, compute(thing));
      return known.get(thing);
    };
  }

  /** What two patterns have in common that find the same; no slot changes once it is asked for. */
  const patternKey = once((pattern) => pattern.map((slot) => `${slot.offset} ${slot.term ?? ''} ${slot.forms === null ? '' : `${slot.start}*`}`).join('|'));

  /** Each pattern once. */
  const distinct = (patterns) => [...new Map(patterns.map((pattern) => [patternKey(pattern), pattern])).values()];

  /** Every slot as a pattern of its own. */
  const pieces = once((pattern) => distinct(pattern.map((slot) => [{ ...slot, offset: 0 }])));

  const NOWHERE = new Set();

  /** Sections that may hold `pattern`. */
  function candidates(index, pattern) {
    const places = pieces(pattern).map(([slot]) => {
      const here = index.postings.get(slot.term) ?? NOWHERE;
      if (slot.forms === null) return here;
      const any = new Set(here);
      for (const form of slot.forms) for (const place of index.words.get(form) ?? NOWHERE) any.add(place);
      return any;
    });
    if (!places.length) return [];
    // From the rarest, so that nothing common is walked through in vain.
    const [rarest, ...others] = places.sort((left, right) => left.size - right.size);
    return [...rarest].filter((place) => others.every((other) => other.has(place)));
  }

  Object.assign(search, { prepare, knownWords, patternOf, patternKey, distinct, openEnd, find, pieces, candidates });
})((globalThis.rulestoneSearch ??= {}));
