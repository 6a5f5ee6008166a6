#!/usr/bin/env node
/**
 * Makes random slips of translators and editors in a library of rulebooks.
 *
 *   node corrupt.mjs LIBRARY LANGUAGE SEED COUNT > corruptions.json
 *
 * Nothing in LIBRARY is changed. The output is a JSON array of COUNT corruptions, each ONE slip that is meant to be
 * applied alone to a fresh copy of the library:
 *
 *   id      "ja-17"
 *   kind    one of KINDS below
 *   file    the file, relative to LIBRARY
 *   line    the first line that changes, counted from 1
 *   before  that whole line as it is
 *   after   that whole line as it becomes, or null if it is deleted
 *   lines   only where several lines change: [[line, before, after or null], …]
 *   what    one sentence that tells what was done
 *
 * The same library, language, seed and count always give the same corruptions.
 *
 * How it works: each file is read line by line into `pieces` (a title, a text, a note, a label …) that know where each
 * of their characters stands. For each kind of slip a maker proposes candidates in a piece: the piece's new lines.
 * Candidates that would break the YAML or change nothing are refused. What is drawn is spread over files and pieces.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The kinds of slip and how often they are drawn. */
const KINDS = {
  'change-number': 8,
  'drop-reference': 6,
  'alter-reference': 6,
  'forbidden-term': 6,
  'delete-list-item': 5,
  'unbalance-bracket': 6,
  'mix-scripts': 6,
  'edit-reference-text': 7,
};

/** How often each sort of piece is drawn, once the file is chosen. */
const CATEGORY_WEIGHTS = { text: 5, note: 3, example: 3, title: 1, label: 1, definition: 2, name: 0.3, book: 2 };

/** The kinds whose makers tell many sorts apart, which are to take turns. */
const VARIED = new Set(['change-number', 'forbidden-term', 'mix-scripts', 'edit-reference-text']);

const LANGUAGES = ['en', 'ja', 'ru'];
const REFERENCE_LANGUAGE = 'en';

// ---------------------------------------------------------------------------------------------------------------------
// Randomness

/** A small seeded generator (mulberry32). The seed may be any string. */
function createRandom(seed) {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return {
    next,
    below,
    pick: (list) => list[below(list.length)],
    weighted(list, weightOf) {
      const total = list.reduce((sum, item) => sum + weightOf(item), 0);
      let left = next() * total;
      for (const item of list) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      return list.at(-1);
    },
    shuffle(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [copy[i], copy[j]] = [copy[j], copy[i]];
      }
      return copy;
    },
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading: the scalars of the YAML subset that libraries use, with their places

/**
 * Yields every scalar of a file that stands in a block mapping, or in a flow mapping that ends on its own line:
 * { path, style, value, spans }. `path` names list items by their id (or "#"). `spans` has one entry for each line of
 * the value: the index of the line and what stands before and after the value's part in it.
 */
function* scalarsOf(lines) {
  const stack = []; // the open keys and list items: { indent, key }
  const pathTo = (...keys) => [...stack.map((entry) => entry.key), ...keys];
  const close = (indent) => {
    while (stack.length && stack.at(-1).indent >= indent) stack.pop();
  };

  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (/^\s*(#|$)/.test(line)) continue;
    let column = line.search(/\S/);

    for (let dash; (dash = /^-\s+(?=\S)/.exec(line.slice(column))); column += dash[0].length) {
      close(column);
      stack.push({ indent: column, key: '#' });
    }
    if (line[column] === '{') {
      yield* flowScalars(line, i, column, pathTo());
      continue;
    }

    const match = /^([\w.-]+|"[^"]*"):(?:\s+|$)/.exec(line.slice(column));
    if (!match) continue;
    close(column);
    const key = match[1].replaceAll('"', '');
    const start = column + match[0].length;
    const rest = line.slice(start);

    if (rest === '' || rest.startsWith('#')) {
      stack.push({ indent: column, key });
    } else if (/^[|>]/.test(rest)) {
      const body = [];
      while (i + 1 < lines.length && (/^\s*$/.test(lines[i + 1]) || lines[i + 1].search(/\S/) > column)) body.push(++i);
      while (body.length && /^\s*$/.test(lines[body.at(-1)])) body.pop();
      const indent = body.length ? lines[body[0]].search(/\S/) : 0;
      // Only the literal style keeps its lines, so only that one can be edited line by line.
      if (rest.trim() === '|' && body.length) {
        const spans = body.map((index) => ({ index, prefix: lines[index].slice(0, indent), suffix: '' }));
        const value = body.map((index) => lines[index].slice(indent)).join('\n');
        yield { path: pathTo(key), style: 'block', value, spans };
      }
    } else if (rest[0] === '{') {
      // A flow mapping that goes on below this line (fingerprints) leaves its key open: no such path is prose.
      if (!(yield* flowScalars(line, i, start, pathTo(key)))) stack.push({ indent: column, key });
    } else if (rest[0] !== '[') {
      const scalar = lineScalar(line, i, start, false);
      if (!scalar) continue;
      if (key === 'id' && stack.at(-1)?.key === '#') stack.at(-1).key = scalar.value;
      yield { path: pathTo(key), ...scalar };
    }
  }
}

/** Yields the scalars of the flow mapping that begins at `start`; returns whether the mapping ends on this line. */
function* flowScalars(line, index, start, path) {
  const found = [];
  let at = start;
  const skip = () => {
    while (line[at] === ' ') at++;
  };
  const readValue = (here) => {
    skip();
    if (line[at] === '{') return readMapping(here);
    if (line[at] === '[') {
      const end = line.indexOf(']', at);
      if (end < 0) return false;
      at = end + 1;
      return true;
    }
    const scalar = lineScalar(line, index, at, true);
    if (!scalar) return false;
    at = scalar.end;
    found.push({ path: here, ...scalar });
    return true;
  };
  const readMapping = (here) => {
    at++;
    for (;;) {
      skip();
      if (line[at] === '}') return at++ > 0;
      const key = /^([\w.-]+|"[^"]*"):\s/.exec(line.slice(at));
      if (!key) return false;
      at += key[0].length;
      if (!readValue([...here, key[1].replaceAll('"', '')])) return false;
      skip();
      if (line[at] === ',') at++;
      else if (line[at] !== '}') return false;
    }
  };
  const complete = readMapping(path);
  if (complete) yield* found;
  return complete;
}

/** The scalar that begins at `start` and ends on the same line, or null. Escapes are not understood, so refused. */
function lineScalar(line, index, start, flow) {
  const rest = line.slice(start);
  let match;
  let style;
  let offset = 0;
  if (rest[0] === '"') {
    match = /^"([^"\\]*)"/.exec(rest);
    [style, offset] = ['double', 1];
  } else if (rest[0] === "'") {
    match = /^'([^']*)'(?!')/.exec(rest);
    [style, offset] = ['single', 1];
  } else {
    match = (flow ? /^([^,[\]{}]+?)(?=\s*[,}])/ : /^(.+?)(?=\s+#|\s*$)/).exec(rest);
    style = flow ? 'flow' : 'plain';
  }
  if (!match) return null;
  const from = start + offset;
  const span = { index, prefix: line.slice(0, from), suffix: line.slice(from + match[1].length) };
  return { style, value: match[1], spans: [span], end: start + match[0].length };
}

// ---------------------------------------------------------------------------------------------------------------------
// Pieces: what people read

/** What sort of prose a path holds, and under which name the languages share it; null if it is no prose. */
function classify(file, path, language) {
  const where = path.join('/');
  let match;
  if (file === 'terms.yaml') {
    match = /^terms\/([^/]+)\/(name|definition)$/.exec(where);
    return match && { category: match[2], name: where };
  }
  if (file === 'book.yaml' || file === 'assumptions.yaml') {
    if (path.at(-1) !== language) return null;
    const owner = path.slice(0, -1).join('/');
    if (/^(title|short|edition)$|^books\//.test(owner)) return { category: 'book', name: owner, properName: true };
    const prose = /^provenance$|^options\/[^/]+\/(title|why|readings\/[^/]+)$|^assumptions\/[^/]+\/reason$/;
    return prose.test(owner) ? { category: 'book', name: owner } : null;
  }
  if (/^chapter\/title$|^sections\/[^/]+\/title$/.test(where)) return { category: 'title', name: where };
  if (/^sections\/[^/]+\/text$/.test(where)) return { category: 'text', name: where };
  if (/^sections\/[^/]+\/labels\/[^/]+$/.test(where)) return { category: 'label', name: where };
  // The reference language lists notes and examples; the others map them by id, and a reading is `note.reading`.
  match = /^(sections\/[^/]+)\/(note|example)s\/([^/]+)(?:\/text|\/readings\/([^/]+))?$/.exec(where);
  if (!match) return null;
  const [, section, category, id, reading] = match;
  return { category, name: `${section}/${category}s/${id}${reading ? `.${reading}` : ''}` };
}

/** All pieces of one language: { file, book, category, name, language, style, text, spans, lines, waived }. */
function readPieces(library, language) {
  const pieces = [];
  const readFile = (folder, book, file) => {
    const path = `${folder}/${book}/${file}`;
    const lines = readFileSync(join(library, path), 'utf8').split('\n');
    const waived = new Map(); // by section: the words that its waivers allow
    const own = [];
    for (const { path: keys, style, value, spans } of scalarsOf(lines)) {
      if (keys[2] === 'waivers' && keys.at(-1) === 'text') {
        waived.set(keys[1], [...(waived.get(keys[1]) ?? []), value.toLowerCase()]);
      }
      const sort = classify(file, keys, language);
      if (!sort || !/\p{L}/u.test(value)) continue;
      const section = keys[0] === 'sections' ? keys[1] : null;
      own.push({ file: path, book, language, section, style, text: value, spans, lines, ...sort });
    }
    for (const piece of own) piece.waived = waived.get(piece.section) ?? [];
    pieces.push(...own);
  };
  for (const book of foldersOf(join(library, `rules-${REFERENCE_LANGUAGE}`))) {
    const folder = `rules-${language}`;
    for (const file of yamlFilesOf(join(library, folder, book))) readFile(folder, book, file);
    if (language === REFERENCE_LANGUAGE) continue;
    // These two files hold the texts of all languages.
    for (const file of ['assumptions.yaml', 'book.yaml']) {
      if (existsSync(join(library, `rules-${REFERENCE_LANGUAGE}`, book, file))) {
        readFile(`rules-${REFERENCE_LANGUAGE}`, book, file);
      }
    }
  }
  return pieces;
}

const foldersOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

const yamlFilesOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .sort()
    : [];

/** The sections of a book that a reference may name: [{ id, number, aliases, statements }], and its missing numbers. */
function readTargets(library, book) {
  const folder = join(library, `rules-${REFERENCE_LANGUAGE}`, book);
  const sections = new Map();
  const section = (id) => {
    if (!sections.has(id)) sections.set(id, { id, numbers: [], statements: [] });
    return sections.get(id);
  };
  for (const file of yamlFilesOf(folder)) {
    if (/^(terms|assumptions|book)\.yaml$/.test(file)) continue;
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    for (const { path, value } of scalarsOf(lines)) {
      if (path[0] !== 'sections' || path.length !== 3) continue;
      if (path[2] === 'number') section(path[1]).numbers.push(value);
      if (path[2] === 'text') section(path[1]).statements = [...value.matchAll(/\^([a-z])\b/g)].map((m) => m[1]);
      section(path[1]);
    }
    let last = null;
    for (const line of lines) {
      last = /^ {2}- id: (\S+)/.exec(line)?.[1] ?? last;
      const aliases = /^ {4}aliases: \[(.*)\]/.exec(line);
      if (aliases && last) section(last).numbers.push(...aliases[1].match(/[\d.]+[a-z]?/g));
    }
  }
  const head = readFileSync(join(folder, 'book.yaml'), 'utf8');
  const listed = (key) => /^.*$/m.exec(head.split(`\n${key}: `)[1] ?? '')[0].match(/[\d.]+/g) ?? [];
  return { sections: [...sections.values()], missing: listed('missing'), misprints: listed('reference_forms') };
}

/** The terms of a book that have forbidden variants: [{ id, name, forms, forbidden }]. */
function readForbidden(library, book, language) {
  const file = join(library, `rules-${language}`, book, 'terms.yaml');
  if (!existsSync(file)) return [];
  const list = (text) => text.split(/\s*,\s*/).map((item) => item.replace(/^"|"$/g, ''));
  const terms = [];
  // Lists may run over several lines; every other key is on its own line.
  for (const entry of readFileSync(file, 'utf8').split(/^ {2}- (?=id:)/m).slice(1)) {
    const get = (key, pattern) => new RegExp(`^\\s*${key}: ${pattern}`, 'm').exec(entry)?.[1];
    const forbidden = get('forbidden', '\\[([^\\]]*)\\]');
    if (!forbidden) continue;
    terms.push({
      id: get('id', '(.*)'),
      name: get('name', '(.*)').replace(/^"|"$/g, ''),
      forms: list((get('forms', '\\[([^\\]]*)\\]') ?? '').replace(/\s*\n\s*/g, ' ')).filter(Boolean),
      forbidden: list(forbidden.replace(/\s*\n\s*/g, ' ')),
    });
  }
  return terms;
}

// ---------------------------------------------------------------------------------------------------------------------
// Text helpers

const REFERENCE = '\\[\\[[^\\]\\n]+\\]\\]';

/** The text with code spans, references, numbers from logic and statement marks blotted out, at the same length. */
const mask = (text, pattern = /`[^`]*`|\[\[[^\]]*\]\]|\{[^{}]*\}|\^[a-z]\b/g) =>
  text.replace(pattern, (found) => found.replace(/[^\n]/g, '\0'));

/** Like `mask`, but references stay. */
const maskCode = (text) => mask(text, /`[^`]*`|\{[^{}]*\}/g);

/**
 * A candidate that puts `insert` in place of text[from..to). Line ends in the range are kept, so that the other lines
 * stay where they are. Null where that would leave a line beginning with a stray punctuation mark.
 */
function replaceRange(piece, from, to, insert, what, group = '') {
  const { text } = piece;
  const breaks = text.slice(from, to).split('\n').length - 1;
  if (breaks > 0) {
    if (breaks > 1 || insert.includes('\n')) return null;
    if (text[to] === ' ') to++;
    else if (to < text.length && text[to] !== '\n') return null;
    insert += '\n';
  }
  return { lines: (text.slice(0, from) + insert + text.slice(to)).split('\n'), what, group };
}

/** All matches of a pattern in a text, as { index, end, 0, 1, … }. */
const matches = (text, pattern) => [...text.matchAll(pattern)].map((m) => Object.assign(m, { end: m.index + m[0].length }));

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const isCapital = (word) => /^\p{Lu}/u.test(word);
const quote = (text) => `"${text.trim().replace(/\s+/g, ' ')}"`;

/** The number of letters to change, add or remove to come from one word to the other. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row.at(-1);
}

// ---------------------------------------------------------------------------------------------------------------------
// The makers, one for each kind: (piece, context) → candidates { lines, what, group }
// From each piece a group of candidates is drawn first, then a candidate: so frequent sorts do not crowd out rare ones.

/** A number near to n, as a slip of the hand or the eye gives it. */
function slipOf(n, random, { least = 0, most = Infinity } = {}) {
  const options = [n + 1, n + 1, n - 1, n - 1];
  const digits = String(n);
  if (n >= 10) {
    const turned = Number([...digits].reverse().join(''));
    if (digits.length === 2 && turned >= 10) options.push(turned);
    options.push(Number(digits.slice(0, -1)));
    if (n % 10 === 0) options.push(n + 10);
  }
  const good = options.filter((m) => m !== n && m >= least && m <= most);
  return good.length ? random.pick(good) : n + 1;
}

const NUMBER_WORDS = {
  en: [
    [/\b(two|three|four|five|six|seven)\b(?! by)/gi, (m) => nextIn(['two', 'three', 'four', 'five', 'six', 'seven', 'eight'], m[0])],
    [/\bone (area|formation|player|side|unit|leader|card|die|port|army|region|season|battle|city)\b/gi, (m) => `two ${m[1].replace(/y$/, 'ie').replace(/die$/, 'dice')}${/die$/.test(m[1]) ? '' : 's'}`],
    [/\b(?<=\b(?:the|goes|attacks?|in the) )first\b/g, () => 'second'],
    [/\b(?<=\b(?:the|a|in the) )second\b/g, () => 'third'],
    [/\b(?<=\b(?:the|a|in the) )third\b(?! of)/g, () => 'second'],
    [/\b(?<=\b(?:only|moves?|rolls?|is|than|attacks?|used?) )once\b(?! (?:printed|raised|more))/g, () => 'twice'],
    [/\btwice\b/g, () => 'once'],
  ],
  ja: [
    [/(?<!もう)[一二](?=度(?![にも]))/g, (m) => nextIn(['一', '二', '三'], m[0])],
    [/二(?=重防御|回|人|個|つ)/g, () => '三'],
  ],
  ru: [
    [/(?<!\p{L})(двух|двум|двумя|два|две|трёх|трех|четырёх)(?!\p{L})/giu, (m) => ({ двух: 'трёх', двум: 'трём', двумя: 'тремя', два: 'три', две: 'три', трёх: 'двух', трех: 'двух', четырёх: 'трёх' })[m[0].toLowerCase()]],
    [/(?<!\p{L})(четыре|три)(?!\p{L})/giu, (m) => ({ четыре: 'пять', три: 'четыре' })[m[0].toLowerCase()]],
    [/(?<!\p{L})(дважды|один раз)(?!\p{L})/giu, (m) => ({ дважды: 'трижды', 'один раз': 'два раза' })[m[0].toLowerCase()]],
    [/(?<!\p{L}|во-)перв(ый|ая|ое|ую|ого|ому|ом|ых|ыми|ым|ой)(?!\p{L}| очередь)/giu, (m) => `втор${m[1] === 'ый' ? 'ой' : m[1]}`],
    [/(?<!\p{L})втор(ая|ое|ую|ого|ому|ом)(?!\p{L})/giu, (m) => ({ ая: 'третья', ое: 'третье', ую: 'третью', ого: 'третьего', ому: 'третьему', ом: 'третьем' })[m[1]]],
    [/(?<!\p{L})трет(ий|ья|ье|ьего|ьем)(?!\p{L})/giu, (m) => ({ ий: 'второй', ья: 'вторая', ье: 'второе', ьего: 'второго', ьем: 'втором' })[m[1]]],
  ],
};

/** Words after which a number is the result of a die: it ends at 6. */
const DIE_BEFORE = /(?:\brolls? an?|\ba die of|выпал[аои]?|броском?|出目)\s*$/u;

const nextIn = (list, word) => list[list.indexOf(word.toLowerCase()) + 1];

function changeNumber(piece, { random }) {
  if (piece.properName || piece.category === 'name') return [];
  const text = mask(piece.text);
  const found = [];
  const add = (from, to, insert, group) =>
    found.push(replaceRange(piece, from, to, insert, `${quote(piece.text.slice(from, to))} became ${quote(insert)}.`, group));

  const ranges = matches(text, /(?<![\d.])(\d+)([–～])(\d+)(?!\d)/g);
  for (const m of ranges) {
    const [low, high] = [Number(m[1]), Number(m[3])];
    // Results of a die end at 6; years run backwards.
    const years = low > high;
    const most = high <= 6 ? 6 : Infinity;
    const upper = slipOf(high, random, years ? {} : { least: low + 1, most });
    const lower = slipOf(low, random, years ? {} : { least: 1, most: high - 1 });
    if (upper !== high && upper > low && upper <= most) add(m.index, m.end, `${low}${m[2]}${upper}`, 'range');
    if (lower !== low && (years || lower < high)) add(m.index, m.end, `${lower}${m[2]}${high}`, 'range');
  }

  const single =
    piece.language === 'ja'
      ? /(?<![\dA-Za-z.,/～–])\d+(?:\.\d+)*(?![\d～]|\.\s|–\d|[a-z])/g
      : /(?<![\d\p{L}.,/–])\d+(?:\.\d+)*(?![\d\p{L}]|–\d|\.\d)/gu;
  for (const m of matches(text, single)) {
    // The number of an item in a numbered list is no statement.
    if (/(^|\n)\s*$/.test(text.slice(0, m.index)) && /^\. /.test(text.slice(m.end))) continue;
    const parts = m[0].split('.');
    const last = Number(parts.at(-1));
    const die = last <= 6 && DIE_BEFORE.test(text.slice(0, m.index));
    parts[parts.length - 1] = slipOf(last, random, { least: 1, most: die ? 6 : Infinity });
    if (Number(parts.at(-1)) === last) continue;
    add(m.index, m.end, parts.join('.'), 'digit');
    // Digits are what slips most: they count double against ranges and words.
    add(m.index, m.end, parts.join('.'), 'digits');
  }

  for (const [pattern, insertOf] of NUMBER_WORDS[piece.language]) {
    for (const m of matches(text, pattern)) {
      const insert = insertOf(m);
      if (insert) add(m.index, m.end, isCapital(m[0]) ? capital(insert) : insert, 'word');
    }
  }
  return found;
}

/**
 * Patterns of references that can go with the words that lead to them. The text matched by group 1 (or the whole match)
 * is removed; `R` stands for a reference, a blank for a blank or a line end.
 */
const DROPS = {
  en: [
    ' \\((?:see |compare |cf\\. )?R\\)',
    '; (?:see|compare) R(?=[.)])',
    '(?<=[.]) (?:See|Compare) R\\.(?= |$)',
    '(?<=\\p{Ll})(?<! and| or|[Aa]s| like| treated) (?:in|by|under|from|(?<=(?:example|cap|limit|rule)s? )of) R(?=[.;:,)]| \\p{Ll})(?!,? (?:and )?R)(?! (?:and|or|does|is|has|names|says)\\b)',
    '(?<=\\(|, )R, (?=R)',
    '(?<=R), R(?=\\)|,)',
    'R and (?=R)',
    '(?<=R) and R',
  ],
  ru: [
    ' \\((?:см\\. |ср\\. )?R\\)',
    '[;,] (?:см\\.|ср\\.) R(?=[.)])',
    '(?<=\\.) (?:См\\.|Ср\\.) R\\.(?= |$)',
    '(?<=\\p{Ll})(?<! и| или| а| ни| как|[Тт]олько) (?:по|в|из|(?<=пример\\p{Ll}* |примечани\\p{Ll}* )к) R(?=[.;)]| \\p{Ll})(?!,? (?:и )?R)(?! (?:и|или)(?!\\p{L}))',
    ', по R(?=,)',
    '(?<=\\(|, )R, (?=R)',
    '(?<=R), R(?=\\)|,)',
    'R и (?=R)',
    '(?<=R) и R',
  ],
  ja: [
    '（R）',
    '（R[をも]参照）',
    '(?<=。)R[をも]参照。',
    '(?<=^|[、。（])R(?:により|によれば)、',
    '(?<=^|[、。（がは])(?<!R、)R(?:の(?!項|要領)|では、?)',
    '(?<=（)R、(?=R)',
    '(?<=R)、R(?=）|、)',
    'Rと(?=R)',
    '(?<=R)と(?:、)?R',
  ],
};

function dropReference(piece) {
  const text = maskCode(piece.text);
  const found = [];
  for (const pattern of DROPS[piece.language]) {
    const source = pattern.replaceAll('R', REFERENCE).replaceAll(' ', '[ \\n]');
    for (const m of matches(text, new RegExp(source, 'gu'))) {
      if (m[0].includes('\0')) continue;
      const gone = /\[\[[^\]]*\]\]/.exec(m[0])[0];
      const what = `The reference ${gone} was dropped${m[0].trim() === gone ? '' : ` (${quote(m[0])})`}.`;
      found.push(replaceRange(piece, m.index, m.end, '', what, 'drop'));
    }
  }
  for (const m of matches(text, /\[\[[^\]|\n]*\|([^\]\n]*)\]\]/g)) {
    found.push(replaceRange(piece, m.index, m.end, m[1], `The reference ${m[0]} became plain words.`, 'words'));
  }
  return found;
}

function alterReference(piece, { targets, random }) {
  const { sections, missing, misprints } = targets.get(piece.book);
  const numbers = new Map(sections.flatMap((section) => section.numbers.map((number) => [number, section])));
  const ids = new Map(sections.map((section) => [section.id, section]));
  const isKnown = (target) =>
    numbers.has(target) ||
    ids.has(target) ||
    misprints.includes(target) ||
    missing.some((number) => target === number || target.startsWith(`${number}.`));
  const cited = new Set(matches(piece.text, /\[\[([^\]|\n]*)/g).map((m) => m[1]));
  const found = [];

  for (const m of matches(maskCode(piece.text), /\[\[([^\]|\n]*)(?:\|[^\]\n]*)?\]\]/g)) {
    const old = m[1];
    const add = (target, group) => {
      if (cited.has(target) || target === old) return;
      const note = group === 'unknown' ? ', which does not exist' : '';
      const what = `The reference to ${old} became one to ${target}${note}.`;
      found.push(replaceRange(piece, m.index + 2, m.index + 2 + old.length, target, what, group));
    };
    if (old.includes(':')) {
      // Another book's number without that book's name is this book's, if it has one.
      const own = old.split(':')[1];
      if (isKnown(own)) add(own, 'known');
      continue;
    }
    const statement = /^(.*)\.([a-z])$/.exec(old);
    if (statement) {
      const section = numbers.get(statement[1]) ?? ids.get(statement[1]);
      for (const letter of section?.statements ?? []) add(`${statement[1]}.${letter}`, 'known');
      if (section) add(`${statement[1]}.${String.fromCharCode(98 + section.statements.length)}`, 'unknown');
      continue;
    }
    const byNumber = /^\d/.test(old);
    const current = byNumber ? numbers.get(old) : ids.get(old);
    for (const section of sections) {
      if (section === current || section.id === piece.section) continue;
      if (!byNumber) {
        // A neighbour in the same chapter, or a name that shares a word.
        const near = Math.abs(sections.indexOf(section) - sections.indexOf(current)) <= 2;
        if (near || section.id.split('-').some((word) => word.length > 3 && old.includes(word))) add(section.id, 'known');
      } else if (section.numbers.length && distance(section.numbers[0], old) <= 2) {
        // A digit mistaken or lost: the nearer, the likelier.
        for (let i = distance(section.numbers[0], old); i <= 2; i++) add(section.numbers[0], 'known');
      }
    }
    const parts = old.split('.');
    const wrong = byNumber
      ? [-1, 1, 2].map((step) => [...parts.slice(0, -1), Number(parts.at(-1)) + step].join('.')).concat(`${old}.${1 + random.below(5)}`)
      : [old.endsWith('s') ? old.slice(0, -1) : `${old}s`, old.slice(0, -3) + old.at(-2) + old.at(-3) + old.at(-1)];
    for (const target of wrong) if (!isKnown(target) && !/-\d|^0/.test(target)) add(target, 'unknown');
  }

  // At most a third point nowhere.
  const known = found.filter((candidate) => candidate?.group === 'known');
  return known.length && random.next() < 0.75 ? known : found;
}

const RUSSIAN_ENDING = /(ый|ий|ой|ая|яя|ое|ее|ие|ые|а|я|о|е|ы|и|ь)$/u;
/** Variants that are verbs or stand in an oblique case: no translator writes them in place of a noun. */
const RUSSIAN_OBLIQUE = /(?:ать|ите|ют|ят|ает|ует|ывая|абя|ых|ими|ями|ют в .*|ует .*|ых .*|ими .*)$/u;

const RUSSIAN_ENDINGS =
  '(?:ого|его|ому|ему|ыми|ими|ами|ями|ый|ий|ой|ей|ая|яя|ое|ее|ие|ые|ых|их|ым|им|ом|ем|ую|юю|ам|ям|ах|ях|ов|ия|ию|ии|ием|а|я|о|е|ы|и|у|ю|ь|)';

/**
 * A pattern for the forms of a Russian term that a careless translator carries over to the variant, and a function that
 * carries them over: word by word, each pair of words having the same ending in the nominative. Null if they have not.
 */
function russianForms(name, variant) {
  const [words, others] = [name.split(' '), variant.split(' ')];
  if (words.length !== others.length || variant.toLowerCase() === name.toLowerCase()) return null;
  const stemOf = (word) => word.replace(RUSSIAN_ENDING, '');
  // Adjectives differ only in gender and number: one nominative is as good as another.
  const endingOf = (word) => word.slice(stemOf(word).length).replace(/^(?:[ыио]й|[ая]я|[ое]е|[иы]е)$/u, 'ый');
  if (!words.every((word, i) => endingOf(word) === endingOf(others[i]))) return null;
  if ([...words, ...others].some((word) => stemOf(word).length < 3 || /(?:ок|ец)$/.test(word))) return null; // fleeting vowels
  if (!/^[а-яё -]+$/i.test(name + variant)) return null;
  return {
    pattern: words.map((word) => `${stemOf(word)}(${RUSSIAN_ENDINGS})`).join('[ \\n]'),
    carry: (m) => others.map((word, i) => stemOf(word) + m[i + 1]).join(' '),
  };
}

function forbiddenTerm(piece, { forbidden }) {
  if (piece.category === 'name' || piece.properName) return [];
  const text = mask(piece.text);
  const escape = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[ \\n]');
  const found = [];
  for (const term of forbidden.get(piece.book) ?? []) {
    const usable = term.forbidden.filter((variant) => piece.language !== 'ru' || !RUSSIAN_OBLIQUE.test(variant));
    for (const variant of usable) {
      if (piece.waived.some((words) => words.includes(variant.toLowerCase()))) continue;
      // What the variant stands for: the name, or a form that it resembles.
      const near = term.forms.filter((form) => distance(form, variant) <= form.length * 0.3);
      // A misspelling stands for the word that it misspells, also within a longer name.
      const sources = near.length && distance(term.name, variant) > 4 ? near : [term.name, ...near];
      for (const source of new Set(sources)) {
        const add = (m, insert, group) => {
          const old = piece.text.slice(m.index, m.end);
          if (isCapital(old) && !isCapital(source)) insert = capital(insert);
          if (insert === old) return;
          const what = `${quote(old)} became ${quote(insert)}, a forbidden variant of the term ${term.id}.`;
          found.push(replaceRange(piece, m.index, m.end, insert, what, group));
        };
        // In Japanese no blank parts words; only a katakana word must not be cut out of a longer one.
        const kana = /^[\p{scx=Katakana}]+$/u.test(source);
        const bound = kana ? '\\p{sc=Katakana}ー' : /^[\p{sc=Han}]/u.test(source) ? '\0' : '\\p{L}\\p{N}-';
        const plural = piece.language === 'en' ? '(?=s?(?![\\p{L}-]))' : '';
        const exact = `(?<![${bound}])${escape(source)}${plural || `(?![${bound}])`}`;
        const forms = piece.language === 'ru' ? russianForms(source, variant) : null;
        if (!forms) {
          for (const m of matches(text, new RegExp(exact, 'giu'))) add(m, variant, term.id);
          continue;
        }
        for (const m of matches(text, new RegExp(`(?<!\\p{L})${forms.pattern}(?!\\p{L})`, 'giu'))) {
          const carried = forms.carry(m);
          const plain = isCapital(source) || isCapital(m[0]) ? carried : carried[0].toLowerCase() + carried.slice(1);
          add(m, plain, term.id);
        }
      }
    }
  }
  return found;
}

function deleteListItem(piece) {
  if (piece.style !== 'block') return [];
  const lines = piece.text.split('\n');
  const found = [];
  const drop = (from, to, what, group) => {
    if (to - from === lines.length) return;
    found.push({ lines: lines.map((line, i) => (i >= from && i < to ? null : line)), what, group });
  };
  for (let i = 0; i < lines.length; i++) {
    const item = /^(\s*)(?:[-*]|\d+\.) +/.exec(lines[i]);
    if (item) {
      let end = i + 1;
      while (end < lines.length && lines[end].search(/\S/) > item[1].length) end++;
      drop(i, end, `The list item ${quote(lines[i]).slice(0, 60)}… was lost.`.replace('"…', '"'), 'item');
    }
    const isRow = (line) => /^\s*\|/.test(line ?? '');
    // The first line of a table is its head, the second the rule below it.
    if (isRow(lines[i]) && isRow(lines[i - 1]) && isRow(lines[i - 2])) {
      drop(i, i + 1, `The table row ${quote(lines[i])} was lost.`, 'row');
    }
  }
  return found;
}

function unbalanceBracket(piece) {
  const text = mask(piece.text, /`[^`]*`|\{[^{}]*\}/g);
  const found = [];
  const add = (from, to, insert, group) => {
    const old = text.slice(from, to);
    const near = piece.text.slice(Math.max(0, from - 15), to + 15);
    const what = `A bracket ${old} was ${insert ? 'doubled' : 'lost'} in ${quote(near)}.`;
    found.push(replaceRange(piece, from, to, insert, what, group));
  };
  for (const m of matches(text, /[()«»“”「」『』（）]/g)) {
    add(m.index, m.end, '', 'lost');
    add(m.index, m.end, '', 'lost also'); // losses are the commoner slip
    add(m.index, m.end, m[0] + m[0], 'doubled');
  }
  for (const m of matches(text, /\[\[[^\]\n]+\]\]/g)) {
    add(m.index, m.index + 1, '', 'reference');
    add(m.end - 1, m.end, '', 'reference');
    add(m.end - 1, m.end, ']]', 'reference');
  }
  return found;
}

const LATIN_TO_CYRILLIC = Object.fromEntries(
  ['aа', 'cс', 'eе', 'oо', 'pр', 'xх', 'yу', 'AА', 'BВ', 'CС', 'EЕ', 'HН', 'KК', 'MМ', 'OО', 'PР', 'TТ', 'XХ'].map((pair) => [...pair]),
);
const CYRILLIC_TO_LATIN = Object.fromEntries(Object.entries(LATIN_TO_CYRILLIC).map(([latin, other]) => [other, latin]));

/** Japanese letters that look alike: katakana and kanji, katakana and hiragana. */
const KANA_AND_KANJI = ['カ力', 'ニ二', 'ロ口', 'ー一', 'エ工', 'タ夕', 'ト卜', 'ハ八', 'チ千', 'ミ三', 'オ才'].map((pair) => [...pair]);
const KANA_AND_KANA = ['ヘへ', 'ベべ', 'ペぺ', 'リり'].map((pair) => [...pair]);

const FULL_KATAKANA = 'ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン';

/** A katakana letter at half width; voiced letters become two. */
function halfWidth(char) {
  const [base, mark] = char.normalize('NFD');
  const at = FULL_KATAKANA.indexOf(base);
  if (at < 0) return null;
  return String.fromCharCode(0xff66 + at) + (mark === '\u3099' ? 'ﾞ' : mark === '\u309a' ? 'ﾟ' : '');
}

const fullWidth = (text) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

function mixScripts(piece, { random }) {
  const text = mask(piece.text);
  const found = [];
  const add = (from, to, insert, what, group) => {
    const word = around(text, from, to);
    found.push(replaceRange(piece, from, to, insert, `${what} in ${quote(word)}.`, group));
  };

  if (piece.language !== 'ja') {
    const sorts = [
      [/[A-Za-z]{2,}/g, LATIN_TO_CYRILLIC, 'Latin', 'Cyrillic'],
      [/(?<!\p{L})[А-Яа-яё]+(?!\p{L})/gu, CYRILLIC_TO_LATIN, 'Cyrillic', 'Latin'],
    ];
    for (const [pattern, table, from, to] of sorts) {
      // English words take Cyrillic letters; in Russian it goes both ways, as Latin abbreviations are typed there too.
      if (piece.language === 'en' && from === 'Cyrillic') continue;
      for (const m of matches(text, pattern)) {
        const places = [...m[0]].flatMap((char, i) => (table[char] ? [i] : []));
        if (!places.length) continue;
        const at = m.index + random.pick(places);
        add(at, at + 1, table[text[at]], `The ${from} ${text[at]} became the ${to} ${table[text[at]]}`, from);
      }
    }
    return found;
  }

  const katakana = /[\p{sc=Katakana}ー]/u;
  for (const [kana, kanji] of KANA_AND_KANJI) {
    for (const m of matches(text, new RegExp(`[${kana}${kanji}]`, 'g'))) {
      const [other, sort] = m[0] === kana ? [kanji, 'kanji'] : [kana, 'katakana'];
      // A letter deceives only among letters of its own script.
      const neighbours = (text[m.index - 1] ?? '') + (text[m.end] ?? '');
      if (m[0] === kana && !katakana.test(neighbours)) continue;
      add(m.index, m.end, other, `${m[0]} became the ${sort} ${other}`, `${kana}${kanji}`);
    }
  }
  for (const [kata, hira] of KANA_AND_KANA) {
    for (const m of matches(text, new RegExp(`[${kata}${hira}]`, 'g'))) {
      const [other, sort] = m[0] === kata ? [hira, 'hiragana'] : [kata, 'katakana'];
      add(m.index, m.end, other, `${m[0]} became the ${sort} ${other}`, `${kata}${hira}`);
    }
  }
  for (const m of matches(text, /[\p{sc=Katakana}ー]{2,}/gu)) {
    const half = [...m[0]].map(halfWidth);
    if (half.includes(null)) continue;
    const at = random.below(half.length);
    add(m.index, m.end, half.join(''), `${m[0]} became half-width ${half.join('')}`, 'half-width word');
    add(m.index + at, m.index + at + 1, half[at], `${m[0][at]} became half-width ${half[at]}`, 'half-width letter');
  }
  for (const m of matches(text, /[A-Za-z]+|\d+/g)) {
    const sort = /\d/.test(m[0]) ? 'digit' : 'letter';
    const at = m.index + random.below(m[0].length);
    add(at, at + 1, fullWidth(text[at]), `${text[at]} became full-width ${fullWidth(text[at])}`, `full-width ${sort}`);
  }
  return found;
}

/** The word that holds a place of a text. */
function around(text, from, to) {
  const letter = /[\p{L}\p{N}ー]/u;
  while (from > 0 && letter.test(text[from - 1])) from--;
  while (to < text.length && letter.test(text[to])) to++;
  return text.slice(from, to);
}

/**
 * Edits of English words that change what a text says: [pattern, replacement …]. A replacement "" removes the word with
 * the blank after it. A blank stands for a blank or a line end.
 */
const EDITS = [
  ['may not', 'may', 'need not'],
  ['may(?! (?:be (?:meant|the)|have|not)\\b)', 'must', 'may not'],
  ['must not', 'must', 'need not'],
  ['must(?! not)', 'may', 'must not'],
  ['cannot', 'can'],
  ['(?<=\\b(?:is|are) )not ', ''],
  ['do not (?!agree)', ''],
  ['before(?! and after)(?= (?:the|it|he|they|any|all|his|its|a|an)\\b)', 'after'],
  ['(?<!before and |one |look |begins |stormed )after(?= (?:the|it|he|they|any|all|his|its|a|an)\\b)', 'before'],
  ['at least', 'at most'],
  ['at most', 'at least'],
  ['or more', 'or less', 'or fewer'],
  ['or less', 'or more'],
  ['more than', 'less than', 'at least'],
  ['fewer', 'more'],
  ['greater', 'smaller'],
  ['smaller', 'larger'],
  ['weaker', 'stronger'],
  ['stronger', 'weaker'],
  ['weakest', 'strongest'],
  ['strongest', 'weakest'],
  ['highest', 'lowest'],
  ['lowest', 'highest'],
  ['never', 'always'],
  ['always', 'never'],
  ['only (?!once|if)', ''],
  ['only if', 'even if'],
  ['unless', 'if'],
  ['(?<!as )if (?=he|it|they|the|a)', 'unless '],
  ['enemy(?= )', 'friendly'],
  ['friendly(?= )', 'enemy'],
  ['(?<=\\b(?:his|its|their) )own (?=units?|side|turn|recruit|forced|first|limits?)', ''],
  ['adjacent ', ''],
  ['aggressor', 'defender'],
  ['defender', 'aggressor'],
  ['winner', 'loser'],
  ['loser', 'winner'],
  ['wins', 'loses'],
  ['gains', 'loses'],
  ['loses(?= (?:\\d|its|mercenary|strength))', 'gains'],
  ['loses(?= (?:a|the) (?:battle|tie))', 'wins'],
  ['raises', 'lowers'],
  ['without', 'with'],
  ['rounded down', 'rounded up'],
  ['rounded up', 'rounded down'],
  ['(?<!space )inside', 'outside'],
  ['outside', 'inside'],
  ['at the start of', 'at the end of'],
  ['at the end of', 'at the start of'],
  ['(?<=\\bthe )same(?= (?:turn|season|round|phase|action round)\\b)', 'next'],
  ['land (?=units?|areas?|movement)', 'sea ', ''],
  ['besieged (?=units?|cit|port|fleets?)', ''],
  ['any or all', 'all'],
  ['all (?=units|of them|the|his|its|3|CU|hits|routs)', 'some '],
  ['up to ', '', 'at least '],
  ['immediately ', ''],
  ['Athens', 'Sparta'],
  ['Sparta', 'Athens'],
  ['Athenian', 'Spartan'],
  ['Spartan', 'Athenian'],
  ['Carthage', 'Rome'],
  ['Carthaginian', 'Greek'],
  ['Greeks', 'Romans'],
  ['minus', 'plus'],
  ['(?<=\\w )or(?= (?:a|the|an) )', 'and'],
  ['(?<=\\w )units(?= )', 'land units', 'fleets'],
];

function editReferenceText(piece, { translated }) {
  // Names of terms stand in the glossary of each language for themselves; a book's head holds all languages at once.
  if (piece.category === 'name' || piece.category === 'book') return [];
  if (translated && !translated.has(`${piece.book}/${piece.name}`)) return [];
  const text = mask(piece.text);
  const found = [];
  for (const [pattern, ...inserts] of EDITS) {
    // The word must end before a lookahead, too; a pattern that ends in a blank ends the word with it.
    const [, word, ahead] = /^(.*?)(\(\?[=!].*)?$/.exec(pattern);
    const source = `\\b${word}${word.endsWith(' ') ? '' : '\\b'}${ahead ?? ''}`.replaceAll(' ', '[ \\n]');
    for (const m of matches(text, new RegExp(source, 'gi'))) {
      const old = piece.text.slice(m.index, m.end);
      for (const insert of inserts) {
        let after = isCapital(old) && insert ? capital(insert) : insert;
        let end = m.end;
        // Where a removed word opens a sentence, the next one takes over its capital.
        if (!insert && isCapital(old) && /\p{Ll}/u.test(text[end] ?? '')) after = text[end++].toUpperCase();
        // A pattern that ends in a blank owns that blank: a line end must come back as one.
        if (/\n$/.test(old)) {
          if (!insert) after = '';
          else after = after.trimEnd();
        }
        const what = insert ? `${quote(old)} became ${quote(insert)}.` : `${quote(old)} was removed.`;
        // Whoever changes the word after an article mends the article as well.
        let start = m.index;
        const article = /\b(an?) $/i.exec(text.slice(0, start));
        if (article && !text.slice(end - old.length, end).includes('\n')) {
          const right = /^[aeiou]/i.test(after || text[end]) ? 'an' : 'a';
          start -= article[0].length;
          after = `${isCapital(article[1]) ? capital(right) : right} ${after}`;
        }
        found.push(replaceRange(piece, start, end, after, what, pattern));
      }
    }
  }
  return found;
}

const MAKERS = {
  'change-number': changeNumber,
  'drop-reference': dropReference,
  'alter-reference': alterReference,
  'forbidden-term': forbiddenTerm,
  'delete-list-item': deleteListItem,
  'unbalance-bracket': unbalanceBracket,
  'mix-scripts': mixScripts,
  'edit-reference-text': editReferenceText,
};

// ---------------------------------------------------------------------------------------------------------------------
// From a candidate to a corruption

/** The lines of the file that a candidate changes: [[line, before, after or null], …]; null if it must be refused. */
function changesOf(piece, candidate) {
  const old = piece.text.split('\n');
  if (candidate.lines.length !== old.length) return null;
  const changes = [];
  for (const [i, line] of candidate.lines.entries()) {
    if (line === old[i]) continue;
    const { index, prefix, suffix } = piece.spans[i];
    // A line that has lost all its words is gone: left empty it would part the paragraph.
    const gone = line === null || line.trim() === '';
    changes.push([index + 1, piece.lines[index], gone ? null : (prefix + line + suffix).trimEnd()]);
  }
  const kept = candidate.lines.filter((line) => line !== null && line.trim() !== '');
  return changes.length && kept.length && isSafe(piece.style, kept.join('\n')) ? changes : null;
}

/** Whether a value can stand in its style of YAML scalar. */
function isSafe(style, value) {
  if (/\0|\t/.test(value)) return false;
  if (style === 'block') return !/^\s/.test(value);
  if (style === 'double') return !/["\\]/.test(value);
  if (style === 'single') return !value.includes("'");
  if (value !== value.trim() || /: |:$| #/.test(value)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(value)) return false;
  if (/^(?:true|false|yes|no|on|off|null|~|[\d.]+)$/i.test(value)) return false;
  return style === 'plain' || !/[,[\]{}]/.test(value);
}

/** How many of COUNT each kind gets: its share, the remainders going to the largest fractions. */
function quotas(kinds, count) {
  const total = kinds.reduce((sum, kind) => sum + KINDS[kind], 0);
  const shares = kinds.map((kind) => ({ kind, share: (count * KINDS[kind]) / total }));
  const given = new Map(shares.map(({ kind, share }) => [kind, Math.floor(share)]));
  let left = count - [...given.values()].reduce((sum, n) => sum + n, 0);
  const byFraction = [...shares].sort((a, b) => (b.share % 1) - (a.share % 1));
  for (let i = 0; left > 0; i++, left--) {
    const { kind } = byFraction[i % byFraction.length];
    given.set(kind, given.get(kind) + 1);
  }
  return given;
}

function corrupt(library, language, seed, count) {
  // Each piece has lots of its own, which depend on its name alone: where a text changes, what was drawn elsewhere stays.
  const lots = (...names) => createRandom([language, seed, ...names].join(':'));
  const own = readPieces(library, language);
  const reference = language === REFERENCE_LANGUAGE ? own : readPieces(library, REFERENCE_LANGUAGE);
  const books = [...new Set(own.map((piece) => piece.book))];
  const context = {
    targets: new Map(books.map((book) => [book, readTargets(library, book)])),
    forbidden: new Map(books.map((book) => [book, readForbidden(library, book, language)])),
    translated: language === REFERENCE_LANGUAGE ? null : new Set(own.map((piece) => `${piece.book}/${piece.name}`)),
  };

  const made = (kind, piece) => {
    const random = lots(kind, piece.file, piece.name);
    return MAKERS[kind](piece, { ...context, random }).filter(Boolean);
  };

  // For each kind: the pieces in which it is possible, those that are drawn first with a low place.
  const places = new Map();
  for (const kind of Object.keys(MAKERS)) {
    const possible = (kind === 'edit-reference-text' ? reference : own).filter((piece) => made(kind, piece).length);
    const place = (piece) => -Math.log(1 - lots('place', kind, piece.file, piece.name).next()) / CATEGORY_WEIGHTS[piece.category];
    if (possible.length) places.set(kind, possible.map((piece) => ({ piece, place: place(piece) })));
  }

  const used = { files: new Map(), pieces: new Map(), lines: new Set(), groups: new Map() };
  const uses = (map, key) => map.get(key) ?? 0;
  const bump = (map, key) => map.set(key, uses(map, key) + 1);
  const keyOf = (piece) => `${piece.file} ${piece.name}`;

  /** The slip of a kind in a piece; null if there is none that will do. */
  const slipIn = (kind, piece, isStrict) => {
    const random = lots('slip', kind, piece.file, piece.name, uses(used.pieces, keyOf(piece)));
    const candidates = made(kind, piece);
    const groups = [...new Set(candidates.map((candidate) => candidate.group))];
    const group = random.weighted(groups, (g) => 1 / (1 + 2 * uses(used.groups, `${kind} ${g}`)));
    // A sort of slip that came before comes again more seldom.
    if (isStrict && VARIED.has(kind) && random.next() * (1 + uses(used.groups, `${kind} ${group}`)) > 1) return null;
    if (group === 'unknown' && 3 * (uses(used.groups, `${kind} ${group}`) + 1) > (count * KINDS[kind]) / 50) return null;
    const candidate = random.pick(candidates.filter((c) => c.group === group));
    const changes = changesOf(piece, candidate);
    if (!changes || used.lines.has(`${piece.file}:${changes[0][0]}`)) return null;
    bump(used.files, piece.file);
    bump(used.pieces, keyOf(piece));
    bump(used.groups, `${kind} ${group}`);
    for (const [line] of changes) used.lines.add(`${piece.file}:${line}`);
    const [line, before, after] = changes[0];
    const slip = { kind, file: piece.file, line, before, after };
    if (changes.length > 1) slip.lines = changes;
    return { ...slip, what: candidate.what };
  };

  /** Draws one slip of a kind, in files and pieces that have had few so far; null if none is left. */
  const draw = (kind) => {
    // A piece is used again only when no fresh one is left.
    for (const [most, isStrict] of [[0, true], [0, false], [1, false], [2, false], [3, false]]) {
      const left = places.get(kind)
        .filter(({ piece }) => uses(used.pieces, keyOf(piece)) <= most)
        .map(({ piece, place }) => ({ piece, place: place * (1 + 2 * uses(used.files, piece.file)) }))
        .sort((one, other) => one.place - other.place);
      for (const { piece } of left) {
        const slip = slipIn(kind, piece, isStrict);
        if (slip) return slip;
      }
    }
    return null;
  };

  const slips = [];
  let kinds = [...places.keys()];
  while (slips.length < count && kinds.length) {
    const wanted = [...quotas(kinds, count - slips.length)].flatMap(([kind, n]) => Array(n).fill(kind));
    const exhausted = new Set();
    for (const kind of lots('order').shuffle(wanted)) {
      const slip = exhausted.has(kind) ? null : draw(kind);
      if (slip) slips.push(slip);
      else exhausted.add(kind);
    }
    kinds = kinds.filter((kind) => !exhausted.has(kind));
  }
  return slips.map((slip, i) => ({ id: `${language}-${i + 1}`, ...slip }));
}

// ---------------------------------------------------------------------------------------------------------------------

const [library, language, seed, countText] = process.argv.slice(2);
const count = Number(countText);
if (!LANGUAGES.includes(language) || seed === undefined || !Number.isInteger(count) || count < 1) {
  console.error(`Usage: node corrupt.mjs LIBRARY ${LANGUAGES.join('|')} SEED COUNT > corruptions.json`);
  process.exit(2);
}
const slips = corrupt(library, language, seed, count);
if (slips.length < count) console.error(`Only ${slips.length} of ${count} corruptions could be made.`);
process.stdout.write(`${JSON.stringify(slips, null, 2)}\n`);
