// A link to a page may say anything behind # and ?: the scripts of the page go on.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { page, search } from '../search/load.mjs';

const parts = fileURLToPath(new URL('../../templates/site/', import.meta.url));
const script = readdirSync(parts).sort().map((name) => readFileSync(parts + name, 'utf8')).join('');

/** Runs the script of the site on a page that has a link to another language, a folded note and nothing else. */
function open(hash) {
  const listeners = {};
  const on = (name, listener) => { (listeners[name] ??= []).push(listener); };
  const note = { open: false };
  const section = { matches: () => false, closest: (selector) => (note.open || !selector.startsWith('details') ? null : note), scrollIntoView() {}, getBoundingClientRect: () => ({ top: 0, bottom: 9 }) };
  const language = { hash: '', addEventListener: on, closest: () => null };
  const side = { addEventListener: on, open: false, querySelector: () => null, querySelectorAll: () => [{ hash }, { hash: '#note' }] };
  const document = {
    documentElement: { getAttribute: () => null },
    querySelector: (selector) => (selector === '.contents' ? side : null),
    querySelectorAll: (selector) => (selector.startsWith('.languages a') ? [language] : []),
    getElementById: (id) => (id === 'note' ? section : null),
    addEventListener() {},
  };
  const window = { addEventListener: on, matchMedia: () => ({ matches: false, addEventListener: on }), scrollY: 0, innerHeight: 9 };
  vm.runInNewContext(script, { window, document, URLSearchParams, location: { hash, search: '' }, requestAnimationFrame() {}, history: {}, localStorage: { getItem: () => null } });
  for (const listener of [...(listeners.hashchange ?? []), ...(listeners.click ?? [])]) listener();
  return { note, language };
}

test('a fragment that is no UTF-8 stops no script', () => {
  for (const hash of ['#%E0', '#%', '#%E0%A4%A', '#%ff', '#', '']) assert.equal(open(hash).note.open, false, hash);
  const { note, language } = open('#note');
  assert.deepEqual([note.open, language.hash], [true, '#note']);
  assert.equal(open('#n%6Fte').note.open, true);
});

test('no script decodes what an address says without care', () => {
  assert.equal(script.match(/decodeURI/g).length, 1);
  assert.match(script, /try \{ return decodeURIComponent/);
});

test('a query that is too long is refused before it is read', () => {
  const index = page('en');
  for (const query of ['fleet '.repeat(2000), 'a* '.repeat(500), '"'.repeat(1000), '海'.repeat(401), 'x'.repeat(5_000_000)]) {
    assert.throws(() => search.search(index, query, { typing: true }), { code: 'too-long', column: 401 });
  }
});

test('words are looked up, not compared with every word of every text', () => {
  const index = page('en');
  let looked = 0;
  // Counts the places that are looked at: of a long query no more than of its words one by one.
  const has = Set.prototype.has;
  const count = (query) => {
    looked = 0;
    index.forget();
    Set.prototype.has = function (one) { looked += 1; return has.call(this, one); };
    try { search.search(index, query, { typing: true, limit: 100 }); } finally { Set.prototype.has = has; }
    return looked;
  };
  for (const query of ['a* '.repeat(130), 'fleet '.repeat(66), 'aдア1'.repeat(100), '海上戦闘'.repeat(100), 'c* '.repeat(50), 'the-of-'.repeat(50)]) {
    const looked = count(query);
    assert.ok(looked < 100_000, `${query.slice(0, 12)}…: ${looked} looks`);
  }
});
