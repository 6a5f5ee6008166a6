// An index of which parts are loaded as they are asked for answers as one that has all of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contents, indexOf, inRounds, scripts, search } from './load.mjs';

const golden = JSON.parse(readFileSync(new URL('queries.json', import.meta.url), 'utf8'));

let seed = 11;
const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
const one = (list) => list[random(list.length)];

/** A word with a slip: a letter left out, doubled, swapped with the next one, or another one. */
function slip(word) {
  const letters = Array.from(word);
  const at = random(letters.length);
  const put = [[], [letters[at], letters[at]], [letters[at + 1] ?? '', letters[at]], [one([...'aeiоштンー'])]][random(4)];
  letters.splice(at, put.length === 2 && put[0] !== put[1] ? 2 : 1, ...put);
  return letters.join('');
}

/** Queries of the words of a library: as they are, begun, with slips, as phrases, with fields, together. */
function queries(language, count) {
  const parts = contents(scripts(language));
  const sections = [...parts].filter(([name]) => /-s\d+-/.test(name)).flatMap(([, entries]) => entries);
  const texts = sections.flatMap(({ title, body, asides }) => [title, body, ...asides.map(([, text]) => text)]).filter(Boolean);
  const words = [...parts].filter(([name]) => /-r\d+-/.test(name)).flatMap(([, { keys }]) => keys.map((key) => key.replace(/^[^\p{L}\p{N}]/u, '')));
  const piece = () => {
    const letters = Array.from(one(texts));
    const from = random(letters.length);
    return letters.slice(from, from + 1 + random(12)).join('').replaceAll('"', ' ');
  };
  const word = () => one([() => one(words), () => slip(one(words)), () => one(words).slice(0, 1 + random(4)), piece, () => one(sections).id, () => one(sections).number ?? '5'])();
  const clause = () => one([word, word, word, () => `"${piece()}"`, () => `${one(['title', 'body', 'note', 'id', 'number', 'term'])}:${word()}`, () => `${word()}*`, () => `-${word()}`, () => `hellas:${word()}`])();
  return Array.from({ length: count }, () => Array.from({ length: 1 + random(3) }, clause).join(' '));
}

function answer(index, query, options) {
  try { return search.search(index, query, options); } catch (error) { if (error instanceof search.QueryError) return error.message; throw error; }
}

for (const language of ['en', 'ja', 'ru']) {
  test(`parts answer as the whole: ${language}`, () => {
    const parts = contents(scripts(language));
    const whole = indexOf(parts);
    const kept = indexOf(parts, { whole: false });
    const all = [...golden.filter((asked) => asked.language === language).map(({ query }) => query), ...queries(language, 1500)];
    let deepest = 0;
    for (const query of all) {
      for (const options of [{}, { typing: true }, { limit: 3, wanted: (book) => book === 'rome' }]) {
        whole.forget();
        const expected = answer(whole, query, options);
        assert.equal(whole.missing.size, 0);
        kept.forget();
        const fresh = indexOf(parts, { whole: false });
        const { found, rounds } = inRounds(fresh, parts, (index) => answer(index, query, options));
        assert.deepEqual(found, expected, query);
        assert.deepEqual(inRounds(kept, parts, (index) => answer(index, query, options)).found, expected, query);
        deepest = Math.max(deepest, rounds.length);
      }
    }
    assert.ok(deepest >= 2 && deepest <= 7, `${deepest} rounds`);
  });
}

test('what is asked for is loaded, and not all of it', () => {
  const parts = contents(scripts('en'));
  const { found, rounds } = inRounds(indexOf(parts, { whole: false }), parts, (index) => search.search(index, 'naval combat'));
  assert.equal(found.hits[0].id, 'naval-combat');
  assert.ok(rounds.length <= 3, `${rounds.length} rounds`);
  assert.ok(rounds.flat().length < parts.size * 0.6, `${rounds.flat().length} of ${parts.size}`);
});

test('a section is found by its book and id', () => {
  const parts = contents(scripts('en'));
  const { found } = inRounds(indexOf(parts, { whole: false }), parts, (index) => search.section(index, 'hellas', 'sieges'));
  assert.equal(found.title, 'Sieges');
  assert.equal(inRounds(indexOf(parts), parts, (index) => search.section(index, 'rome', 'sieges')).found, undefined);
});

/** A page that loads scripts of `files` by their names: as many as are asked for, one after another. */
function browse(files) {
  const asked = [];
  globalThis.document = {
    createElement: () => ({ addEventListener(name, listener) { this[name] = listener; }, remove() {} }),
    head: { append(script) {
      asked.push(script.src);
      const name = script.src.replace(/^.*\//, '').replace(/\.js(\?.*)?$/, '');
      queueMicrotask(() => {
        if (!files.has(name)) { script.error(); return; }
        (globalThis.rulestoneParts ??= {})[name] = structuredClone(files.get(name));
        script.load();
      });
    } },
  };
  return asked;
}

const ask = (url) => search.answer(url, (index) => search.search(index, 'naval combat').hits.map(({ id }) => id));

test('a part that fails to load is told, and loaded when it is asked for again', async () => {
  const all = contents(scripts('en'));
  const files = new Map([...all].filter(([name]) => !/-s\d+-/.test(name)));
  const asked = browse(files);
  await assert.rejects(ask('a/search-en.js'));
  assert.ok(asked.every((url) => url.startsWith('a/search-en')) && asked.some((url) => /^a\/search-en\.js\?/.test(url)), 'the head is looked at anew');
  for (const [name, content] of all) files.set(name, content);
  assert.deepEqual((await ask('a/search-en.js')).found, ['naval-combat']);
  assert.equal((await ask('a/search-en.js')).renewed, false);
});

test('a head that fails to load is loaded when it is asked for again', async () => {
  const files = new Map();
  browse(files);
  await assert.rejects(ask('b/search-en.js'));
  for (const [name, content] of contents(scripts('en'))) files.set(name, content);
  assert.deepEqual((await ask('b/search-en.js')).found, ['naval-combat']);
});

test('parts of another build are not taken for those of this one', async () => {
  const old = contents(scripts('en'));
  const files = new Map([[...old][0]]);
  const asked = browse(files);
  await search.load('c/search-en.js');
  // The site is replaced: the same names with other hashes.
  const renamed = (name) => name.replace(/-[0-9a-f]{8}$/, (hash) => `-${[...hash.slice(1)].reverse().join('')}`);
  files.clear();
  for (const [name, content] of old) files.set(name.replace(/-[0-9a-f]{8}$/, (hash) => `-${[...hash.slice(1)].reverse().join('')}`), content);
  const head = structuredClone([...old][0][1]);
  head.stamp = 'another';
  for (const kind of ['records', 'words', 'sections', 'concepts']) head[kind].hashes = head[kind].hashes.map((hash) => renamed(`-${hash}`).slice(1));
  files.set('search-en', head);
  const { found, renewed } = await ask('c/search-en.js');
  assert.deepEqual([found, renewed], [['naval-combat'], true]);
  assert.equal(asked.filter((url) => url.startsWith('c/search-en.js')).length, 2);
  assert.equal((await ask('c/search-en.js')).renewed, false, 'it is told once');
});

test('who types on loads no more', async () => {
  const asked = browse(contents(scripts('en')));
  assert.equal(await search.answer('d/search-en.js', (index) => search.search(index, 'naval combat'), () => false), null);
  assert.equal(asked.length, 1);
});
