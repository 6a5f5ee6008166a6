// Stems of Russian words, as Snowball's: a query is inflected in more ways than the texts, whose stems the index brings.
(function (search) {
  'use strict';

  const list = (words) => new Set(words.split(' '));
  /** Endings of one kind: those of `behind` must stand behind а or я, which stays. */
  const kind = (free, behind = '') => ({ free: list(free), behind: list(behind) });

  const GERUND = kind('ив ивши ившись ыв ывши ывшись', 'в вши вшись');
  const REFLEXIVE = kind('сь ся');
  const ADJECTIVE = kind('ему ому ых их ую юю ею ою яя ая ые ее ие ое ыми ими ый ей ий ой ым ем им ом его ого');
  const PARTICIPLE = kind('ывш ивш ующ', 'вш щ ющ ем нн');
  const VERB = kind(
    'ыт уют ят ует ит ены ыть ить ишь ю ую ыла ила ена ите уйте ейте ыли или уй ей ыл ил ым им ен ыло ило ено',
    'ют ет ны ть ешь ла на ете йте ли й л ем н ло но нно'
  );
  const NOUN = kind(
    'у ях иях ах ы ь ю ью ию я ья ия а ев ов е ье ие и еи ии ями иями ами й ей ией ий ой ям иям ам ем ием ом о'
  );
  const LONGEST_ENDING = 6;

  /** `word` without its longest ending of a kind; null if it has none, or has it in the wrong place. */
  function without(word, { free, behind }, from) {
    for (let length = Math.min(LONGEST_ENDING, word.length - from); length > 0; length -= 1) {
      const start = word.length - length;
      const ending = word.slice(start);
      if (free.has(ending)) return word.slice(0, start);
      if (behind.has(ending)) return start > from && 'ая'.includes(word[start - 1]) ? word.slice(0, start) : null;
    }
    return null;
  }

  /** The stem of a folded Russian word. */
  function russianStem(form) {
    const start = /^[^аеиоуыэюя]*[аеиоуыэюя]/.exec(form);
    if (!start) return form;
    const from = start[0].length;
    const late = /^[^аеиоуыэюя]*[аеиоуыэюя]+[^аеиоуыэюя]+[аеиоуыэюя]+[^аеиоуыэюя]/.exec(form)?.[0].length ?? form.length;
    let word = without(form, GERUND, from);
    if (word === null) {
      word = without(form, REFLEXIVE, from) ?? form;
      const adjective = without(word, ADJECTIVE, from);
      if (adjective !== null) word = without(adjective, PARTICIPLE, from) ?? adjective;
      else word = without(word, VERB, from) ?? without(word, NOUN, from) ?? word;
    }
    const cut = (ending, least = from) => {
      const here = word.endsWith(ending) && word.length - ending.length >= least;
      if (here) word = word.slice(0, -ending.length);
      return here;
    };
    cut('и');
    if (!cut('ость', late)) cut('ост', late);
    const doubled = () => { if (word.endsWith('нн') && word.length - 2 >= from) word = word.slice(0, -1); };
    if (cut('ейше') || cut('ейш')) doubled();
    else if (!cut('ь')) doubled();
    return word;
  }

  Object.assign(search, { russianStem });
})((globalThis.rulestoneSearch ??= {}));
