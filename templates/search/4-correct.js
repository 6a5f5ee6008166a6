// Forgives typing errors, but only in words that occur nowhere: src/search/plan/correct.rs.
(function (search) {
  'use strict';

  const { runs, textOf, keyOfRun, katakana, patternOf, script } = search;

  /** As in src/search/plan/correct.rs, which says why. */
  const LONGEST_MENDED = 32, MOST_MENDED = 12;

  /**
   * Mends typing errors in words that occur nowhere: src/search/plan/correct.rs. `state` is kept for one query: what was
   * `corrected`, and what was `sought`.
   */
  function correct(index, text, state) {
    let mended = text;
    const corrected = [];
    for (const run of runs(text).reverse()) {
      const isText = run.script === 'latin' || run.script === 'cyrillic';
      const whole = { text: textOf(run), start: run.chars[0].start, end: run.chars[run.chars.length - 1].end };
      const suspects = isText ? [whole] : run.script === 'japanese' ? katakana(run).reverse() : [];
      for (const suspect of suspects) {
        const original = text.slice(suspect.start, suspect.end);
        const pattern = patternOf(original, index.queryForms);
        // What is missing tells nothing; it is loaded for all words at once.
        if (index.where(pattern).size || index.missing.size) continue;
        const isNamed = isText ? index.isNameWord(keyOfRun(run, index.queryForms)) : index.isInNameWord(suspect.text);
        const isId = index.isId(text.toLowerCase());
        const known = index.allWords();
        if (isNamed || index.missing.size) continue;
        if (isId) return text;
        const nearest = remembered(known, suspect.text, isText ? keyOfRun(run, index.queryForms) : suspect.text, state.sought);
        if (nearest === null) continue;
        const shown = isText ? nearest : nearest.replace(/[\u3041-\u3096ゝゞ]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60));
        mended = mended.slice(0, suspect.start) + shown + mended.slice(suspect.end);
        corrected.unshift([original, shown]);
      }
    }
    for (const [from, to] of corrected) if (!state.corrected.some((one) => one[0] === from && one[1] === to)) state.corrected.push([from, to]);
    return mended;
  }

  /** The word to look for in place of `folded`, sought once; null if there is none, or if enough words were sought. */
  function remembered(known, folded, stem, sought) {
    if (mostErrors(length(folded)) === 0 || length(folded) > LONGEST_MENDED) return null;
    if (!sought.has(folded)) sought.set(folded, sought.size < MOST_MENDED ? nearestWord(known, folded, stem) : null);
    return sought.get(folded);
  }

  const SHORTEST_BEGINNING = 5;
  const LONGEST_ENDING = 7;
  const length = (word) => Array.from(word).length;
  const mostErrors = (letters) => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

  /** The word to look for in place of `folded`: src/search/plan/correct.rs, which says why. */
  function nearestWord({ words, stems }, folded, stem) {
    const typed = { text: folded, length: length(folded) };
    const typedStem = script(stem[0]) === 'cyrillic' && length(stem) >= SHORTEST_BEGINNING ? { text: stem, length: length(stem) } : null;
    const beginning = beginningOf(stems, folded);
    let best = null;
    const better = (rank) => { if (best === null || before(rank, best)) best = rank; };
    for (const word of words) {
      const kin = beginning !== null && (word.form.startsWith(beginning) || word.stem === beginning);
      if (beginning === null ? word.far : !kin) continue;
      const wrong = errors(typed, typedStem, word);
      if (wrong !== null) better([wrong, -word.count, word.form]);
    }
    if (best === null && beginning !== null && length(folded) - length(beginning) <= LONGEST_ENDING) {
      for (const word of words) if (word.stem === beginning) better([0, -word.count, word.form]);
    }
    return best && best[2];
  }

  /** The longest known stem that `folded` goes on from. */
  function beginningOf(stems, folded) {
    const chars = Array.from(folded);
    for (let end = chars.length - 1; end >= SHORTEST_BEGINNING; end -= 1) {
      const start = chars.slice(0, end).join('');
      if (stems.has(start)) return start;
    }
    return null;
  }

  function errors(typed, typedStem, word) {
    const form = between(typed, word.form, word.length);
    const stem = typedStem && between(typedStem, word.stem, word.stemLength);
    return form === null || (stem !== null && stem < form) ? stem : form;
  }

  function between(typed, known, knownLength) {
    const most = mostErrors(typed.length);
    if (most === 0 || Math.abs(knownLength - typed.length) > most) return null;
    const wrong = distance(known, typed.text, most);
    return wrong <= most ? wrong : null;
  }

  const before = (left, right) => {
    const at = left.findIndex((value, i) => value !== right[i]);
    return at >= 0 && left[at] < right[at];
  };

  /** Optimal string alignment: insertions, deletions, replacements, and swaps of neighbours; more than `most` is as good as any. */
  function distance(left, right, most) {
    const rows = [Array.from({ length: right.length + 1 }, (_, i) => i)];
    for (let i = 1; i <= left.length; i += 1) {
      rows.push([i]);
      let least = i;
      for (let j = 1; j <= right.length; j += 1) {
        const same = left[i - 1] === right[j - 1] ? 0 : 1;
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
        if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
        least = Math.min(least, rows[i][j]);
      }
      // A swap reaches over one row only.
      if (least > most + 1) return least;
    }
    return rows[left.length][right.length];
  }

  Object.assign(search, { correct });
})((globalThis.rulestoneSearch ??= {}));
