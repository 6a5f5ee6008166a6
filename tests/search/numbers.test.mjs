// The browser reads rule numbers as Rust does: both are held to numbers.json. Run with `node --test tests/search/`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { search } from './load.mjs';

for (const { text, parts, dotted, printed } of JSON.parse(readFileSync(new URL('numbers.json', import.meta.url), 'utf8'))) {
  test(`number ${JSON.stringify(text)}`, () => {
    const read = search.ruleNumber(text);
    assert.equal(read?.components.join('.') ?? null, parts);
    if (read) assert.equal(read.isDotted, dotted);
    if (printed) assert.equal(search.printedNumber(text).components.join('.'), printed);
  });
}
