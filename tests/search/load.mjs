// Loads the search scripts the way a page does: as classic scripts, in order, into one global; and indexes from their scripts.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const folder = fileURLToPath(new URL('../../templates/search/', import.meta.url));
for (const name of readdirSync(folder).sort()) {
  vm.runInThisContext(readFileSync(folder + name, 'utf8'), { filename: folder + name });
}

export const search = globalThis.rulestoneSearch;

/** The scripts of the index of the small library in a language: Map(name → script), the head first. tests/search/browser.rs makes them. */
export function scripts(language) {
  const all = readFileSync(new URL(`pages/${language}.js`, import.meta.url), 'utf8').split('\n').filter(Boolean);
  return new Map(all.map((script) => [/\["([^"]+)"\]/.exec(script)[1], script]));
}

/** What scripts hold, by their names. */
export function contents(scripts) {
  const context = {};
  for (const script of scripts.values()) vm.runInNewContext(script, context);
  return new Map(Object.entries(JSON.parse(JSON.stringify(context.rulestoneParts))));
}

/** An index of the contents of its scripts: with all its parts, or with none yet. */
export function indexOf(parts, { whole = true } = {}) {
  const [[file, head], ...others] = parts;
  const index = search.open(head, file);
  if (whole) for (const [name, content] of others) index.put(name, content);
  return index;
}

/** The index of the small library in a language, with all its parts. */
export const page = (language) => indexOf(contents(scripts(language)));

/** What `compute` makes of an index that has no part that it was not asked for: {found, rounds: [[name]]}. */
export function inRounds(index, parts, compute) {
  const rounds = [];
  for (;;) {
    index.missing.clear();
    let found;
    try { found = compute(index); } catch (error) { if (!(error instanceof search.Missing)) throw error; }
    const names = [...index.missing];
    if (!names.length) return { found, rounds };
    rounds.push(names);
    for (const name of names) index.put(name, parts.get(name));
  }
}
