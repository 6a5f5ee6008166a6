// Rule numbers, read by their components however they are printed or typed: src/library/number.rs, which says why.
(function (search) {
  'use strict';

  const BEFORE = [
    '§', '№', '#', 'no.', 'nr.', 'sec.', 'section', 'art.', 'article', 'ch.', 'chapter', 'rule', 'п.', 'пп.', 'пункт', 'ст.', 'статья',
    'гл.', 'глава', 'разд.', 'раздел', 'правило', 'правила', 'ルール', '規則',
  ].map((word) => word.normalize('NFKC'));
  const COUNTERS = '第章節条項号款の之';
  const KANJI = '〇一二三四五六七八九';
  const LARGER = { 十: 10, 百: 100, 千: 1000 };
  const MOST = 2n ** 64n;

  const isDigits = (component) => /^\d+$/.test(component);
  const isRoman = (letters) => letters !== '' && /^(xl|l?x{0,3})(i{1,3}|iv|vi{0,3}|ix|)$/.test(letters);
  /** One letter, or one twice (after z comes aa), or a Roman numeral. */
  const isComponent = (letters, isFirst) => /^.$/u.test(letters) || (!isFirst && /^(.)\1$/u.test(letters)) || isRoman(letters);

  function kindOf(char, isCounted) {
    if (/[0-9]/.test(char)) return 'digits';
    if ('-‐‑–'.includes(char)) return 'hyphen';
    if (`.()[]${COUNTERS}`.includes(char)) return 'parting';
    if (isCounted && (KANJI.includes(char) || LARGER[char])) return 'kanji';
    return /[a-zа-яёァ-ヺ]/.test(char) ? 'letters' : null;
  }

  /** What else a document may print in a number. */
  const kindOfAny = (char) => (' /:'.includes(char) ? 'parting' : /\p{Alphabetic}/u.test(char) ? 'letters' : null);

  /** 十五 is 15, 三百二 is 302, 一〇 is 10. */
  function fromKanji(text) {
    let [sum, digits] = [0n, null];
    for (const char of text) {
      if (LARGER[char]) [sum, digits] = [sum + (digits ?? 1n) * BigInt(LARGER[char]), null];
      else digits = (digits ?? 0n) * 10n + BigInt(KANJI.indexOf(char));
      if (sum >= MOST || digits >= MOST) return null;
    }
    return String(sum + (digits ?? 0n));
  }

  /** {components, parts, hyphens, isCounted, isAnnounced}, or null. `freely`: letters of any script are components. */
  function read(text, freely) {
    const folded = text.normalize('NFKC').toLowerCase();
    const before = BEFORE.find((one) => folded.startsWith(one)) ?? '';
    const isCounted = [...folded].some((char) => COUNTERS.includes(char));
    const runs = [];
    for (const char of folded.slice(before.length).trim()) {
      const kind = kindOf(char, isCounted) ?? (freely ? kindOfAny(char) : null);
      if (!kind) return null;
      if (runs.at(-1)?.kind === kind) runs.at(-1).text += char; else runs.push({ kind, text: char });
    }
    const components = [];
    let [parts, hyphens] = [0, 0];
    for (const { kind, text } of runs) {
      if (kind === 'hyphen') hyphens += 1;
      else if (kind === 'parting') parts += components.length ? 1 : 0;
      else components.push(kind === 'kanji' ? fromKanji(text) : text);
    }
    return components.includes(null) ? null : { components, parts, hyphens, isCounted, isAnnounced: before !== '' };
  }

  const hasDigits = (components) => components.some(isDigits);

  function numberOf({ components, parts, hyphens, isCounted, isAnnounced }) {
    const isParted = components.length > 1 && (parts > 0 || hyphens > 1);
    return { components, isDotted: hasDigits(components) && (isParted || isCounted || isAnnounced) };
  }

  /** {components, isDotted}: whether it can hardly be an ordinary quantity; null for what may as well be anything else. */
  function ruleNumber(text) {
    const found = read(text, false);
    if (!found) return null;
    const { components, parts, hyphens, isCounted } = found;
    if (!components.every((one, at) => isDigits(one) || isComponent(one, at === 0))) return null;
    const isRoll = parts + hyphens === 0 && !isCounted && components.length > 2;
    if (isRoll || !(hasDigits(components) || (components.length === 1 && isRoman(components[0])))) return null;
    return numberOf(found);
  }

  /** The same of what only a document may print, to be asked for where ruleNumber is null. */
  function printedNumber(text) {
    const found = read(text, true);
    return found?.components.length ? numberOf(found) : null;
  }

  /** Whether a word only says that a number follows. */
  const announcesNumber = (word) => [word, `${word}.`].some((one) => BEFORE.includes(one.normalize('NFKC').toLowerCase()));

  Object.assign(search, { ruleNumber, announcesNumber, printedNumber });
})((globalThis.rulestoneSearch ??= {}));
