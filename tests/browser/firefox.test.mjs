// One page of every kind in Firefox as Debian has it, and what a reader does there: searches, turns pages by keyboard, looks at
// a card, reads without a network, prints, switches scripts off. Every page is opened in Chromium: see pages.test.mjs.
import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { inflateSync, constants } from "node:zlib";
import { fileUrl, pages, site } from "./chromium.mjs";
import { DARK, NO_SCRIPTS, launch, missing } from "./firefox.mjs";
import { allElse, axe, ofEachLayout, ofEachLook, unfold, violations, wide } from "./look.mjs";
import { served } from "./served.mjs";

/** What was asked about already. */
const [looks, layouts] = [new Set(), new Set()];
const options = { skip: missing };
const book = "sword-of-rome-5p";
const languages = missing ? [] : ["en", "ja", "ru"].filter((language) => existsSync(path.join(site, language, book)));
const chapter = (language) => `${language}/${book}/09-movement.html`;
const widths = [320, 768, 1920];
/** What was found wrong on all pages, by what it is. */
const troubles = { complaints: [], 320: [], 768: [], 1920: [], phone: [], light: [], dark: [] };
let browser;

before(async () => {
  if (missing) return;
  browser = await launch();
  // A tab behind another one is hardly drawn, so each has a browser of its own.
  const night = async () => {
    const other = await launch(DARK);
    await inTurn(other, 1280, async (tab, tell) => {
      await unfold(tab);
      tell("dark", await ofEachLook(tab, looks));
    });
    await other.close();
  };
  await Promise.all([inTurn(browser, 320, look), night()]);
});
after(() => browser?.close());

if (missing) console.error(missing);

/** One page of each kind: of what is read most in every language, of all else in one. Of several it is the longest that does
 *  not take all the time. */
function samples() {
  const LONG = 100_000;
  const MOST_READ = ["2 index.html", "2 chapter", "2 aid.html", "2 glossary.html"];
  const kinds = new Map();
  const length = (page) => { const { size } = statSync(path.join(site, page)); return size > LONG ? -size : size; };
  for (const page of pages()) {
    const [folder, ...rest] = page.split("/");
    const name = /^\d/.test(rest.at(-1)) ? "chapter" : rest.at(-1) ?? folder;
    const kind = [folder.includes("-") ? "pair" : rest.length, ...rest.slice(1, -1), name].join(" ");
    const all = kinds.get(kind) ?? kinds.set(kind, new Map()).get(kind);
    const known = all.get(folder);
    if (!known || length(page) > length(known)) all.set(folder, page);
  }
  return [...kinds].flatMap(([kind, found], at) => {
    const all = [...found.values()];
    return MOST_READ.includes(kind) ? all : [all[at % all.length]];
  });
}

/** Opens one page after the other in a tab. */
async function inTurn(browser, width, look) {
  const tab = await browser.open("about:blank", { width, height: 640 });
  for (const page of samples()) {
    await tab.resize(width, 640);
    await tab.goto(fileUrl(page));
    await tab.evaluate(axe);
    await look(tab, (kind, found) => troubles[kind].push(...found.map((trouble) => `${page}: ${trouble}`)))
      .catch((error) => { throw new Error(`${page}: ${error.message}`, { cause: error }); });
    troubles.complaints.push(...complaintsOf(tab).map((words) => `${page}: ${words}`));
  }
  await tab.close();
}

/** What a tab has heard since it was asked last: the console and the CSP complain in one place. */
function complaintsOf(tab) {
  const asked = tab.asked.splice(0).filter((url) => !/^(data|file|about):/.test(url) && !url.startsWith("http://127.0.0.1:"));
  return [...tab.complaints.splice(0), ...asked.map((url) => `asked for ${url}`)];
}

/** Looks at a page as it is on a phone, then with everything unfolded in each width. */
async function look(tab, tell) {
  tell("phone", [...await ofEachLayout(tab, layouts), ...await ofEachLook(tab, looks)]);
  await unfold(tab);
  for (const width of widths) {
    await tab.resize(width, 800);
    tell(width, await wide(tab));
  }
  // The script opens the contents beside the text when it is told of the new width, which may come a moment later.
  await tab.until(() => document.querySelector(".contents")?.open ?? true);
  tell("light", [...await violations(tab, allElse), ...await ofEachLook(tab, looks)]);
}

test("a page of every kind complains of nothing in Firefox, and the CSP stops nothing", options, () => assert.deepEqual(troubles.complaints, []));

for (const width of widths) {
  test(`none scrolls sideways at ${width} px in Firefox`, options, () => assert.deepEqual(troubles[width], []));
}

for (const [kind, words] of [["light", "in light colours"], ["dark", "on a device in dark colours"], ["phone", "on a phone"]]) {
  test(`axe finds nothing ${words} in Firefox`, options, () => assert.deepEqual([...new Set(troubles[kind])].slice(0, 12), []));
}

/** Opens a page, does something there, and hears what it complains of. */
async function reads(address, run, size) {
  const tab = await browser.open(address, size);
  await run(tab);
  assert.deepEqual(complaintsOf(tab), [], address);
  await tab.close();
}

const queries = { en: "naval combat", ja: "海上戦闘", ru: "9.6.4" };
const isShown = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;

/** By keyboard alone: `/`, words, the first hit; it opens at its section, which is marked where words were found. */
const finds = (address, language) => reads(address(`${language}/${book}/index.html`), async (tab) => {
  await tab.press("/");
  await tab.type(queries[language]);
  await tab.until(() => document.querySelector(`#_found [role=option]:first-child a[href*="/09-movement.html"][href$="#naval-combat"]`) !== null);
  await tab.press("ArrowDown");
  await tab.until(() => document.querySelector("#_found [aria-selected=true]") !== null);
  await tab.press("Enter");
  await tab.comesTo(/09-movement\.html#naval-combat$/);
  await tab.until(() => { const { top } = document.getElementById("naval-combat").getBoundingClientRect(); return top >= 0 && top < 450; });
  if (language !== "ru") await tab.until(() => document.querySelector("#naval-combat mark.found-here") !== null);
});

for (const language of languages) {
  test(`search by keyboard, from the folder, in Firefox (${language})`, options, () => finds(fileUrl, language));
}
test("search by keyboard, from a server, in Firefox", options, () => served((address) => finds(address, "en")));

test("the page of results answers a query, from the folder and from a server, in Firefox", options, async () => {
  const check = (address) => reads(address("en/search.html?q=unrest+level"), async (tab) => {
    await tab.until(() => document.querySelectorAll("#_hits mark").length > 2);
    await tab.click("#_hits a");
    await tab.comesTo(/\/en\/[\w-]+\/[\w-]+\.html#/);
    await tab.until(() => document.querySelector("mark.found-here") !== null);
  });
  await check(fileUrl);
  await served(check);
});

test("keys search, turn over chapters and tell what they do in Firefox", options, () => reads(fileUrl(chapter("en")), async (tab) => {
  await tab.press("?");
  await tab.until(isShown, "#_help");
  await tab.press("Escape");
  await tab.until(() => !document.querySelector("#_help").open);
  await tab.press("Control+k");
  await tab.until(() => document.activeElement.name === "q");
  await tab.type("a?");
  assert.equal(await tab.evaluate(isShown, "#_help"), false, "none of them while one types");
  await tab.press("Escape");
  await tab.press("Escape");
  await tab.evaluate(() => document.activeElement.blur());
  await tab.press("ArrowRight");
  await tab.comesTo(/11-avoiding-battle\.html$/);
  await tab.until(() => document.readyState === "complete");
  await tab.press("ArrowLeft");
  await tab.comesTo(/09-movement\.html$/);
}));

test("everything is reached by Tab, and each is seen to have the focus, in Firefox", options, () => reads(fileUrl(chapter("en")), async (tab) => {
  const seen = new Set();
  for (let count = 0; count < 12; count++) {
    await tab.press("Tab");
    const { name, ring } = await tab.evaluate(() => {
      const element = document.activeElement;
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
      return { name: element.outerHTML.slice(0, 120), ring: outlineStyle !== "none" && outlineWidth !== "0px" ? "outline" : `${boxShadow} ${borderColor}` };
    });
    assert.ok(ring === "outline" || !ring.startsWith("none "), `${name} has no ring`);
    seen.add(name);
  }
  assert.ok(seen.size > 9, [...seen].join("\n"));
  assert.match([...seen][0], /class="skip"/);
}));

test("the mouse and the key P open a card with the rule in Firefox", options, async () => {
  for (const language of languages) {
    await reads(fileUrl(chapter(language)), async (tab) => {
      const link = "main .rules a.ref[href*='.html#']:not(:has(cite)), main .rules a.ref[href^='#']";
      await tab.hover(link);
      await tab.until(() => (document.querySelector("[role=dialog] .peek-text p")?.textContent.length ?? 0) > 5);
      await tab.press("Escape");
      await tab.until(() => document.querySelector("[role=dialog]") === null);
      await tab.evaluate((link) => document.querySelector(link).focus(), link);
      await tab.press("p");
      await tab.until(() => document.activeElement?.matches("[role=dialog]"));
      await tab.press("Escape");
      await tab.until((link) => document.activeElement === document.querySelector(link), link);
    });
  }
});

test("on a phone the bar opens the search and the contents in Firefox", options, () => reads(fileUrl(chapter("ja")), async (tab) => {
  await tab.click("[data-opens=search]");
  await tab.until(() => document.activeElement.name === "q");
  await tab.type(queries.ja);
  await tab.until(isShown, "#_found [role=option]");
  const box = await tab.evaluate(() => { const { left, right, top, bottom } = document.querySelector("#_found").getBoundingClientRect(); return { left, right, top, bottom }; });
  assert.ok(box.left < 20 && box.right > 355 && box.right <= 375 && box.bottom - box.top > 500, JSON.stringify(box));
  await tab.back();
  await tab.until(() => !document.querySelector("#_found").checkVisibility());
  await tab.click("[data-opens=contents]");
  await tab.until(isShown, ".contents nav");
  await tab.click(".contents a[href='#naval-combat']");
  await tab.comesTo(/09-movement\.html#naval-combat$/);
  assert.equal(await tab.evaluate(isShown, ".contents nav"), false);
}, { width: 375, height: 740 }));

test("another language shows the same section in Firefox", { ...options, skip: options.skip || languages.length < 2 }, () => reads(fileUrl(`${chapter("en")}#naval-combat`), async (tab) => {
  await tab.click(`.languages a[lang=${languages[1]}]`);
  await tab.comesTo(new RegExp(`/${languages[1]}/.*09-movement\\.html#naval-combat$`));
}));

test("what was opened from a server is read and searched without a network in Firefox", options, () => served(async (address, server) => {
  await reads(address(chapter("en")), async (tab) => {
    await tab.until(() => /offline/.test(document.querySelector(".offline:not([hidden])")?.textContent ?? ""));
    server.close();
    server.closeAllConnections();
    await tab.goto(address(`en/${book}/20-unrest.html#unrest-cap`));
    await tab.until(isShown, "#unrest-cap");
    await tab.press("/");
    await tab.type("naval combat");
    await tab.until(() => document.querySelector(`#_found [role=option] a[href$="#naval-combat"]`) !== null);
    await tab.press("Enter");
    await tab.comesTo(/09-movement\.html(\?.*)?#/);
    await tab.until(isShown, "#naval-combat");
  });
}));

test("paper has the rules and nothing to press in Firefox", options, () => served(async (address) => {
  await reads(address(chapter("ru")), async (tab) => {
    const count = pagesOf(await tab.print());
    assert.ok(count > 1 && count < 12, `${count} pages`);
    // As a window with the style of paper: what is hidden, and whether all fits the width of A4 between its margins.
    const shown = await tab.evaluate(() => {
      for (const sheet of document.styleSheets) {
        for (const rule of sheet.cssRules) {
          if (!(rule instanceof CSSMediaRule)) continue;
          if (rule.media.mediaText === "print") rule.media.mediaText = "all";
          else if (rule.media.mediaText === "screen") rule.media.mediaText = "not all";
        }
      }
      return [".masthead .find", ".bar", ".contents", ".theme", ".skip"].filter((selector) => document.querySelector(selector)?.checkVisibility());
    });
    assert.deepEqual(shown, []);
    assert.deepEqual(await wide(tab), []);
  }, { width: 680, height: 900 });
}));

/** How many pages a PDF says it has. */
function pagesOf(pdf) {
  const counts = [];
  const begins = Buffer.from("stream\n");
  for (let at = pdf.indexOf(begins); at >= 0; at = pdf.indexOf(begins, at + 1)) {
    try {
      const text = inflateSync(pdf.subarray(at + begins.length), { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
      counts.push(...[...text.matchAll(/\/Count (\d+)/g)].map(([, count]) => Number(count)));
    } catch { /* no stream that is packed so */ }
  }
  return Math.max(0, ...counts);
}

test("without scripts a page is read, its links lead on, and a folded thing opens, in Firefox", options, async () => {
  const plain = await launch(NO_SCRIPTS);
  try {
    for (const language of languages) {
      const tab = await plain.open(fileUrl(chapter(language)), { width: 320, height: 640 });
      const [classes, length, field] = await tab.evaluate(() => [document.documentElement.className, document.querySelector("main").innerText.length, document.querySelector(".find button")?.checkVisibility()]);
      assert.deepEqual([classes, length > 700], ["", true], language);
      assert.deepEqual(await wide(tab), []);
      await tab.click("main .rules a.ref[href*='.html#']");
      await tab.comesTo(/(?<!09-movement)\.html#/);
      await tab.click("main a.term, main a[href*='index.html'], nav.crumbs a");
      await tab.comesTo(/(glossary|index)\.html/);
      await tab.goto(fileUrl(`${language}/${book}/20-unrest.html`));
      assert.equal(await tab.evaluate(isShown, "#reducing-unrest .odds-line .figure"), false);
      await tab.click("#reducing-unrest .odds-line > summary");
      await tab.until(isShown, "#reducing-unrest .odds-line .figure");
      await tab.click(".bar [data-opens=contents]");
      await tab.comesTo(/#|index\.html/);
      assert.deepEqual(complaintsOf(tab), []);
      await tab.close();
    }
  } finally {
    await plain.close();
  }
});
