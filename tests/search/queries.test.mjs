// The browser answers the queries of queries.json as the command line does (tests/search/browser.rs asks them there).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { page, search } from './load.mjs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');

const pages = { en: page('en'), ja: page('ja'), ru: page('ru') };
const marked = ({ text, marks }) => marks.map(([start, end]) => text.slice(start, end));

for (const asked of JSON.parse(read('queries.json'))) {
  test(`${asked.language} ${asked.query}`, () => {
    const results = search.search(pages[asked.language], asked.query);
    assert.deepEqual(results.hits.slice(0, asked.first.length).map((hit) => hit.id), asked.first);
    assert.equal(results.total, asked.total);
    assert.equal(results.hits[0]?.via ?? null, asked.via);
    assert.equal(results.hits[0]?.mark ?? '', asked.mark ?? '');
    assert.deepEqual(results.corrected, asked.corrected ?? []);
    assert.equal(results.relaxation, asked.relaxation ?? 'none');
    assert.deepEqual(results.leftOut, asked.left_out ?? []);
  });
}

test('the last word may be only begun while typing', () => {
  for (const [query, id] of [['reinforceme', 'reinforcements'], ['naval comb', 'naval-combat'], ['avoi', 'avoiding'], ['海上戦', 'naval-combat'], ['港湾', undefined]]) {
    assert.equal(search.search(pages.en, query, { typing: true }).hits[0]?.id, id, query);
  }
  assert.equal(search.search(pages.ja, 'merce', { typing: true }).hits[0].via, '傭兵', 'names that begin so lead on too');
  assert.equal(search.search(pages.en, 'mercen ', { typing: true }).total, 0, 'a blank ends the word');
});

test('штурм and шторм are told apart from the third letter on', () => {
  const found = (query) => search.search(pages.ru, query, { typing: true }).hits.map((hit) => hit.id);
  for (const query of ['шту', 'штур', 'штурм', 'штурмо', 'штурмом']) assert.deepEqual(found(query), ['storm'], query);
  for (const query of ['што', 'штор', 'шторм', 'штормо', 'штормовать']) assert.deepEqual(found(query), ['weather'], query);
  assert.deepEqual(found('шт').sort(), ['storm', 'weather'], 'two letters begin both');
});

test('a last word that begins nothing is corrected while typing too', () => {
  for (const [query, corrected] of [['intrdict', [['intrdict', 'interdict']]], ['carthage mercenery', [['mercenery', 'mercenary']]], ['intrdict.', [['intrdict', 'interdict']]]]) {
    const results = search.search(pages.en, query, { typing: true });
    assert.deepEqual(results.corrected, corrected, query);
    assert.deepEqual(results, search.search(pages.en, query), query);
    assert.ok(results.total, query);
  }
  assert.deepEqual(search.search(pages.en, 'interdi', { typing: true }).corrected, [], 'a beginning is no error');
});

test('words may be inflected in ways that no text has', () => {
  assert.equal(search.search(pages.en, 'sailing port').hits[0].id, 'naval-combat');
  assert.equal(search.search(pages.ru, 'штурмом').hits[0].id, 'storm');
});

test('marks stand on the words', () => {
  const [hit] = search.search(pages.en, 'carthage mercenary').hits;
  assert.deepEqual(marked(hit.excerpt), ['Carthage', 'mercenary']);
  assert.deepEqual(marked(search.search(pages.ja, '戦闘').hits[0].title), ['戦闘']);
});

test('a row of a table is shown, and led to', () => {
  const [hit] = search.search(pages.en, 'rhegium').hits;
  assert.equal(hit.excerpt.text, 'Rhegium · 2');
  assert.equal(hit.url, 'en/rome/naval-movement.html.table-ports.rhegium');
  assert.equal(search.search(pages.en, 'friendly port').hits[0].url, 'en/rome/naval-movement.html');
});

test('a long text is cut at sentences or words, with whole characters', () => {
  const text = `${'Ships sail on. '.repeat(30)}The needle is here. ${'Ships sail on. '.repeat(30)}`;
  const at = text.indexOf('needle');
  const { text: cut, marks } = search.excerpt(text, [{ start: at, end: at + 6, need: 0 }]);
  assert.ok(cut.startsWith('…') && cut.endsWith('…') && cut.length <= 162, cut);
  assert.equal(cut.slice(...marks[0]), 'needle');
  const wide = `${'𠮷野は海に出る、'.repeat(40)}針`;
  const end = search.excerpt(wide, [{ start: wide.length - 1, end: wide.length, need: 0 }]);
  assert.ok(end.text.isWellFormed && end.text.isWellFormed() && end.text.endsWith('針'), end.text);
});

test('queries that cannot be understood say why and where', () => {
  const error = (query) => { try { search.parseQuery(query, ['hellas']); } catch ({ code, column }) { return [code, column]; } return null; };
  assert.deepEqual(error('port titel:sea'), ['unknown-field', 6]);
  assert.deepEqual(error('海 "naval'), ['open-quote', 3]);
  assert.deepEqual(error('a title: b'), ['empty-field', 3]);
  assert.deepEqual(error('-a'), ['only-exclusions', 1]);
  assert.deepEqual(error('𠮷'.repeat(401)), ['too-long', 401]);
  assert.equal(error('𠮷'.repeat(400)), null);
  assert.equal(error('odds 2:1 Example: hellas:5'), null);
});
