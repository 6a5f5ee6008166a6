#!/usr/bin/env node
/**
 * Compares what Rulestone finds first with what its peers find on the same text.
 *
 *   node compare.mjs SITE [open|sealed|all]
 *
 * SITE is a rendered site with the shipped books. README.md tells what the peers are and where they come from.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contents, indexOf as opened, search } from '../../tests/search/load.mjs';

const home = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(home, '../..');
const { OUTSIDE, PEERS = home } = process.env;
const [site, half = 'all'] = process.argv.slice(2);
if (!site || !['open', 'sealed', 'all'].includes(half)) {
  console.error('usage: node compare.mjs SITE [open|sealed|all]');
  process.exit(2);
}

/** The index of a site in a language, with all its parts. */
function indexOf(folder, language) {
  const assets = path.join(folder, 'assets');
  const head = `search-${language}`;
  const own = new RegExp(`^${head}-[a-z]\\d+-[0-9a-f]+\\.js$`);
  const names = [head, ...readdirSync(assets).filter((name) => own.test(name)).map((name) => path.basename(name, '.js'))];
  return opened(contents(new Map(names.map((name) => [name, readFileSync(path.join(assets, `${name}.js`), 'utf8')]))));
}

/** The queries of a file, a line each: {query, book, language, first: [number, id or title]}. */
function queries(file, language, book) {
  const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('- {'));
  const value = (line, key) => new RegExp(`${key}: (\\[[^\\]]*\\]|"(?:[^"\\\\]|\\\\.)*"|[^,}]*)`).exec(line)?.[1].trim();
  const bare = (text) => text.replace(/^"|"$/g, '').replaceAll('\\"', '"');
  const list = (text) => (text.startsWith('[') ? text.slice(1, -1).match(/"[^"]*"|[^,\s][^,]*/g).map((one) => bare(one.trim())) : [bare(text)]);
  return lines.map((line) => ({
    query: bare(value(line, 'query')), book: value(line, 'book') ?? book, language: value(line, 'language') ?? language, first: list(value(line, 'first')),
  }));
}

const ofHalf = (all) => all.filter((_, at) => half === 'all' || (at % 2 === 0) === (half === 'open'));

/** The columns: what is asked of which text. */
const columns = [];
const golden = path.join(root, 'tests/search/golden');
columns.push({ name: 'golden', folder: site, asked: readdirSync(golden).flatMap((file) => {
  const [book, language] = file.split('.');
  return queries(path.join(golden, file), language === 'across' ? 'en' : language, book);
}) });
for (const language of ['en', 'ja', 'ru']) {
  columns.push({ name: language, folder: site, asked: ofHalf(queries(path.join(home, `queries/books.${language}.yaml`), language)) });
}
if (OUTSIDE) columns.push({ name: 'netrunner', folder: OUTSIDE, asked: ofHalf(queries(path.join(home, 'queries/netrunner.en.yaml'), 'en')) });

/** What of a section is searched, for all: its title, its rules, its notes and examples, the rows of its tables. */
function sectionsOf(index) {
  return Array.from({ length: index.count }, (_, place) => {
    const entry = index.entry(place);
    const [title, ...texts] = entry.texts.map((text) => text.text);
    return { id: place, book: entry.book, title, text: texts.join('\n'), names: [entry.number, entry.id, title] };
  });
}

const cut = (index, text) => search.cut(text, { get: (form) => index.queryForms.get(form) ?? form }).map(({ term }) => term);

const contestants = {
  Rulestone: (index, sections) => ({ query, book }) => {
    const { hits } = search.search(index, query, { limit: 10, wanted: (one) => one === book });
    index.forget();
    return hits.map((hit) => sections.find((section) => section.book === hit.book && section.names[1] === hit.id));
  },
  'BM25, our stems': (index, sections) => {
    const texts = sections.map(({ title, text }) => cut(index, `${title}\n${text}`));
    const average = texts.reduce((sum, terms) => sum + terms.length, 0) / texts.length;
    const counts = texts.map((terms) => { const count = new Map(); for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1); return count; });
    const having = new Map();
    for (const count of counts) for (const term of count.keys()) having.set(term, (having.get(term) ?? 0) + 1);
    return ({ query, book }) => {
      const terms = [...new Set(cut(index, query))].filter((term) => having.has(term));
      const score = (at) => terms.reduce((sum, term) => {
        const count = counts[at].get(term) ?? 0;
        const rarity = Math.log(1 + (sections.length - having.get(term) + 0.5) / (having.get(term) + 0.5));
        return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * texts[at].length) / average));
      }, 0);
      const scored = sections.map((section, at) => [section, score(at)]).filter(([section, worth]) => section.book === book && worth > 0);
      return scored.sort((left, right) => right[1] - left[1]).slice(0, 10).map(([section]) => section);
    };
  },
};

const ours = createRequire(path.join(path.resolve(PEERS), 'package.json'));
const peer = (name) => { try { return ours(name); } catch { console.error(`left out: ${name} is not installed in ${PEERS}`); return null; } };

const MiniSearch = peer('minisearch');
if (MiniSearch) {
  contestants['MiniSearch, our stems'] = (index, sections) => {
    const made = new MiniSearch({ fields: ['title', 'text'], tokenize: (text) => cut(index, text), processTerm: (term) => term, searchOptions: { boost: { title: 2 }, tokenize: (text) => cut(index, text) } });
    made.addAll(sections);
    return ({ query, book }) => made.search(query, { filter: ({ id }) => sections[id].book === book }).slice(0, 10).map(({ id }) => sections[id]);
  };
}

const Database = peer('better-sqlite3');
for (const tokenizer of Database ? ['porter unicode61', 'trigram'] : []) {
  contestants[`SQLite FTS5, ${tokenizer.split(' ')[0]}`] = (_, sections) => {
    const base = new Database(':memory:');
    base.exec(`create virtual table sections using fts5(title, text, book unindexed, tokenize = '${tokenizer}')`);
    const insert = base.prepare('insert into sections(rowid, title, text, book) values (?, ?, ?, ?)');
    for (const { id, title, text, book } of sections) insert.run(id + 1, title, text, book);
    const select = base.prepare('select rowid from sections where sections match ? and book = ? order by bm25(sections, 2, 1) limit 10');
    // Any of the words will do; without blanks any three letters.
    const words = (query) => query.match(/[\p{L}\p{N}]+/gu) ?? [];
    const pieces = (word) => Array.from({ length: Math.max(1, [...word].length - 2) }, (__, at) => [...word].slice(at, at + 3).join(''));
    const asked = (query) => (tokenizer === 'trigram' ? words(query).flatMap(pieces) : words(query)).map((one) => `"${one}"`).join(' OR ');
    return ({ query, book }) => (asked(query) ? select.all(asked(query), book).map(({ rowid }) => sections[rowid - 1]) : []);
  };
}

const same = (left, right) => String(left ?? '').trim().toLowerCase() === right.trim().toLowerCase();

/** At which place the right section is, from 1; none beyond ten. */
const rank = (found, first) => found.findIndex((section) => section.names.some((name) => first.some((one) => same(name, one)))) + 1;

/** How likely so lopsided a split of those on which two differ is by chance: exact, two-sided. */
function chance(wins, losses) {
  const all = wins + losses;
  let [term, sum] = [0.5 ** all, 0];
  for (let at = 0; at <= Math.min(wins, losses); at += 1) {
    sum += term;
    term = (term * (all - at)) / (at + 1);
  }
  return Math.min(1, 2 * sum);
}

const indexes = new Map();
const ranks = new Map(Object.keys(contestants).map((name) => [name, []]));
for (const { folder, asked } of columns) {
  const askers = new Map();
  const places = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (const one of asked) {
    const key = `${folder} ${one.language}`;
    if (!indexes.has(key)) indexes.set(key, indexOf(folder, one.language));
    const index = indexes.get(key);
    if (!askers.has(one.language)) {
      const sections = sectionsOf(index);
      askers.set(one.language, Object.entries(contestants).map(([name, make]) => [name, make(index, sections)]));
    }
    for (const [name, ask] of askers.get(one.language)) places[name].push(rank(ask(one), one.first));
  }
  for (const [name, of] of Object.entries(places)) ranks.get(name).push(of);
}

const percent = (of, test) => Math.round((100 * of.filter(test).length) / of.length);
const shown = (of) => `${percent(of, (at) => at === 1)} / ${percent(of, (at) => at >= 1 && at <= 3)}`;
const total = (of) => of.flat();
const head = ['first / among three, %', ...columns.map(({ name, asked }) => `${name} (${asked.length})`), 'all'];
console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---|').join('')}`);
const own = ranks.get('Rulestone');
for (const [name, of] of ranks) {
  // A star: significantly fewer firsts than Rulestone, a plus: more, at five in a hundred.
  const against = (theirs, mine) => {
    const wins = theirs.filter((at, i) => at === 1 && mine[i] !== 1).length;
    const losses = theirs.filter((at, i) => at !== 1 && mine[i] === 1).length;
    return chance(wins, losses) < 0.05 ? (wins > losses ? ' +' : ' *') : '';
  };
  const cells = of.map((places, at) => shown(places) + against(places, own[at]));
  console.log(`| ${[name, ...cells, shown(total(of)) + against(total(of), total(own))].join(' | ')} |`);
}
