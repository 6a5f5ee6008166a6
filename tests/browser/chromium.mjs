// Finds Chromium and the site under test; says loudly what is missing.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** The same engine without its windows, where Debian has it, is quicker. */
const executable = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell"].find(existsSync) ?? "/usr/bin/chromium";

/** The folder of the site, from the environment variable SITE. */
export const site = process.env.SITE ? path.resolve(process.env.SITE) : undefined;

/** What is missing, unless whoever runs the tests has said that nothing is. */
export function unlessNeeded(missing) {
  if (missing && process.env.BROWSERS === "needed") throw new Error(missing);
  return missing;
}

/** Why nothing can be tested, or undefined. */
export const missing = unlessNeeded(!existsSync(executable)
  ? `NOT TESTED: there is no Chromium at ${executable}; name one in CHROMIUM`
  : !site || !existsSync(path.join(site, "index.html"))
    ? "NOT TESTED: name the folder of a rendered site in SITE"
    : undefined);

/** Starts Chromium without anything that talks to the network by itself. */
export function launch() {
  return chromium.launch({
    executablePath: executable,
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}

/** Every page of the site that is read, as paths from its root; not those that lead on at once. */
export function pages(folder = site) {
  const found = [];
  const walk = (below) => {
    for (const name of readdirSync(path.join(folder, below)).sort()) {
      const inner = path.posix.join(below, name);
      if (statSync(path.join(folder, inner)).isDirectory()) walk(inner);
      else if (name.endsWith(".html") && !readFileSync(path.join(folder, inner), "utf8").includes('http-equiv="refresh"')) found.push(inner);
    }
  };
  walk("");
  return found;
}

/** The address of a page opened by double click; it may have a query and an anchor. */
export function fileUrl(page) {
  const [, file, rest] = page.match(/^([^?#]*)(.*)$/);
  return pathToFileURL(path.join(site, file)).href + rest;
}
