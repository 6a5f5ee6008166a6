// Loads the search scripts the way a page does: as classic scripts, in order, into one global.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const folder = fileURLToPath(new URL('../../templates/search/', import.meta.url));
for (const name of readdirSync(folder).sort()) {
  vm.runInThisContext(readFileSync(folder + name, 'utf8'), { filename: folder + name });
}

export const search = globalThis.rulestoneSearch;
