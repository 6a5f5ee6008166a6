#!/usr/bin/env python3
"""Takes the translations of a library through programs of others and back: no byte may change.

    tests/exchange/tools.py RULESTONE LIBRARY [--all]

RULESTONE is the program, LIBRARY a folder with `rules-*`, which is copied and never changed. A tool that is not installed is said to
be skipped: gettext (msgfmt, msgcat, msgattrib), the Translate Toolkit (pocompile, pofilter), xmllint, OmegaT. Not tried are po2csv, which
doubles backslashes on its way back, and po2xliff, which loses the ids: `rulestone export` writes both formats itself.
Each translation goes through one command of gettext, and OmegaT, which takes its time, gets one; with --all everything through all.
"""

import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

BOOKS = ["hellenes", "peloponnesian-war", "sword-of-rome-5p"]
LANGUAGES = ["ja", "ru"]
PAIRS = [(book, language) for book in BOOKS for language in LANGUAGES]
# What rewraps and what sorts.
GETTEXT = [("msgcat", "--width=60"), ("msgattrib", "--no-obsolete", "--sort-output")]
skipped = set()
failed = []


def run(*command, status=0, **options):
    ran = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if status is not None and ran.returncode != status:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {ran.returncode}:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return ran


def has(tool):
    if shutil.which(tool):
        return True
    skipped.add(tool)
    return False


def same(before, after):
    compared = filecmp.dircmp(before, after)
    if compared.left_only or compared.right_only or compared.funny_files:
        return False
    _, other, odd = filecmp.cmpfiles(before, after, compared.common_files, shallow=False)
    return not other and not odd and all(same(os.path.join(before, d), os.path.join(after, d)) for d in compared.common_dirs)


class Trial:
    def __init__(self, program, library, folder):
        self.program, self.library = program, library
        self.lib = os.path.join(folder, "library")
        self.folder = folder
        self.begin()

    def begin(self):
        """The library as it is."""
        shutil.rmtree(self.lib, ignore_errors=True)
        os.mkdir(self.lib)
        for name in os.listdir(self.library):
            if name.startswith("rules-"):
                shutil.copytree(os.path.join(self.library, name), os.path.join(self.lib, name))

    def rulestone(self, *arguments, status=0):
        return run(self.program, "--root", self.lib, *arguments, status=status)

    def export(self, book, language, form, suffix):
        path = os.path.join(self.folder, f"{book}-{language}{suffix}")
        if os.path.exists(path):
            os.remove(path)
        self.rulestone("export", book, language, "--format", form, "--out", path)
        return path

    def back(self, what, path, *flags):
        """Merges a file that nobody has changed: every unit is as it was, and so is every file."""
        told = self.rulestone("merge", path, *flags, status=None)
        units = re.search(r"(\d+) as they were", told.stdout)
        whole = told.returncode == 0 and "0 units written, 0 accepted" in told.stdout
        for name in (name for name in os.listdir(self.lib) if name.startswith("rules-")):
            whole &= same(os.path.join(self.library, name), os.path.join(self.lib, name))
        print(f"{'ok  ' if whole else 'FAIL'} {what}: {units.group(1) if units else '?'} units")
        if not whole:
            failed.append(what)
            print(told.stdout[-500:], told.stderr[-1500:])
            self.begin()


def gettext(trial, name, po, commands):
    if has("msgfmt"):
        run("msgfmt", "-c", "-o", os.devnull, po)
    for command, *flags in commands:
        if has(command):
            out = f"{po}.{command}.po"
            run(command, *flags, "-o", out, po)
            trial.back(f"{name} {command}", out)


def toolkit(trial, name, po):
    if has("pocompile"):
        run("pocompile", po, po + ".mo")
    if has("pofilter"):
        out = po + ".filter.po"
        run("pofilter", "-t", "escapes", "-t", "newlines", "-t", "printf", po, out, status=None)
        size = os.path.getsize(out) if os.path.exists(out) else 0
        print(f"     {name} pofilter: {size} bytes of findings")


def omegat(trial, book, language, xliff):
    if not has("omegat"):
        return
    project = os.path.join(trial.folder, f"omegat-{book}-{language}")
    for part in ["source", "target", "tm", "glossary", "dictionary", "omegat"]:
        os.makedirs(os.path.join(project, part))
    shutil.copy(xliff, os.path.join(project, "source", "book.xlf"))
    with open(os.path.join(project, "omegat.project"), "w", encoding="utf-8") as file:
        file.write(
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<omegat><project version="1.0">'
            "<source_dir>__DEFAULT__</source_dir><target_dir>__DEFAULT__</target_dir><tm_dir>__DEFAULT__</tm_dir>"
            "<glossary_dir>__DEFAULT__</glossary_dir><glossary_file>__DEFAULT__</glossary_file>"
            f"<dictionary_dir>__DEFAULT__</dictionary_dir><source_lang>en</source_lang><target_lang>{language}</target_lang>"
            "<sentence_seg>false</sentence_seg><support_default_translations>true</support_default_translations>"
            "<remove_tags>false</remove_tags></project></omegat>\n"
        )
    home = os.path.join(trial.folder, "home")
    os.makedirs(home, exist_ok=True)
    run("omegat", project, "--mode=console-translate", env={**os.environ, "HOME": home}, timeout=300)
    trial.back(f"{book} {language} OmegaT", os.path.join(project, "target", "book.xlf"))


def pair(program, library, folder, at, everything):
    """All trials of one translation, in a copy of the library of its own."""
    book, language = PAIRS[at]
    name = f"{book} {language}"
    folder = os.path.join(folder, f"{book}-{language}")
    os.mkdir(folder)
    trial = Trial(program, library, folder)
    try:
        po = trial.export(book, language, "po", ".po")
        gettext(trial, name, po, GETTEXT if everything else GETTEXT[at % 2 :][:1])
        toolkit(trial, name, po)
        for form in ["xliff", "xliff2", "tmx", "tbx"]:
            path = trial.export(book, language, form, "." + form)
            if has("xmllint"):
                run("xmllint", "--noout", path)
        if everything or at == 0:
            omegat(trial, book, language, os.path.join(folder, f"{book}-{language}.xliff"))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        failed.append(name)
        print(f"FAIL {name}: {error}")


def main():
    program, library = (os.path.abspath(path) for path in sys.argv[1:3])
    everything = "--all" in sys.argv
    began = time.time()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        ended = [pool.submit(pair, program, library, folder, at, everything) for at in range(len(PAIRS))]
        for one in ended:
            one.result()
    for tool in sorted(skipped):
        print(f"skipped: {tool} is not installed")
    print(f"{len(failed)} failed, {time.time() - began:.0f} s")
    sys.exit(bool(failed))


main()
