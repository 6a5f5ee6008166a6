// The query language: src/search/query/parse.rs.
(function (search) {
  'use strict';

  const FIELDS = ['title', 'body', 'note', 'id', 'number', 'term'];
  const QUOTE = /["＂“”„«»]/;
  const BLANK = /\s/;
  /** How much is asked at once, in characters and words: src/search/query/limits.rs, which says why. */
  const LONGEST_QUERY = 400, MOST_WORDS = 24, MOST_PREFIXES = 4;

  /** A query that cannot be understood: `code` for translation, `value` for what it is about, `column` counted from 1. */
  class QueryError extends Error {
    constructor(code, value, column) {
      super(`${code} ${value}`.trim());
      this.code = code;
      this.value = value;
      this.column = column;
    }
  }

  /** What makes two clauses the same, so that they count once. */
  const identity = (clause) => JSON.stringify([clause.text.toLowerCase(), clause.field, clause.book, clause.quoted, clause.prefix, clause.excluded]);

  /** The first clauses, as many as may be asked at once; `leftOut` are the others, as typed. */
  function bounded(clauses) {
    const counts = { wanted: [new Set(), new Set()], excluded: [new Set(), new Set()] };
    const leftOut = new Set();
    const kept = clauses.filter((clause) => {
      const [words, prefixes] = counts[clause.excluded ? 'excluded' : 'wanted'];
      const id = identity(clause);
      if (words.has(id)) return true;
      if (words.size >= MOST_WORDS || (clause.prefix && prefixes.size >= MOST_PREFIXES)) { leftOut.add(clause.typed); return false; }
      words.add(id);
      if (clause.prefix) prefixes.add(id);
      return true;
    });
    return Object.assign(kept, { leftOut: [...leftOut] });
  }

  /**
   * Clauses of `text`: [{text, typed, field, book, quoted, prefix, excluded, column}], with `leftOut` for those beyond what
   * may be asked at once; throws a QueryError.
   */
  function parseQuery(text, books = []) {
    // A character has at most two units; a very long text is not taken apart to see that.
    const chars = text.length > 2 * LONGEST_QUERY ? null : Array.from(text);
    if (chars === null || chars.length > LONGEST_QUERY) throw new QueryError('too-long', String(LONGEST_QUERY), LONGEST_QUERY + 1);
    const clauses = [];
    let at = 0;
    const readField = () => {
      let end = at;
      while (end < chars.length && !':：'.includes(chars[end]) && !BLANK.test(chars[end]) && !QUOTE.test(chars[end])) end += 1;
      if (end >= chars.length || !':：'.includes(chars[end])) return {};
      const name = chars.slice(at, end).join('').toLowerCase();
      const book = books.find((one) => one.toLowerCase() === name);
      if (FIELDS.includes(name) || book !== undefined) {
        at = end + 1;
        return FIELDS.includes(name) ? { field: name } : { book };
      }
      const glued = end + 1 < chars.length && !BLANK.test(chars[end + 1]);
      if (chars[end] === ':' && /^[a-z_-]+$/.test(name) && glued) throw new QueryError('unknown-field', name, at + 1);
      return {};
    };
    for (;;) {
      while (at < chars.length && BLANK.test(chars[at])) at += 1;
      if (at >= chars.length) break;
      const column = at + 1;
      const excluded = chars[at] === '-' && at + 1 < chars.length && !BLANK.test(chars[at + 1]);
      if (excluded) at += 1;
      const where = readField();
      const quoted = at < chars.length && QUOTE.test(chars[at]);
      const open = at;
      if (quoted) at += 1;
      const start = at;
      while (at < chars.length && !QUOTE.test(chars[at]) && (quoted || !BLANK.test(chars[at]))) at += 1;
      let words = chars.slice(start, at).join('');
      if (quoted && at >= chars.length) throw new QueryError('open-quote', words, open + 1);
      if (quoted) at += 1;
      const prefix = quoted ? chars[at] === '*' : words.endsWith('*');
      if (quoted && prefix) at += 1;
      if (!quoted) words = words.replace(/\*+$/, '');
      if (/[\p{Alphabetic}\p{N}]/u.test(words)) clauses.push({ text: words, typed: chars.slice(column - 1, at).join(''), quoted, prefix, excluded, column, ...where });
      else if (where.field || where.book) throw new QueryError('empty-field', where.field ?? where.book, column);
    }
    if (clauses.length && clauses.every((clause) => clause.excluded)) throw new QueryError('only-exclusions', clauses[0].text, clauses[0].column);
    return bounded(clauses);
  }

  Object.assign(search, { parseQuery, identity, QueryError });
})((globalThis.rulestoneSearch ??= {}));
