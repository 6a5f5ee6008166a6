#!/usr/bin/env node
/**
 * Counts how many random slips of translators and editors `rulestone check` finds, and at the right line.
 *
 *   node found.mjs RULESTONE LIBRARY [SEED …]
 *
 * For each language and seed 50 slips are made by corrupt.mjs, which knows nothing of the checks. Each is put alone into
 * a copy of LIBRARY. It is found if the check reports something that it does not report of the untouched library, at a
 * place, or with a related place, that covers the line of the slip. What is missed is listed. Ends with 1 if fewer than
 * 48 of any 50 are found. The languages are gone through beside each other, each in a copy of its own.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const COUNT = 50;
const ENOUGH = 48;
const LANGUAGES = ['en', 'ja', 'ru'];

const [rulestone, library, ...seeds] = process.argv.slice(2);
if (!library) {
  console.error('usage: node found.mjs RULESTONE LIBRARY [SEED …]');
  process.exit(2);
}
const corrupt = join(import.meta.dirname, 'corrupt.mjs');
const copies = mkdtempSync(join(tmpdir(), 'slips-'));

/** A copy of the library, to be spoilt. */
function copied(name) {
  for (const folder of readdirSync(library).filter((name) => name.startsWith('rules-'))) {
    cpSync(join(library, folder), join(copies, name, folder), { recursive: true });
  }
  return join(copies, name);
}

const started = promisify(execFile);

/** What the check reports of a copy as it is now. */
async function findings(copy) {
  const ran = started(resolve(rulestone), ['--root', copy, 'check', '--format', 'json'], { maxBuffer: 1 << 28 });
  // With findings it ends with 1.
  const { stdout } = await ran.catch((error) => error);
  return JSON.parse(stdout).diagnostics;
}

/** What stays the same of a finding when lines above it come or go. */
const name = (finding) => [finding.code, finding.file, finding.section, finding.message].join(' ');

const covers = (place, slip) => place.file === slip.file && place.line <= slip.line && slip.line <= place.end_line;

/** The findings that are there because of a slip. */
async function because(slip, copy, untouched) {
  const path = join(copy, slip.file);
  const before = readFileSync(path, 'utf8');
  const lines = before.split('\n');
  for (const [line, , after] of slip.lines ?? [[slip.line, slip.before, slip.after]]) lines[line - 1] = after;
  writeFileSync(path, lines.filter((line) => line !== null).join('\n'));
  try {
    const known = new Map();
    for (const finding of untouched) known.set(name(finding), (known.get(name(finding)) ?? 0) + 1);
    return (await findings(copy)).filter((finding) => {
      const left = known.get(name(finding)) ?? 0;
      known.set(name(finding), left - 1);
      return left <= 0;
    });
  } finally {
    writeFileSync(path, before);
  }
}

/** Whether enough slips in a language are found; tells which are not. */
async function enough(language, seed, untouched) {
  const copy = copied(`${language}-${seed}`);
  const slips = JSON.parse(execFileSync('node', [corrupt, library, language, seed, String(COUNT)], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const missed = [];
  for (const slip of slips) {
    const found = await because(slip, copy, untouched);
    const there = found.filter((finding) => [finding, ...finding.related].some((place) => covers(place, slip)));
    if (there.length === 0) missed.push([slip, found]);
  }
  const count = slips.length - missed.length;
  console.log(`${language}, seed ${seed}: ${count} of ${slips.length} found`);
  for (const [slip, found] of missed) {
    console.log(`  missed ${slip.id} ${slip.kind} ${slip.file}:${slip.line}\n    ${slip.what}\n    - ${slip.before}\n    + ${slip.after ?? '(deleted)'}`);
    for (const finding of found) console.log(`    elsewhere: ${finding.code} ${finding.file}:${finding.line}`);
  }
  return count >= ENOUGH;
}

const all = [];
try {
  const untouched = await findings(copied('untouched'));
  console.log(`untouched: ${untouched.length} findings`);
  for (const seed of seeds.length ? seeds : ['1']) {
    all.push(...await Promise.all(LANGUAGES.map((language) => enough(language, seed, untouched))));
  }
} finally {
  rmSync(copies, { recursive: true, force: true });
}
process.exit(all.every(Boolean) ? 0 : 1);
