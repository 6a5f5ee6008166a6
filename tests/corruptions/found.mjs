#!/usr/bin/env node
/**
 * Counts how many random slips of translators and editors `rulestone check` finds, and at the right line.
 *
 *   node found.mjs RULESTONE LIBRARY [SEED …]
 *
 * For each language and seed 50 slips are made by corrupt.mjs, which knows nothing of the checks. Each is put alone into
 * a copy of LIBRARY. It is found if the check reports something that it does not report of the untouched library, at a
 * place, or with a related place, that covers the line of the slip. What is missed is listed. Ends with 1 if fewer than
 * 48 of any 50 are found.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const COUNT = 50;
const ENOUGH = 48;
const LANGUAGES = ['en', 'ja', 'ru'];

const [rulestone, library, ...seeds] = process.argv.slice(2);
if (!library) {
  console.error('usage: node found.mjs RULESTONE LIBRARY [SEED …]');
  process.exit(2);
}
const corrupt = join(import.meta.dirname, 'corrupt.mjs');
const copy = mkdtempSync(join(tmpdir(), 'slips-'));
for (const folder of readdirSync(library).filter((name) => name.startsWith('rules-'))) {
  cpSync(join(library, folder), join(copy, folder), { recursive: true });
}

/** What the check reports of the copy as it is now. */
function findings() {
  const ran = spawnSync(resolve(rulestone), ['--root', copy, 'check', '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(ran.stdout).diagnostics;
}

/** What stays the same of a finding when lines above it come or go. */
const name = (finding) => [finding.code, finding.file, finding.section, finding.message].join(' ');

const covers = (place, slip) => place.file === slip.file && place.line <= slip.line && slip.line <= place.end_line;

/** The findings that are there because of a slip. */
function because(slip, untouched) {
  const path = join(copy, slip.file);
  const before = readFileSync(path, 'utf8');
  const lines = before.split('\n');
  for (const [line, , after] of slip.lines ?? [[slip.line, slip.before, slip.after]]) lines[line - 1] = after;
  writeFileSync(path, lines.filter((line) => line !== null).join('\n'));
  try {
    const known = new Map();
    for (const finding of untouched) known.set(name(finding), (known.get(name(finding)) ?? 0) + 1);
    return findings().filter((finding) => {
      const left = known.get(name(finding)) ?? 0;
      known.set(name(finding), left - 1);
      return left <= 0;
    });
  } finally {
    writeFileSync(path, before);
  }
}

let enough = true;
try {
  const untouched = findings();
  console.log(`untouched: ${untouched.length} findings`);
  for (const seed of seeds.length ? seeds : ['1']) {
    for (const language of LANGUAGES) {
      const slips = JSON.parse(execFileSync('node', [corrupt, library, language, seed, String(COUNT)], { encoding: 'utf8', maxBuffer: 1 << 28 }));
      const missed = [];
      for (const slip of slips) {
        const found = because(slip, untouched);
        const there = found.filter((finding) => [finding, ...finding.related].some((place) => covers(place, slip)));
        if (there.length === 0) missed.push([slip, found]);
      }
      const count = slips.length - missed.length;
      console.log(`${language}, seed ${seed}: ${count} of ${slips.length} found`);
      for (const [slip, found] of missed) {
        console.log(`  missed ${slip.id} ${slip.kind} ${slip.file}:${slip.line}\n    ${slip.what}\n    - ${slip.before}\n    + ${slip.after ?? '(deleted)'}`);
        for (const finding of found) console.log(`    elsewhere: ${finding.code} ${finding.file}:${finding.line}`);
      }
      enough &&= count >= ENOUGH;
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(enough ? 0 : 1);
