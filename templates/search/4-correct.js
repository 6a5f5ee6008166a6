// Forgives typing errors, but only in words that occur nowhere: src/search/plan/correct.rs.
(function (search) {
  'use strict';

  const { runs, textOf, keyOfRun, katakana, patternOf, candidates, find } = search;

  /** Mends typing errors in words that occur nowhere: src/search/plan/correct.rs. */
  function correct(index, text, corrected) {
    let mended = text;
    for (const run of runs(text).reverse()) {
      const isText = run.script === 'latin' || run.script === 'cyrillic';
      const whole = { text: textOf(run), start: run.chars[0].start, end: run.chars[run.chars.length - 1].end };
      const suspects = isText ? [whole] : run.script === 'japanese' ? katakana(run).reverse() : [];
      for (const suspect of suspects) {
        const original = text.slice(suspect.start, suspect.end);
        const pattern = patternOf(original, index.queryForms);
        const named = isText ? index.nameWords.has(keyOfRun(run, index.queryForms)) : [...index.nameWords].some((word) => word.includes(suspect.text));
        if (named || candidates(index, pattern).some((place) => index.entries[place].texts.some((one) => find(one, pattern).length))) continue;
        const nearest = nearestWord(index, suspect.text);
        if (nearest === null) continue;
        const shown = isText ? nearest : nearest.replace(/[\u3041-\u3096ゝゞ]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0x60));
        mended = mended.slice(0, suspect.start) + shown + mended.slice(suspect.end);
        corrected.push([original, shown]);
      }
    }
    return mended;
  }

  function nearestWord(index, folded) {
    const length = Array.from(folded).length;
    const most = length < 4 ? 0 : length < 8 ? 1 : 2;
    let best = null;
    if (most === 0) return best;
    for (const [word, places] of index.words) {
      if (Math.abs(word.length - length) > most) continue;
      const rank = [distance(word, folded), -places.size, word];
      if (rank[0] <= most && (best === null || before(rank, best))) best = rank;
    }
    return best && best[2];
  }

  const before = (left, right) => {
    const at = left.findIndex((value, i) => value !== right[i]);
    return at >= 0 && left[at] < right[at];
  };

  /** Optimal string alignment: insertions, deletions, replacements, and swaps of neighbours. */
  function distance(left, right) {
    const rows = [Array.from({ length: right.length + 1 }, (_, i) => i)];
    for (let i = 1; i <= left.length; i += 1) {
      rows.push([i]);
      for (let j = 1; j <= right.length; j += 1) {
        const same = left[i - 1] === right[j - 1] ? 0 : 1;
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
        if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[left.length][right.length];
  }

  Object.assign(search, { correct });
})((globalThis.rulestoneSearch ??= {}));
