// Cuts out of a text the part that shows best why it was found: src/search/excerpt.rs.
(function (search) {
  'use strict';

  const WIDTH = 160, CUT_MARKS = 2, LEAD_IN = 40;
  /** Marks that are weighed together: no window shows more, unless they take no room. */
  const MOST_MARKS = 500;
  /** Units that are looked at for the columns before a place: more than an excerpt has, whatever its marks and accents. */
  const LOOKED_BACK = 2000;
  const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{20000}-\u{3FFFD}]/u;
  const CLINGS = /[」』）】〉》)\]”’"、。，．！？・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ\p{M}]/u;

  const widthOf = (char) => (WIDE.test(char) ? 2 : /\p{M}/u.test(char) ? 0 : 1);
  const width = (text) => { let sum = 0; for (const char of text) sum += widthOf(char); return sum; };
  /** Whether `text` is no wider than that; a long text is not read to its end. */
  const fitsInto = (text, columns) => { for (const char of text) { columns -= widthOf(char); if (columns < 0) return false; } return true; };

  /** Joins marks that touch: [[start, end]]. */
  function join(marks) {
    const joined = [];
    for (const { start, end } of marks) {
      const last = joined[joined.length - 1];
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else joined.push([start, end]);
    }
    return joined;
  }

  /** The best window of `text`, and the place in `text` where the marks that it shows begin: {text, marks, at}. */
  function excerpt(text, marks) {
    const around = core(text, marks, WIDTH - CUT_MARKS);
    const [start, end] = windowOf(text, around);
    const head = start > 0 ? '…' : '';
    const shift = (at) => Math.min(Math.max(at, start), end) - start + head.length;
    const inside = join(marks).filter(([from, to]) => from < end && to > start);
    const inner = text.slice(start, end).replace(/\n/g, ' ');
    // Behind the end of a sentence it is no fourth dot.
    const tail = end === text.length ? '' : /[.!?]$/.test(inner) ? ' …' : '…';
    return { text: head + inner + tail, marks: inside.map(([from, to]) => [shift(from), shift(to)]), at: around[0] };
  }

  /** The window around the places `from` and `to`. */
  function windowOf(text, [from, to]) {
    if (fitsInto(text, WIDTH)) return [0, text.length];
    const room = WIDTH - CUT_MARKS;
    const starts = sentenceStarts(text);
    const sentence = starts.filter((start) => start <= from).pop() ?? 0;
    const fits = fitsInto(text.slice(sentence, to), room);
    let start = fits ? sentence : wordStart(text, back(text, from, Math.min(LEAD_IN, Math.max(0, room - width(text.slice(from, to))))), from);
    const end = windowEnd(text, starts, start, to, room);
    if (end === text.length) {
      const earliest = back(text, end, room);
      start = Math.min(start, starts.find((one) => one >= earliest) ?? start, wordStart(text, earliest, start));
    }
    return [start, end];
  }

  /** The stretch of marks that meets most needs, then has most marks, then comes first. */
  function core(text, marks, room) {
    const columns = columnsOf(text);
    let best = [0, 0, 0, 0];
    marks.forEach((first, place) => {
      const needs = new Set();
      let count = 0, end = first.start;
      for (const mark of marks.slice(place, place + MOST_MARKS)) {
        if (columns[Math.max(end, mark.end)] - columns[first.start] > room) break;
        needs.add(mark.need);
        count += 1;
        end = Math.max(end, mark.end);
      }
      if (needs.size > best[0] || (needs.size === best[0] && count > best[1])) best = [needs.size, count, first.start, end];
    });
    return best[1] === 0 && marks.length ? [marks[0].start, marks[0].start] : [best[2], best[3]];
  }

  /** How many columns stand before each unit that begins a character, and before the end. */
  function columnsOf(text) {
    const columns = new Uint32Array(text.length + 1);
    let at = 0, before = 0;
    for (const char of text) {
      columns[at] = before;
      before += widthOf(char);
      at += char.length;
    }
    columns[at] = before;
    return columns;
  }

  function windowEnd(text, starts, start, coreEnd, room) {
    const farthest = forward(text, start, room);
    if (farthest === text.length) return farthest;
    const enough = Math.max(forward(text, start, Math.floor((room * 6) / 10)), coreEnd);
    const ends = starts.map((next) => text.slice(0, next).trimEnd().length).filter((end) => end >= enough && end <= farthest);
    if (ends.length) return ends[ends.length - 1];
    const least = Math.max(coreEnd, start);
    for (let at = farthest; at > least; at -= 1) {
      if (mayBreak(text, at)) return Math.max(least, text.slice(0, at).trimEnd().length);
    }
    return least > start ? least : farthest;
  }

  function sentenceStarts(text) {
    const found = [];
    for (const match of text.matchAll(/(?:[。！？\n]|[.!?](?=\s))[\s」』）】〉》)\]”’"]*/gu)) {
      if (match.index + match[0].length < text.length) found.push(match.index + match[0].length);
    }
    return found;
  }

  function wordStart(text, at, limit) {
    for (; at < limit; at += 1) if (mayBreak(text, at) && !/\s/.test(text[at])) return at;
    return limit;
  }

  function mayBreak(text, at) {
    if (at <= 0 || at >= text.length) return true;
    if (/[\uDC00-\uDFFF]/.test(text[at])) return false;
    const next = String.fromCodePoint(text.codePointAt(at));
    const last = Array.from(text.slice(Math.max(0, at - 2), at)).pop();
    return /\s/.test(last) || /\s/.test(next) || ((WIDE.test(last) || WIDE.test(next)) && !CLINGS.test(next));
  }

  function back(text, at, columns) {
    for (const char of Array.from(text.slice(Math.max(0, at - LOOKED_BACK), at)).reverse()) {
      columns -= widthOf(char);
      if (columns < 0) break;
      at -= char.length;
    }
    return at;
  }

  function forward(text, at, columns) {
    for (const char of text.slice(at)) {
      columns -= widthOf(char);
      if (columns < 0) break;
      at += char.length;
    }
    return at;
  }

  Object.assign(search, { excerpt, join });
})((globalThis.rulestoneSearch ??= {}));
