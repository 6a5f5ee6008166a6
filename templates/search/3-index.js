// The index: a head, and parts that are looked into once they are there: src/search/browser/. Who asks for what is in a part
// that has not been loaded gets nothing, and the part is noted as missing: the question is asked again when it is there.
(function (search) {
  'use strict';

  const { cut, russianStem, script, isJapanese } = search;

  /** Nothing can be said before the missing parts are there. */
  class Missing extends Error {}

  /** The last place whose key is not behind `key`. */
  function placeOf(from, key) {
    let [low, high] = [0, from.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (from[middle] <= key) low = middle + 1; else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Every part of a kind may have keys of its own beginning only: where those that begin with `start` may stand. */
  function placesOf(from, start) {
    if (!from.length) return [];
    const places = [placeOf(from, start)];
    for (let next = places[0] + 1; from[next]?.startsWith(start); next += 1) places.push(next);
    return places;
  }

  const LETTERS = { r: 'records', w: 'words', s: 'sections', c: 'concepts' };

  /** How what is in a part is held in memory. */
  const READ = {
    r: ({ keys, values }) => ({ keys, values: new Map(keys.map((key, at) => [key, values[at]])) }),
    w: ([words, others]) => wordsOf(words, others),
    s: (entries) => entries,
    c: (concepts) => concepts.map(conceptOf),
  };

  /** The words of a part: {words: Map(form → {form, stem, count, spoken}), stems}. */
  function wordsOf(written, others) {
    const words = new Map();
    const stems = new Set(others ? others.split(' ') : []);
    let last = '';
    for (const one of written ? written.split('|') : []) {
      const [spelt, ending, told] = one.split(':');
      const form = last.slice(0, spelt.charCodeAt(0) - 97) + spelt.slice(1);
      const [, left, put] = /^(\d+)(.*)$/.exec(ending) ?? [];
      const stem = left === undefined ? null : form.slice(0, form.length - Number(left)) + put;
      words.set(form, { form, stem, count: parseInt(told, 10), spoken: told.endsWith('n') });
      if (stem !== null) stems.add(stem);
      last = form;
    }
    return { words, stems };
  }

  /** A concept: its place, its name on the page, the sections that are about it, and its names, each as a key and a pattern. */
  function conceptOf([place, called, homes, names]) {
    const slot = (at, term) => ({ offset: at >> 1, wide: at % 2 === 1, term, forms: null });
    const patternOf = (slots) => slots.flatMap((at, i) => (i % 2 ? [] : [slot(at, slots[i + 1])]));
    return { place, called, homes: new Set(homes), names: names.map(([key, ...slots]) => ({ key, pattern: patternOf(slots) })) };
  }

  /** Makes an index of a head; `file` is the name of its file without the ending, from which those of its parts go on. */
  function open(head, file) {
    const parts = new Map();
    const missing = new Set();

    /** A part, if it is there. */
    function part(letter, place) {
      const name = `${file}-${letter}${place}-${head[LETTERS[letter]].hashes[place]}`;
      const known = parts.get(name);
      if (known === undefined) missing.add(name);
      return known;
    }

    /** Takes what a part holds. */
    const put = (name, content) => { parts.set(name, READ[name.slice(file.length + 1, file.length + 2)](content)); missing.delete(name); };

    const keyed = (letter, key) => { const { from } = head[LETTERS[letter]]; return from.length ? part(letter, placeOf(from, key)) : undefined; };
    const record = (key) => keyed('r', key)?.values.get(key);

    /** The records whose keys begin so: [[key, value]]. */
    function recordsFrom(start) {
      return placesOf(head.records.from, start).map((place) => part('r', place)).flatMap((one) => (one ? beginning(one, start) : []));
    }

    function beginning({ keys, values }, start) {
      const found = [];
      let at = placeOf(keys, start);
      if (keys[at] < start) at += 1;
      for (; keys[at]?.startsWith(start); at += 1) found.push([keys[at], values.get(keys[at])]);
      return found;
    }

    const word = (form) => keyed('w', form)?.words.get(form);
    const isStem = (stem) => keyed('w', stem)?.stems.has(stem) ?? false;
    const isRussian = (form) => script(form[0]) === 'cyrillic';
    // A query may inflect a word in a way that no text does: cut off an ending if a known stem is left.
    const guess = (form) => {
      // Short stems are many: a short word may lose its last letter, no more.
      const least = form.length < 5 ? Math.max(2, form.length - 1) : Math.max(3, form.length - 4);
      for (let length = form.length - 1; length >= least; length -= 1) {
        const begun = form.slice(0, length);
        // Two letters are the beginning of too much: of a plural, if of anything.
        if (length < 3 && !form.endsWith('s')) continue;
        // carrying is of carri, taking of take; what no ending follows is of neither.
        const endings = /^[aei]/.test(form.slice(length)) ? [begun.replace(/y$/, 'i'), `${begun}e`] : [begun.replace(/y$/, 'i')];
        const found = [begun, ...endings].find(isStem);
        if (found) return found;
      }
      return undefined;
    };
    const stemOf = (form) => word(form)?.stem ?? (isRussian(form) ? russianStem(form) : isStem(form) ? form : guess(form));

    /** The words of the texts that begin so. */
    function wordsFrom(start) {
      const all = placesOf(head.words.from, start).map((place) => part('w', place));
      return all.flatMap((one) => (one ? [...one.words.values()].filter(({ form, count }) => count > 0 && form.startsWith(start)) : []));
    }

    /** All words that a slip may mean: {words, stems}; nothing as long as they are missing. */
    let gathered = null;
    function allWords() {
      if (gathered) return gathered;
      const all = head.words.from.map((_, place) => part('w', place));
      if (all.includes(undefined)) return null;
      const length = (text) => Array.from(text).length;
      const known = ({ form, stem, count }) => {
        const own = stem ?? form;
        // What stands in the texts may be meant by any slip; a name of another language only where its beginning is right.
        return { form, stem: own, count: count || 1, far: count === 0, length: length(form), stemLength: length(own) };
      };
      const words = all.flatMap((one) => [...one.words.values()]).filter(({ count, spoken }) => count > 0 || spoken).map(known);
      return (gathered = { words, stems: new Set(words.map(({ stem }) => stem)) });
    }

    const conceptAt = (reference) => {
      if (typeof reference !== 'number') return conceptOf(reference);
      const place = placeOf(head.concepts.from, reference);
      return part('c', place)?.[reference - head.concepts.from[place]];
    };
    const conceptsOf = (references) => references.map(conceptAt).filter(Boolean);
    const named = (key) => conceptsOf((record(`~${key}`) ?? []).slice(1));

    /** What a query has asked, while it is answered. */
    const asked = new Map();
    const once = (name, compute) => {
      if (!asked.has(name)) {
        const found = compute();
        if (missing.size) return found;
        asked.set(name, found);
      }
      return asked.get(name);
    };

    /** Which term the words of the loaded records have. */
    const known = new Map();

    /** Adds to `found` what a list of numbers tells: Map(place → Map(code → {code, length, at, goesOn})). */
    function read(numbers, found, isWord, isBegun) {
      let place = 0;
      for (let i = 0; i < numbers.length;) {
        place += numbers[i++];
        const mark = numbers[i++];
        const code = mark >> 2;
        const count = mark % 4 === 3 ? numbers[i++] : (mark % 4) + 1;
        const length = numbers[i++];
        let texts = found.get(place);
        if (!texts) found.set(place, (texts = new Map()));
        let text = texts.get(code);
        if (!text) texts.set(code, (text = { code, length, at: new Set(), goesOn: new Set() }));
        let position = 0;
        for (let n = 0; n < count; n += 1) {
          position += numbers[i++];
          const at = isWord ? position : position >> 1;
          text.at.add(at);
          if (!isWord && (isBegun || position % 2)) text.goesOn.add(at);
        }
      }
    }

    /** Adds where the words of a term stand, those that `wanted` lets pass. */
    function readTerm(term, found, wanted) {
      // What is no word is in no list of forms.
      const forms = record(term) ?? [];
      for (let i = 0; i < forms.length; i += 2) {
        if (forms[i]) known.set(forms[i], term);
        if (wanted(forms[i])) read(forms[i + 1], found, forms[i] !== '', false);
      }
    }

    const isCharacter = (term) => isJapanese(term) && Array.from(term).length === 1;

    /** Where what fits a slot stands: Map(place → Map(code → {code, length, at, goesOn})). */
    function standing(slot) {
      return once(`slot ${slot.term ?? ''} ${slot.forms === null ? '' : `${slot.start}*`}`, () => {
        const found = new Map();
        if (slot.term !== null && isCharacter(slot.term)) {
          for (const [key, [, numbers]] of recordsFrom(slot.term)) read(numbers, found, false, key !== slot.term);
        } else if (slot.term !== null) readTerm(slot.term, found, () => true);
        if (slot.forms !== null) for (const stem of slot.stems) if (stem !== slot.term) readTerm(stem, found, (form) => slot.forms.has(form));
        return found;
      });
    }

    const NOWHERE = new Map();

    /** Where a pattern stands: Map(place → [{code, length, starts}]), the texts of a section in their order. */
    function where(pattern) {
      if (!pattern.length) return NOWHERE;
      return once(`where ${patternKey(pattern)}`, () => {
        const slots = thinned(pattern).map(({ slot, goesOn }) => ({ away: slot.offset - pattern[0].offset, goesOn, places: standing(slot) }));
        const [first] = slots;
        const found = new Map();
        // From the rarest, so that nothing common is walked through in vain.
        const rarest = slots.reduce((least, slot) => (slot.places.size < least.places.size ? slot : least));
        for (const place of rarest.places.keys()) {
          if (!slots.every(({ places }) => places.has(place))) continue;
          const texts = [];
          for (const { code, length, at } of first.places.get(place).values()) {
            const all = slots.map(({ away, goesOn, places }) => ({ away, at: places.get(place).get(code)?.[goesOn ? 'goesOn' : 'at'] }));
            if (all.some((one) => !one.at)) continue;
            const starts = [...at].filter((start) => all.every((one) => one.at.has(start + one.away)));
            if (starts.length) texts.push({ code, length, starts });
          }
          if (texts.length) found.set(place, texts.sort((left, right) => orderOf(left.code) - orderOf(right.code)));
        }
        return found;
      });
    }

    /** The slots that tell all: of overlapping bigrams every second one that goes on, and the last. [{slot, goesOn}] */
    function thinned(pattern) {
      const kept = [];
      const overlaps = (i) => pattern[i]?.wide && pattern[i + 1]?.wide && pattern[i + 1].offset === pattern[i].offset + 1;
      for (let i = 0; i < pattern.length;) {
        const goesOn = overlaps(i) && overlaps(i + 1);
        kept.push({ slot: pattern[i], goesOn });
        i += goesOn ? 2 : 1;
      }
      return kept;
    }

    /** Adds to `said` the tokens of a title that a pattern covers, a bigram as an odd number; tells how many tokens the title has. */
    function coverTitle(place, pattern, said) {
      const title = where(pattern).get(place)?.find(({ code }) => code === 0);
      if (!title) return 0;
      const last = Math.max(...pattern.map((slot) => slot.offset - pattern[0].offset + (slot.wide ? 1 : 0)));
      for (const start of title.starts) {
        for (const [i, slot] of pattern.entries()) {
          const at = start + slot.offset - pattern[0].offset;
          const end = slot.wide ? at + 1 : at;
          said.add(2 * at);
          if (slot.wide) said.add(2 * at + 1).add(2 * end);
          // An overlapping bigram comes by itself.
          const overlaps = slot.wide && pattern[i + 1]?.wide && pattern[i + 1].offset === slot.offset + 1;
          if (!overlaps && end < start + last && standing(slot).get(place).get(0).goesOn.has(at)) said.add(2 * end + 1);
        }
      }
      return title.length;
    }

    const entries = new Map();

    /** A section with its texts; nothing as long as they are missing. */
    function entry(place) {
      if (entries.has(place)) return entries.get(place);
      const at = placeOf(head.sections.from, place);
      const found = part('s', at)?.[place - head.sections.from[at]];
      if (!found) return undefined;
      const text = (field, text) => ({ field, text, cut: null, knew: -1 });
      const texts = [text('title', found.title), text('body', found.body), ...found.asides.map(([, aside]) => text('note', aside)), ...found.rows.map(([, row]) => text('row', row))];
      entries.set(place, { ...found, place, texts });
      return entries.get(place);
    }

    /** A text cut up. Of its words only those have terms that are in the records of what was asked. */
    function cutOf(text) {
      if (text.knew !== known.size) {
        text.cut = tokensOf(text.text, { get: (form) => known.get(form) ?? `\0${form}` });
        text.knew = known.size;
      }
      return text.cut;
    }

    const settle = () => { if (missing.size) throw new Missing(); };

    return {
      ...{ language: head.language, titles: head.titles, stamp: head.stamp, count: head.count, longest: head.longest, file },
      books: [...new Set(head.books.map(([book]) => book))],
      average: Object.fromEntries(Object.entries(head.lengths).map(([field, sum]) => [field, sum / (head.count || 1)])),
      odd: new Set(head.odd),
      queryForms: { get: stemOf },
      bookOf: (place) => head.books.filter(([, from]) => from <= place).pop()?.[0],
      /** The concepts of that name, of that id. */
      named,
      withTermId: (id) => conceptsOf(record(`$${id}`) ?? []),
      isNamed: (key) => record(`~${key}`) !== undefined,
      /** The first names that begin so, at most that many. */
      namesFrom: (start, most) => recordsFrom(`~${start}`).sort(([, left], [, right]) => left[0] - right[0]).slice(0, most).map(([key]) => key.slice(1)),
      isNameWord: (word) => record(`&${word}`) !== undefined,
      isInNameWord: (text) => recordsFrom('&').some(([key]) => key.slice(1).includes(text)),
      /** The sections of that id, title or number; and those whose ids or numbers begin so. */
      isId: (id) => record(`@${id}`) !== undefined,
      withId: (id, isBeginning) => (isBeginning ? recordsFrom(`@${id}`).flatMap(([, places]) => places) : record(`@${id}`) ?? []),
      titled: (key) => new Set(record(`=${key}`) ?? []),
      numbered: (number) => record(`#${number}`) ?? [[], []],
      under: (number) => [...(record(`#${number}`) ?? []), ...recordsFrom(`#${number}.`).flatMap(([, places]) => places)].flat(),
      wordsFrom, allWords, where, coverTitle, entry, cutOf, missing, settle, part, put,
      /** Forgets what the last query has asked. */
      forget: () => asked.clear(),
    };
  }

  const FIELDS = ['title', 'body', 'path', 'note', 'row'];
  /** Which field a text is of, by its code. */
  const fieldOf = (code) => FIELDS[code < 3 ? code : 4 - (code % 2)];
  /** Rows stand behind all notes. */
  const orderOf = (code) => (fieldOf(code) === 'row' ? 2 ** 30 : 0) + code;
  /** The first position of each passage of a text is a multiple of this: src/search/index/passages.rs. */
  const PASSAGE = 512;
  const passageOf = (position) => Math.floor(position / PASSAGE);

  function tokensOf(text, forms) {
    const tokens = cut(text, forms);
    // Where each term stands, and which token is the first of its position: a query looks at what it asks for only.
    const byTerm = new Map();
    const first = [];
    tokens.forEach((token, i) => {
      const same = byTerm.get(token.term);
      if (same) same.push(token); else byTerm.set(token.term, [token]);
      first[token.position] ??= i;
    });
    return { tokens, byTerm, first };
  }

  function patternOf(text, forms) {
    const tokens = cut(text, forms);
    const bigrams = new Set(tokens.filter((token) => token.kind === 'bigram').map((token) => token.position));
    const needed = tokens.filter((token) => token.kind !== 'character' || !(bigrams.has(token.position) || bigrams.has(token.position - 1)));
    return needed.map((token) => ({ offset: token.position, wide: token.kind === 'bigram', term: token.term, forms: null }));
  }

  /** Lets a slot stand for any word that begins with `start`. */
  function openEnd(index, slot, start) {
    const words = index.wordsFrom(start);
    slot.start = start;
    slot.forms = new Set(words.map(({ form }) => form));
    slot.stems = new Set(words.map(({ form, stem }) => stem ?? form));
  }

  const fits = (token, slot) => token.term === slot.term || (slot.forms !== null && token.kind === 'word' && slot.forms.has(token.form));

  /** Places of `pattern` in a text of a section: [[start, end]]. */
  function find(index, text, pattern) {
    const found = [];
    if (!pattern.length) return found;
    // What stands nowhere stands not here; and what does is known from now on.
    if (!index.where(pattern).size) return found;
    const cut = index.cutOf(text);
    for (const first of beginnings(cut, pattern[0])) {
      let end = first.end;
      const whole = pattern.every((slot, i) => {
        const token = i === 0 ? first : tokenAt(cut, first.position + slot.offset - pattern[0].offset, slot);
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

  Object.assign(search, { open, Missing, fieldOf, passageOf, patternOf, patternKey, distinct, openEnd, find, pieces });
})((globalThis.rulestoneSearch ??= {}));
