// The cut of text into tokens: src/analyzer/, character for character; tests/search/vectors.json holds both to it.
(function (search) {
  'use strict';

  const LONGEST_WORD = 64;
  const JOINS = /^[\p{M}\u1160-\u11FF]/u;
  const ALPHABETIC = /^\p{Alphabetic}$/u;
  const ALPHANUMERIC = /^[\p{Alphabetic}\p{N}]$/u;
  const INVISIBLE = /^[\u0300-\u036F\u3099\u309A\u00AD\u200B-\u200D\u2060\uFEFF]$/u;
  const ACCENTED = /^[\u00C0-\u024F\u1E00-\u1EFF]$/u;
  const JAPANESE = /^[々〆〇〻ー\u3041-\u3096\u309D-\u309F\u30F7-\u30FA\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFD}]$/u;

  /** Folds `text` one base character with its marks at a time: [{char, start, end, katakana}], places in UTF-16 units. */
  function fold(text) {
    const chars = Array.from(text);
    const folded = [];
    let at = 0;
    for (let i = 0; i < chars.length;) {
      const start = at;
      let cluster = chars[i++];
      while (i < chars.length && chars[i] > '\x7F' && JOINS.test(chars[i].normalize('NFKD'))) cluster += chars[i++];
      at += cluster.length;
      for (const normal of cluster.normalize('NFKC')) {
        for (const char of normal.toLowerCase()) foldChar(char, start, at, folded);
      }
    }
    return folded;
  }

  function foldChar(char, start, end, folded) {
    const push = (char, katakana) => folded.push({ char, start, end, katakana });
    if (char === 'ё') push('е', false);
    else if (char === '\u2018' || char === '\u2019' || char === '\u02BC') push("'", false);
    else if (/^[\u30A1-\u30F6\u30FD\u30FE]$/.test(char)) push(String.fromCharCode(char.charCodeAt(0) - 0x60), true);
    else if (/^[\u30F7-\u30FAー]$/.test(char)) push(char, true);
    else if (INVISIBLE.test(char)) return;
    else if (ACCENTED.test(char)) for (const base of char.normalize('NFD')) { if (!/^\p{M}/u.test(base)) push(base, false); }
    else push(char, false);
  }

  function script(char) {
    if (char >= '0' && char <= '9') return 'digit';
    if (char >= 'a' && char <= 'z') return 'latin';
    if (char <= '\x7F') return 'break';
    if (char >= '\u0400' && char <= '\u052F' && ALPHABETIC.test(char)) return 'cyrillic';
    if (/^[\u00AA-\u024F\u1E00-\u1EFF]$/.test(char) && ALPHABETIC.test(char)) return 'latin';
    if (JAPANESE.test(char)) return 'japanese';
    return ALPHANUMERIC.test(char) ? 'other' : 'break';
  }

  /** Runs of one script: [{script, chars}]. */
  function runs(text) {
    const folded = fold(text);
    const scripts = folded.map((one) => script(one.char));
    const found = [];
    for (let at = 0; at < folded.length;) {
      const kind = scripts[at];
      if (kind === 'break') { at += 1; continue; }
      const chars = [folded[at++]];
      for (let next; (next = continuation(folded, scripts, at, kind)); at = next.at + 1) {
        if (next.joint) chars.push(folded[at]);
        chars.push(folded[next.at]);
      }
      found.push({ script: kind, chars });
    }
    return found;
  }

  function continuation(folded, scripts, at, kind) {
    if (scripts[at] === kind) return { at, joint: false };
    if (at >= folded.length) return null;
    const between = folded[at].char;
    const follows = scripts[at + 1] === kind;
    if (kind === 'digit') return between === '.' && follows ? { at: at + 1, joint: true } : null;
    if (kind === 'latin') return between === "'" && follows ? { at: at + 1, joint: true } : null;
    if (kind !== 'japanese') return null;
    if ('・·‧゠'.includes(between)) {
      return folded[at - 1].katakana && at + 1 < folded.length && folded[at + 1].katakana ? { at: at + 1, joint: false } : null;
    }
    let next = at;
    let breaks = 0;
    for (; next < folded.length && ' \t\r\n'.includes(folded[next].char); next += 1) breaks += folded[next].char === '\n' ? 1 : 0;
    return breaks === 1 && scripts[next] === kind ? { at: next, joint: false } : null;
  }

  const textOf = (run) => run.chars.map((one) => one.char).join('');

  function formOf(run) {
    const text = textOf(run);
    const bare = run.script === 'latin' && text.endsWith("'s") ? text.slice(0, -2) : text;
    return Array.from(bare).slice(0, LONGEST_WORD).join('');
  }

  const stemOf = (form, forms) => forms.get(form) ?? form;
  const isWord = (run) => run.script === 'latin' || run.script === 'cyrillic' || run.script === 'other';

  /** Tokens of `text`: [{term, form, start, end, position, kind}]. `forms` maps folded words to stems. */
  function cut(text, forms) {
    const tokens = [];
    let position = 0;
    for (const run of runs(text)) {
      const { chars } = run;
      if (run.script === 'japanese') {
        chars.forEach((one, i) => {
          const token = (term, end, kind) => tokens.push({ term, form: term, start: one.start, end, position: position + i, kind });
          token(one.char, one.end, 'character');
          if (i + 1 < chars.length) token(one.char + chars[i + 1].char, chars[i + 1].end, 'bigram');
        });
        position += chars.length;
      } else {
        const form = formOf(run);
        const term = isWord(run) ? stemOf(form, forms) : form;
        tokens.push({ term, form, start: chars[0].start, end: chars[chars.length - 1].end, position, kind: isWord(run) ? 'word' : 'number' });
        position += 1;
      }
    }
    return tokens;
  }

  const keyOfRun = (run, forms) => (isWord(run) ? stemOf(formOf(run), forms) : run.script === 'japanese' ? textOf(run) : formOf(run));
  const key = (text, forms) => runs(text).map((run) => keyOfRun(run, forms)).join(' ');

  /** The words of katakana in a run: [{text, start, end}]. */
  function katakana(run) {
    const found = [];
    let word = null;
    for (const one of run.chars) {
      if (!one.katakana) { word = null; continue; }
      if (!word) found.push((word = { text: '', start: one.start, end: one.end }));
      word.text += one.char;
      word.end = one.end;
    }
    return found;
  }

  const isJapanese = (char) => char !== undefined && script(char) === 'japanese';

  Object.assign(search, { runs, cut, script, isJapanese, key, keyOfRun, textOf, isWord, katakana });
})((globalThis.rulestoneSearch ??= {}));
