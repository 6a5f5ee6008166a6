// What must be found for a query to be met, once the glossary has been consulted: src/search/plan/.
(function (search) {
  'use strict';

  const { runs, isJapanese, textOf, isWord, key, keyOfRun, patternOf, distinct, openEnd, identity, correct } = search;

  /** Words that hold a sentence together: src/search/plan/grammar.rs, which says why. */
  const GRAMMAR = new Set((
    "a about actually am an and any anyway are as at be become becomes been by can can't cant could did didn't didnt do " +
    "does doesn't doesnt don't dont ever exactly for from get gets had happen happens has have he her his how how's i " +
    "i'm if im in into is isn't isnt it its just many may maybe me much must my of ok okay on or our please really shall " +
    "she should so somebody somehow someone stuff sure than that the their them then there there's these they thing " +
    "things this those to too us very want wants was we were what what's whats when where where's wheres which who who's " +
    "whos whose why will with won't wont would yeah you you're your youre " +
    "а будем будет буду будут бы бывает был была были было быть в вам вас вдруг ведь во вообще вот вы где давай " +
    "действительно для до его ее ей ему если есть ею же за зачем значит и из или им именно ими их к как какая какие " +
    "каким каких какое какой каком какую кем ко когда кого ком кому которая которое которые который кто куда ладно ли " +
    "либо лишь меня мне мной могу могут моего моей моем моему может можно мои моим моими моих мой мою моя мы на над " +
    "надо нам нами нас насколько насчет него нее ней нем нему ним ними них но ну нужно о об объясни однако он она они " +
    "от откуда по под подскажите пожалуйста получается почему при происходит просто разве с свое своего своей своем " +
    "своему свои своим своими своих свой свою своя себе себя скажите скольки сколькими сколько случае со та так также " +
    "твои твой твоя те тебе тебя тем тех типа то того тоже той том тому тот ты у хотим хотят хочет хочу чего чей чем " +
    "чему что чтоб чтобы чье чьей чьи чью чья эта эти этим этими этих это этого этой этом этому этот эту я"
  ).split(' '));

  /** The words of a text, folded: without what stands around them, ё as е. */
  const saidIn = (text) => runs(text).map(textOf);
  const are = (list) => (text) => { const words = saidIn(text); return words.length > 0 && words.every((word) => list.has(word)); };
  const isGrammar = are(GRAMMAR);

  /** Words that turn others rather than mean something: src/search/plan/grammar.rs, which says why. */
  const WEAK = new Set((
    "after again along already around away back because before both but down during each else every first last later " +
    "left less more most new no nor not now off one only onto other others out over same since still two unless until up " +
    "upon while without"
  ).split(' '));

  const isWeak = are(WEAK);

  const LONGEST_NAME = 8;
  const MOST_NAMES_BEGUN = 8;
  const isHiragana = (one) => !one.katakana && one.char >= '\u3041' && one.char <= '\u309F';

  // Two hiragana after something else are grammar: タイ is not in 知りたい, nor マス in 動きます.
  const LONGEST_ENDING = 2;
  const isEnding = (at, chars) => at > 0 && chars.length <= LONGEST_ENDING && chars.every(isHiragana);

  function plan(index, clauses, typing, wanted) {
    const state = { corrected: [], sought: new Map(), absent: new Map(), numbers: [], wanted };
    const isFree = (clause) => !clause.field && !clause.book && !clause.quoted && !clause.prefix && !clause.excluded;
    const asked = addressed(index, clauses, isFree, wanted);
    const last = asked[asked.length - 1];
    const mended = asked.map((clause) => {
      const open = typing && clause === last && isFree(clause) && beginsAny(index, clause.text);
      const exempt = open || isGrammar(clause.text) || clause.excluded || clause.prefix || clause.quoted || ['id', 'number', 'term'].includes(clause.field);
      const text = exempt ? clause.text : correct(index, clause.text, state);
      return { ...clause, text, open };
    });
    const alone = new Set(mended.filter((clause) => !clause.excluded).map(identity)).size === 1;
    const keys = mended.map((clause) => key(clause.text, index.queryForms));
    // What all words ask for first is loaded at once.
    mended.forEach(({ text }, i) => {
      leadsOf(index, keys[i]);
      if (!isGrammar(text)) index.where(patternOf(text, index.queryForms));
    });
    index.settle();
    const needs = [];
    // What is asked for twice is looked for once.
    const known = new Set();
    const isNew = (...some) => {
      const said = some.map((clause) => `${clause.open}${identity(clause)}`).join();
      return !known.has(said) && Boolean(known.add(said));
    };
    for (let i = 0; i < mended.length;) {
      if (mended[i].excluded) { i += 1; continue; }
      let free = 0;
      while (i + free < mended.length && free < LONGEST_NAME && isFree(mended[i + free])) free += 1;
      let length = free;
      while (length > 1 && !nameOf(index, keys.slice(i, i + length))) length -= 1;
      if (length > 1) {
        const name = nameOf(index, keys.slice(i, i + length));
        const parts = mended.slice(i, i + length);
        if (isNew(...parts)) needs.push({ parts: parts.map((clause) => need(index, clause, alone, state)), leads: leadsOf(index, name), segments: [], strict: false });
        i += length;
      } else {
        if (isNew(mended[i])) needs.push(need(index, mended[i], alone, state));
        i += 1;
      }
    }
    if (needs.every((one) => one.optional)) for (const one of needs) one.optional = false;
    const excluded = mended.filter((clause) => clause.excluded && isNew(clause)).map((clause) => excludedBy(index, clause, state));
    return { needs, excluded, corrected: state.corrected, absent: [...state.absent], numbers: state.numbers, titleKey: mended.every(isFree) ? keys.join(' ') : null };
  }

  /**
   * The clauses without what only says that a number follows; a letter that ends the query behind a number belongs to it, if the
   * two can be a number, and 12 is one that a section has.
   */
  function addressed(index, clauses, isFree, wanted) {
    const isNumber = (clause) => clause && isFree(clause) && search.ruleNumber(clause.text) !== null;
    const isWhole = (number, letter) => {
      const { components, isDotted } = search.ruleNumber(number);
      return (isDotted || hasNumber(index, components.join('.'), wanted)) && search.ruleNumber(`${components.join('.')}.${letter}`) !== null;
    };
    const kept = [];
    clauses.forEach((clause, at) => {
      if (isFree(clause) && search.announcesNumber(clause.text) && isNumber(clauses[at + 1])) return;
      const number = kept[kept.length - 1];
      const isLetter = isFree(clause) && /^\p{Alphabetic}$/u.test(clause.text) && at === clauses.length - 1;
      if (isLetter && isNumber(number) && isWhole(number.text, clause.text)) kept[kept.length - 1] = { ...number, text: `${number.text}.${clause.text}` };
      else kept.push(clause);
    });
    return kept;
  }

  /** Whether a word may still be unfinished: what begins nothing is a typing error, also while it is typed. */
  function beginsAny(index, text) {
    const name = key(text, index.queryForms);
    const tail = runs(text).pop();
    const word = tail && isWord(tail) && index.wordsFrom(textOf(tail)).length > 0;
    return word || index.namesFrom(name, 1).length > 0;
  }

  /** The name that words in a row make: as they stand, or as one word where Japanese is typed with spaces. */
  function nameOf(index, keys) {
    const unspaced = keys.every((one) => isJapanese(one[0]) && isJapanese(one[one.length - 1]));
    return [keys.join(' '), ...(unspaced ? [keys.join('')] : [])].find(index.isNamed);
  }

  const leadsOf = (index, name) => index.named(name).map((concept) => ({ concept, key: name }));

  function need(index, clause, alone, state) {
    const name = key(clause.text, index.queryForms);
    if (clause.field === 'term') {
      const byId = index.withTermId(clause.text.toLowerCase()).map((concept) => ({ concept, key: '' }));
      const leads = byId.length ? byId : leadsOf(index, name).map((lead) => ({ ...lead, key: '' }));
      return { parts: null, word: null, leads, segments: [], strict: true };
    }
    const literal = clause.quoted || clause.prefix || clause.field;
    let leads = literal ? [] : leadsOf(index, name);
    if (clause.open && !leads.length && name.length > 2) {
      const begun = index.namesFrom(name, MOST_NAMES_BEGUN);
      leads = begun.flatMap((one) => leadsOf(index, one));
    }
    const segments = literal || leads.length ? [] : segmentsOf(index, clause.text);
    const strict = Boolean(clause.quoted || clause.field || clause.book);
    const optional = !literal && !clause.open && isGrammar(clause.text);
    const weak = !literal && isWeak(clause.text);
    return { parts: null, word: wordOf(index, clause, alone || clause.book, state), leads, segments, book: clause.book, strict, optional, weak };
  }

  /** What must not be found: the words of a clause in its field or book, or the concept that it names. */
  function excludedBy(index, clause, state) {
    const one = need(index, clause, false, state);
    return { ...one, leads: clause.field === 'term' ? one.leads : [], segments: [], strict: true, optional: false };
  }

  function wordOf(index, clause, alone, state) {
    const pattern = patternOf(clause.text, index.queryForms);
    const cutRuns = runs(clause.text);
    const tail = cutRuns[cutRuns.length - 1];
    if ((clause.prefix || clause.open) && tail && isWord(tail)) {
      const start = textOf(tail);
      const slot = pattern[pattern.length - 1];
      openEnd(index, slot, start);
      if (clause.prefix) slot.term = null;
    }
    const mayBeAddress = !clause.quoted && (!clause.field || clause.field === 'number' || clause.field === 'id');
    const wanted = clause.book ? (book) => book === clause.book : state.wanted;
    const number = mayBeAddress ? numberOf(index, clause.text, wanted) : null;
    const id = clause.text.toLowerCase();
    const isId = mayBeAddress && clause.field !== 'number' && (clause.field === 'id' || !clause.prefix);
    const address = Boolean(alone || number?.isDotted || id.includes('-') || clause.field);
    const known = number && (address && !clause.excluded ? resolved(index, clause.text, number.components, alone, state, wanted) : number.components.join('.'));
    return { pattern, chunks: chunksOf(index, cutRuns), field: clause.field, number: known, id: isId ? id : null, idPrefix: clause.field === 'id' && clause.prefix, address };
  }

  /** Whether a section of a wanted book has a number or lies under it. */
  const hasNumber = (index, number, wanted) => index.under(number).some((place) => wanted(index.bookOf(place)));

  /** The number that a word may be: also one that only a document would print so, if one does. */
  function numberOf(index, text, wanted) {
    const number = search.ruleNumber(text);
    if (number) return number;
    const printed = /\p{N}/u.test(text) ? search.printedNumber(text) : null;
    return printed && hasNumber(index, printed.components.join('.'), wanted) ? printed : null;
  }

  /**
   * The number by which the sections are found that a number asks for: its own or, of a statement, that of its section. Where no
   * section has it and it is all that was asked for, that of what it would lie under; 1.5 among other words may be a quantity.
   */
  function resolved(index, typed, components, alone, state, wanted) {
    const whole = components.join('.');
    const begun = (length) => components.slice(0, length).join('.');
    let length = components.length;
    while (length > 0 && !hasNumber(index, begun(length), wanted)) length -= 1;
    state.numbers.push(whole);
    // Letters behind a number are those of a statement.
    if (length > 0 && components.slice(length).every((one) => !/^\d/.test(one))) return begun(length);
    if (!alone) return whole;
    const nearest = length > 0 ? begun(length) : null;
    state.absent.set(typed, nearest);
    return nearest ?? whole;
  }

  function chunksOf(index, cutRuns) {
    const chunks = [];
    for (const run of cutRuns) {
      let kind = null;
      for (const one of run.chars) {
        const next = one.katakana ? 'katakana' : isHiragana(one) ? 'hiragana' : 'other';
        if (next !== kind) chunks.push({ kind: (kind = next), text: '' });
        chunks[chunks.length - 1].text += one.char;
      }
    }
    const meaningful = chunks.filter((chunk) => chunk.kind !== 'hiragana');
    const patterns = (meaningful.length ? meaningful : chunks).map((chunk) => patternOf(chunk.text, index.queryForms));
    return distinct(patterns);
  }

  function segmentsOf(index, text) {
    // A part that is there twice is looked for once.
    const parts = new Map();
    const add = (words, segment) => { if (!parts.has(words)) parts.set(words, segment()); };
    const plain = (words) => ({ parts: null, word: { pattern: patternOf(words, index.queryForms), chunks: [] }, leads: [], segments: [], strict: false });
    const named = (leads) => ({ parts: null, word: null, leads, segments: [], strict: false });
    for (const run of runs(text)) {
      if (run.script !== 'japanese') {
        const leads = leadsOf(index, keyOfRun(run, index.queryForms));
        add(textOf(run), () => (leads.length ? named(leads) : plain(textOf(run))));
        continue;
      }
      const { chars } = run;
      const cutsWord = (at) => at > 0 && at < chars.length && chars[at - 1].katakana && chars[at].katakana;
      let unknown = '';
      const flush = () => { if (unknown) { const words = unknown; add(words, () => plain(words)); } unknown = ''; };
      for (let at = 0; at < chars.length;) {
        let length = Math.min(chars.length - at, index.longest);
        const name = () => chars.slice(at, at + length).map((one) => one.char).join('');
        const fits = () => !cutsWord(at) && !cutsWord(at + length) && !isEnding(at, chars.slice(at, at + length));
        while (length > 0 && !(fits() && index.isNamed(name()))) length -= 1;
        if (length > 0) {
          flush();
          add(name(), () => named(leadsOf(index, name())));
          at += length;
        } else {
          if (isHiragana(chars[at])) flush(); else unknown += chars[at].char;
          at += 1;
        }
      }
      flush();
    }
    const segments = [...parts.values()];
    return segments.some((segment) => segment.leads.length) ? segments : [];
  }

  Object.assign(search, { plan });
})((globalThis.rulestoneSearch ??= {}));
