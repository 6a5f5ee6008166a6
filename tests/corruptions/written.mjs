#!/usr/bin/env node
/**
 * Counts how many mistakes that people wrote `rulestone check` tells of.
 *
 *   node written.mjs RULESTONE LIBRARY [FOLDER]
 *
 * `written-LANG.json` has 80 mistakes for a language, each a change of some words of a shipped translation, by editors who had seen
 * neither the checks nor how they are made. Each is put alone into a copy of LIBRARY. It is told if the check, hints among its
 * findings, has one more within 12 lines of it. FOLDER has dictionaries of Hunspell. What is missed is listed, and one whose words a
 * text no longer has is passed over. It takes some minutes and is a measure, not a test: `.ci/run` leaves it out.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const NEAR = 12;

const [rulestone, library, dictionaries] = process.argv.slice(2);
if (!library) {
  console.error('usage: node written.mjs RULESTONE LIBRARY [FOLDER]');
  process.exit(2);
}

function findings(copy) {
  const spelling = dictionaries ? ['--spelling', resolve(dictionaries)] : [];
  const all = ['--root', copy, 'check', '--hints', '--format', 'json', ...spelling];
  try {
    return JSON.parse(execFileSync(resolve(rulestone), all, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })).diagnostics;
  } catch (error) {
    // With findings it ends with 1.
    return JSON.parse(error.stdout).diagnostics;
  }
}

/** What stays the same of a finding when lines above it come or go. */
const name = (finding) => [finding.code, finding.file, finding.section, finding.message].join(' ');

function count(found) {
  const counts = new Map();
  for (const finding of found) counts.set(name(finding), (counts.get(name(finding)) ?? 0) + 1);
  return counts;
}

for (const language of ['ja', 'ru']) {
  const mistakes = JSON.parse(readFileSync(join(import.meta.dirname, `written-${language}.json`), 'utf8'));
  const copy = mkdtempSync(join(tmpdir(), 'written-'));
  try {
    for (const folder of readdirSync(library).filter((folder) => folder.startsWith('rules-'))) {
      cpSync(join(library, folder), join(copy, folder), { recursive: true });
    }
    const untouched = count(findings(copy));
    let [told, all] = [0, 0];
    for (const { file, kind, old, new: wrong } of mistakes) {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      const parts = text.split(old);
      if (parts.length !== 2) {
        console.log(`${language}: passed over, for the text is another: ${old}`);
        continue;
      }
      const first = parts[0].split('\n').length;
      const last = first + old.split('\n').length - 1;
      writeFileSync(path, parts.join(wrong));
      const seen = new Map();
      const more = findings(copy).filter((finding) => {
        if (['outdated-translation', 'unaccepted-translation'].includes(finding.code)) return false;
        seen.set(name(finding), (seen.get(name(finding)) ?? 0) + 1);
        return seen.get(name(finding)) > (untouched.get(name(finding)) ?? 0);
      });
      writeFileSync(path, text);
      all += 1;
      const near = more.some(({ file: of, line }) => of === file && first - NEAR <= line && line <= last + NEAR);
      if (near) told += 1;
      else console.log(`${language}: missed (${kind}): ${old} → ${wrong}`);
    }
    console.log(`${language}: ${told} of ${all} told`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
