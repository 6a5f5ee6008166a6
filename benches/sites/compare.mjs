// Rulestone beside mdBook and Zensical with one text: what a page costs a reader on a phone, and how long a large book takes.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { fileUrl, launch, missing } from "../../tests/browser/chromium.mjs";
import { asHugo, asLibrary, asMdBook, asZensical, madeUp, readOff } from "./text.mjs";

const rulestone = path.resolve(process.env.RULESTONE ?? new URL("../../target/release/rulestone", import.meta.url).pathname);
const mdbook = process.env.MDBOOK ?? "mdbook";
const zensical = process.env.ZENSICAL ?? "zensical";
const hugo = process.env.HUGO ?? "hugo";
const pagefind = process.env.PAGEFIND ?? "pagefind";
const [only = "both", ...numbers] = process.argv.slice(2);
const work = mkdtempSync(path.join(tmpdir(), "rulestone-sites-"));

/** Each contestant: how a text is written for it, how a site is made of it and where that lies. */
const contestants = [
  { name: "Rulestone", write: asLibrary, command: [rulestone, "site", "--out", "out"], out: "out", version: [rulestone, "--version"] },
  { name: "mdBook", write: asMdBook, command: [mdbook, "build"], out: "book", version: [mdbook, "--version"] },
  { name: "Zensical", write: asZensical, command: [zensical, "build"], out: "site", version: [zensical, "--version"] },
  // For how long a large book takes only: what its pages cost depends on a theme.
  { name: "Hugo and Pagefind", write: asHugo, command: ["bash", "-c", '"$0" --quiet && "$1" --site public', hugo, pagefind], out: "public", version: [hugo, "version"], only: "builds" },
].filter(({ name, version: [program, ...rest] }) => {
  const { error, stdout } = spawnSync(program, rest, { encoding: "utf8" });
  console.log(error ? `${name}: LEFT OUT, ${error.message}` : `${name}: ${stdout.trim()}`);
  return !error;
});

let put = 0;

/**
 * Makes a site anew: seconds by the clock, and of the processor. What was made before is put aside, not removed: where thousands
 * of files have just been removed, ext4 is slow to make others for some seconds.
 */
function make({ name, command, out }, folder) {
  for (const left of [out, ".rulestone", ".cache"].filter((left) => existsSync(path.join(folder, left)))) renameSync(path.join(folder, left), path.join(work, `before-${put++}`));
  const { status, stdout, stderr } = spawnSync("bash", ["-c", 'TIMEFORMAT="%R %U %S"; time "$@"', "bash", ...command], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
  const [clock, user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { clock, processor: user + system };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const print = (rows) => {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  for (const row of rows) console.log(row.map((cell, at) => (at ? String(cell).padStart(widths[at]) : String(cell).padEnd(widths[at]))).join("  "));
};

/** Serves folders by their first name, packed as a public server packs. */
async function serve(folders) {
  const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png", ".woff2": "font/woff2" };
  const packed = new Map();
  const server = createServer((request, response) => {
    const [, name, ...rest] = decodeURIComponent(new URL(request.url, "http://localhost").pathname).split("/");
    let file = path.join(folders.get(name) ?? "/nowhere", ...rest);
    if (existsSync(file) && statSync(file).isDirectory()) file = path.join(file, "index.html");
    if (!folders.has(name) || !file.startsWith(folders.get(name)) || !existsSync(file)) { response.writeHead(404).end(); return; }
    const type = types[path.extname(file)] ?? "application/octet-stream";
    const headers = { "content-type": type };
    if (/text|json|svg/.test(type)) {
      headers["content-encoding"] = "gzip";
      if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file)));
    }
    response.writeHead(200, headers).end(packed.get(file) ?? readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Runs in the page before it is read: keeps what moves and what is the largest. */
function watch() {
  window.measured = { lcp: 0, cls: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.measured.lcp = entry.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.cls += entry.value; }).observe({ type: "layout-shift", buffered: true });
}

/** The network as Lighthouse has it for a phone: 1.6 Mbit/s and 150 ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** Opens a page as for the first time, on a phone with a processor four times slower; types a query, if no address has it, and
 *  waits for its first hit, if there is to be one. */
async function measure(browser, address, { hit, type }, network) {
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, serviceWorkers: "block" });
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.enable");
  if (network) await session.send("Network.emulateNetworkConditions", network);
  let [bytes, requests, refused] = [0, 0, 0];
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; requests++; });
  session.on("Network.loadingFailed", () => refused++);
  await tab.addInitScript(watch);
  await tab.goto(address, { waitUntil: "load", timeout: 120_000 });
  if (type) {
    await tab.locator("label[for=__search]").first().click();
    await tab.waitForFunction(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.matches("input:not([type=checkbox])");
    });
    await tab.keyboard.type(type);
  }
  if (hit) await tab.locator(hit).first().waitFor({ timeout: 60_000 });
  const found = hit ? await tab.evaluate(() => performance.now()) : 0;
  await tab.waitForLoadState("networkidle");
  await tab.waitForTimeout(600);
  const { lcp, cls } = await tab.evaluate(() => window.measured);
  await context.close();
  return { lcp, cls, bytes, requests, refused, found };
}

async function pages(rounds) {
  const onPages = contestants.filter(({ only }) => only !== "builds");
  if (missing) throw new Error(missing);
  const browser = await launch();
  const reader = await (await browser.newContext()).newPage();
  const text = await readOff(reader, fileUrl, process.env.BOOK ?? "en/hellenes");
  const words = JSON.stringify(text.chapters).split(/\s+/).length;
  console.log(`\n${text.title}: ${text.chapters.length} chapters, about ${words} words, ${text.terms.length} terms; ${rounds} rounds, medians`);
  const folders = new Map();
  for (const contestant of onPages) {
    const folder = path.join(work, "pages", contestant.name);
    contestant.write(text, folder);
    make(contestant, folder);
    folders.set(contestant.name, path.join(folder, contestant.out));
  }
  const server = await serve(folders);
  const long = text.chapters.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0].file;
  const short = text.chapters.find(({ file }) => file !== long).file;
  const query = process.env.QUERY ?? "sea transport";
  const asked = encodeURIComponent(query).replaceAll("%20", "+");
  const sorts = {
    home: ["en/book/index.html", "index.html", ""],
    chapter: [`en/book/${short}.html`, `${short}.html`, `${short}/`],
    "long chapter": [`en/book/${long}.html`, `${long}.html`, `${long}/`],
    glossary: ["en/book/glossary.html", "glossary.html", "glossary/"],
    search: [`en/search.html?q=${asked}`, `index.html?search=${asked}`, ""],
  };
  // No address of Zensical asks for anything.
  const found = { Rulestone: { hit: "#_hits li" }, mdBook: { hit: "#mdbook-searchresults li" }, Zensical: { hit: "mark", type: query } };
  const at = { Rulestone: 0, mdBook: 1, Zensical: 2 };
  const rows = [["page", "", "LCP ms", "LCP ms, slow network", "CLS", "bytes", "requests", "first hit ms", "slow network"]];
  for (const [sort, places] of Object.entries(sorts)) {
    const seen = new Map(onPages.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const { name } of onPages) {
        const address = `http://127.0.0.1:${server.address().port}/${name}/${places[at[name]]}`;
        const asks = sort === "search" ? found[name] : {};
        const fast = await measure(browser, address, asks);
        const slow = await measure(browser, address, asks, SLOW);
        seen.get(name).push({ ...fast, slow: slow.lcp, slowFound: slow.found });
      }
    }
    for (const [name, all] of seen) {
      const of = (key) => median(all.map((one) => one[key]));
      rows.push([sort, name, of("lcp").toFixed(0), of("slow").toFixed(0), of("cls").toFixed(3), of("bytes"), of("requests") + (of("refused") ? ` (${of("refused")} failed)` : ""), ...["found", "slowFound"].map((key) => (of(key) ? of(key).toFixed(0) : ""))]);
    }
  }
  print(rows);
  server.close();
  await browser.close();
}

function builds(count, rounds) {
  const text = madeUp(count);
  const times = new Map();
  for (const contestant of contestants) {
    contestant.write(text, path.join(work, "builds", contestant.name));
    times.set(contestant.name, []);
  }
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) times.get(contestant.name).push(make(contestant, path.join(work, "builds", contestant.name)));
  }
  console.log(`\n${count} sections in ${text.chapters.length} chapters, made anew; ${rounds} rounds`);
  print([["", "seconds", "lowest", "highest", "seconds of the processor"], ...[...times].map(([name, all]) => {
    const clock = all.map((one) => one.clock);
    return [name, median(clock).toFixed(2), Math.min(...clock).toFixed(2), Math.max(...clock).toFixed(2), median(all.map((one) => one.processor)).toFixed(2)];
  })]);
}

if (!["pages", "builds", "both"].includes(only)) throw new Error("usage: node compare.mjs [pages [ROUNDS] | builds [SECTIONS [ROUNDS]]]");
try {
  if (only !== "builds") await pages(Number(numbers[0] ?? 5));
  if (only !== "pages") builds(Number(only === "builds" ? numbers[0] ?? 10_000 : 10_000), Number(only === "builds" ? numbers[1] ?? 3 : 3));
} finally {
  if (process.env.KEEP) console.log(work);
  else rmSync(work, { recursive: true, force: true });
}
