// The search box in a real browser, from a folder and from a server, under the strictest policy for scripts.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scripts } from './load.mjs';

const run = promisify(execFile);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
  try { execFileSync(name, ['--version'], { stdio: 'ignore' }); return true; } catch { return false; }
});
const options = { skip: browser ? false : 'no chromium here: the search box is not tested', timeout: 60000 };

const parts = readdirSync(here('../../templates/search/')).sort();
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
<title>Page</title><input id="box" aria-label="Search"><input id="other"><div id="panel"></div><pre id="report"></pre>
${parts.map((name) => `<script src="${name}"></script>`).join('\n')}
<script src="panel.driver.js"></script></html>`;

const site = mkdtempSync(join(tmpdir(), 'search-box-'));
after(() => rmSync(site, { recursive: true }));
for (const name of parts) copyFileSync(here(`../../templates/search/${name}`), join(site, name));
copyFileSync(here('panel.driver.js'), join(site, 'panel.driver.js'));
for (const [name, script] of scripts('en')) writeFileSync(join(site, `${name}.js`), script);
writeFileSync(join(site, 'page.html'), PAGE);

/** What the driver wrote into the page at `url`. */
async function report(url) {
  const profile = mkdtempSync(join(tmpdir(), 'search-profile-'));
  try {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, '--virtual-time-budget=20000', '--dump-dom', url];
    const { stdout } = await run(browser, flags, { maxBuffer: 1 << 24 });
    const [, text] = stdout.match(/<pre id="report">([\s\S]*?)<\/pre>/);
    return JSON.parse(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

function check(seen) {
  assert.equal(seen.error, undefined, seen.error);
  assert.deepEqual(seen.atRest, { role: 'combobox', expanded: 'false', hidden: true });
  assert.equal(seen.typed.expanded, 'true');
  assert.equal(seen.typed.controls, 'listbox');
  assert.match(seen.typed.status, /^\d+ found/);
  assert.match(seen.typed.first, /^9\.6\.4 Naval combat/);
  assert.deepEqual(seen.typed.marks.slice(0, 2), ['Naval', 'combat']);
  assert.equal(seen.typed.href, '../en/rome/naval-combat.html?mark=naval&mark=combat');
  assert.equal(seen.typed.lang, 'en');
  assert.deepEqual(seen.down, { active: true, selected: 'true' });
  assert.deepEqual(seen.around, { active: false, selected: 'false' });
  assert.equal(seen.via, 'via naval combat');
  assert.match(seen.clicked, /^\.\.\/en\/rome\/naval-combat\.html/);
  assert.deepEqual(seen.escaped, { expanded: 'false', hidden: true, value: 'морского боя' });
  assert.equal(seen.cleared, '');
  assert.match(seen.mistake, /^Unknown field titel:/);
  assert.equal(seen.nothing, 'Nothing found');
  assert.equal(seen.composing, true, 'keys belong to the input method while it composes');
  assert.equal(seen.control, true);
  const here = '5.2 Draw cards phase Carthage draws five cards, plus one for each port in Sicily.';
  const there = '5.2 Sieges Hellas A siege lasts a season.';
  assert.deepEqual(seen.books, { folded: [here, 'In other books: 1'], status: '1 found', unfolded: [here, there], active: 'true' }, 'this book first');
  assert.deepEqual(seen.elsewhere, { status: 'Nothing in Rome · In other books: 1', rows: [there] }, 'another book, named');
  assert.deepEqual(seen.slash, { focused: true, whileTyping: false, switchedOff: false });
  assert.ok(seen.loaded > 3 && seen.loaded < scripts('en').size, `${seen.loaded} of ${scripts('en').size} parts`);
  assert.deepEqual(seen.gone, { status: 'The search index cannot be loaded', rows: ['Try again'] });
  assert.equal(seen.undone, true);
}

test('from a folder', options, async () => check(await report(`file://${site}/page.html`)));

test('from a server', options, async () => {
  const server = createServer((request, response) => {
    const name = request.url.slice(1);
    response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html');
    try { response.end(readFileSync(join(site, name))); } catch { response.writeHead(404).end(); }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  try { check(await report(`http://127.0.0.1:${server.address().port}/page.html`)); } finally { server.close(); }
});
