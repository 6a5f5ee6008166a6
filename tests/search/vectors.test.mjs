// The cut in the browser is the cut in Rust: both are held to vectors.json. Run with `node --test tests/search/`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { search } from './load.mjs';

const { forms, cases } = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));
const stems = new Map(Object.entries(forms));

test('there are enough cases', () => assert.ok(cases.length >= 60));

for (const { text, tokens } of cases) {
  test(`cut ${JSON.stringify(text.slice(0, 40))}`, () => {
    const cut = search.cut(text, stems).map(({ term, start, end, position }) => [term, start, end, position]);
    assert.deepEqual(cut, tokens);
  });
}

test('Russian words have the same stems', () => {
  const russian = Object.entries(forms).filter(([form]) => /^[\u0400-\u052F]+$/.test(form));
  assert.ok(russian.length >= 40);
  for (const [form, stem] of russian) assert.equal(search.russianStem(form), stem, form);
});

test('any text can be cut', () => {
  const alphabet = Array.from("aZ9.'-\u00e9\u0301\u3099\uff9eｶカかー・海\n 𠮷👍ёШ\u200b½ﬁ㍿İ\ud800");
  let seed = 7;
  const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: random(24) }, () => alphabet[random(alphabet.length)]).join('');
    let position = 0;
    for (const token of search.cut(text, stems)) {
      assert.ok(token.start < token.end && token.end <= text.length && token.position >= position, JSON.stringify(text));
      position = token.position;
    }
  }
});
