// What a reader of the Sword of Rome does: searches, changes the language, follows a link to a folded note, prints,
// switches scripts off. Other books may stand beside it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { fileUrl, launch, missing, pages, site } from "./chromium.mjs";
import { served } from "./served.mjs";

const options = { skip: missing };
const book = "sword-of-rome-5p";
const languages = missing ? [] : ["en", "ja", "ru"].filter((language) => existsSync(path.join(site, language, book)));
let browser;
before(async () => { if (!missing) browser = await launch(); });
after(() => browser?.close());

async function open(address, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const tab = await context.newPage();
  await tab.goto(address);
  return tab;
}

const maps = missing ? [] : pages().filter((page) => page.endsWith("/map.html"));

test("names on a map do not cover each other, and its places are reached by keyboard and lead on", { ...options, skip: options.skip || !maps.length }, async () => {
  for (const page of maps) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: true });
    const tab = await context.newPage();
    await tab.goto(fileUrl(page));
    const found = await tab.evaluate(() => Array.from(document.querySelectorAll(".map-picture"), (picture) => {
      const texts = Array.from(picture.querySelectorAll("text"), (text) => ({ box: text.getBoundingClientRect(), words: text.textContent }));
      const around = picture.getBoundingClientRect();
      const covered = texts.flatMap((a, at) => texts.slice(at + 1).filter((b) =>
        a.box.left < b.box.right - 0.5 && b.box.left < a.box.right - 0.5 && a.box.top + 2 < b.box.bottom - 2 && b.box.top + 2 < a.box.bottom - 2).map((b) => `${a.words} / ${b.words}`));
      const outside = texts.filter(({ box }) => box.left < around.left - 0.5 || box.right > around.right + 0.5).map(({ words }) => words);
      return { places: picture.querySelectorAll(".map-place").length, named: picture.querySelectorAll(".map-place text").length, covered, outside };
    }));
    // But for one with more names than find room in that size.
    const cut = await tab.locator(".map-box:not(:has(.map-large))").evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length);
    assert.equal(cut, 0, `${page}: on a desk a map is seen whole`);
    for (const { places, named, covered, outside } of found) {
      assert.ok(places > 5 && named === places, `${page}: ${named} of ${places} places have their name beside them`);
      assert.deepEqual([covered, outside], [[], []], page);
    }
    await tab.locator(".map-box").first().focus();
    await tab.keyboard.press("Tab");
    const first = await tab.evaluate(() => [document.activeElement.getAttribute("class"), document.activeElement.getAttribute("href")]);
    assert.equal(first[0], "map-place", page);
    await tab.keyboard.press("Enter");
    await tab.waitForURL((url) => url.href.endsWith(first[1].split("/").pop()));
    await context.close();
  }
});

test("on a phone a map is pushed about in its box, and the page stays where it is", { ...options, skip: options.skip || !maps.length }, async () => {
  for (const page of maps) {
    const context = await browser.newContext({ viewport: { width: 375, height: 720 }, javaScriptEnabled: false });
    const tab = await context.newPage();
    await tab.goto(fileUrl(page));
    const sizes = await tab.evaluate(() => {
      const box = document.querySelector(".map-box");
      box.scrollLeft = 100;
      return { page: document.documentElement.scrollWidth, inside: box.scrollWidth > box.clientWidth, moved: box.scrollLeft };
    });
    assert.ok(sizes.page <= 375 && sizes.inside && sizes.moved === 100, `${page}: ${JSON.stringify(sizes)}`);
    await context.close();
  }
});

test("the odds of an example are one table with bars, and fractions on demand, without scripts too", options, async () => {
  for (const language of languages) {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    const tab = await context.newPage();
    const page = pages().find((page) => page.startsWith(`${language}/${book}/proof/`) && readFileSync(path.join(site, page), "utf8").includes("<figure"));
    assert.ok(page, `${language}: no page has odds`);
    await tab.goto(fileUrl(page));
    const figure = tab.locator("figure").first();
    assert.ok((await figure.locator("figcaption strong").textContent()).length > 3);
    const rows = await figure.locator("tbody tr").count();
    assert.ok(rows > 1);
    // What is said once for several rows has one cell for them.
    const heads = await figure.locator("tbody th[scope=row]").evaluateAll((heads) => heads.map((head) => head.rowSpan));
    assert.equal(heads.reduce((sum, over) => sum + over, 0), rows);
    assert.match(await figure.locator("tbody td.end").first().textContent(), /\d+[.,]\d\d/);
    const bar = await figure.locator(".share rect").first().boundingBox();
    assert.ok(bar.width > 1 && bar.height > 4, `${language}: ${JSON.stringify(bar)}`);
    const fraction = figure.locator("small").first();
    assert.equal(await fraction.isVisible(), false);
    await figure.locator(".exact input").check();
    assert.equal(await fraction.isVisible(), true);
    await context.close();
  }
});

test("on the smallest phone odds need no pushing about, nor do the choices above them", options, async () => {
  for (const language of languages) {
    for (const page of ["proof/05-movement", "proof/06-combat", "05-movement"].map((name) => `${language}/hellenes/${name}.html`)) {
      if (!existsSync(path.join(site, page))) continue;
      const tab = await open(fileUrl(page), { viewport: { width: 320, height: 640 } });
      await tab.evaluate(() => { for (const details of document.querySelectorAll("details:has(.figure)")) details.open = true; });
      await tab.setViewportSize({ width: 320, height: 641 });
      const troubles = await tab.evaluate(() => {
        const wide = [...document.querySelectorAll(".figure .table")].filter((box) => box.scrollWidth > box.clientWidth + 1 || box.classList.contains("cards"));
        const squeezed = [...document.querySelectorAll(".axes select")].filter((select) => select.getBoundingClientRect().right > select.closest(".axes").getBoundingClientRect().right + 1);
        return [...wide, ...squeezed].map((element) => element.textContent.trim().slice(0, 80));
      });
      assert.deepEqual(troubles, [], page);
      await tab.context().close();
    }
  }
});

test("odds stand in one line under their rule, and open into choices that work by keyboard", options, async () => {
  for (const language of languages) {
    const address = `${language}/hellenes/06-combat.html`;
    if (!existsSync(path.join(site, address))) continue;
    const tab = await open(fileUrl(address), { viewport: { width: 375, height: 800 } });
    const lines = tab.locator(".odds-line");
    assert.ok(await lines.count() > 1);
    for (const section of await tab.locator(".section").all()) assert.ok(await section.locator(".odds-line").count() <= 1);
    for (const summary of await lines.locator("summary").all()) {
      const { height } = await summary.boundingBox();
      assert.ok(height <= 75, `${language}: ${height} ${await summary.innerText()}`);
    }
    const line = lines.filter({ has: tab.locator("table.grid") }).first();
    await line.locator("summary").focus();
    await tab.keyboard.press("Enter");
    const selects = line.locator(".axes select");
    assert.equal(await selects.count(), 2);
    const shown = line.locator("tbody:visible");
    assert.equal(await shown.count(), 1);
    assert.equal(await line.locator("[scope=rowgroup]:visible").count(), 0, `${language}: what is chosen is said once`);
    const widths = () => line.locator("tbody:visible rect").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("width")).join(" "));
    const before = await widths();
    await selects.first().focus();
    await tab.keyboard.press("ArrowDown");
    assert.notEqual(await widths(), before, `${language}: another case has other bars`);
    await selects.first().selectOption("");
    await selects.last().selectOption("");
    assert.equal(await shown.count(), await line.locator("tbody").count(), `${language}: all of them`);
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 375);
    assert.ok(await line.locator(".rests a").count() > 0, `${language}: the sections that decide`);
    await tab.context().close();
    const plain = await open(fileUrl(address), { javaScriptEnabled: false });
    const whole = plain.locator(".odds-line", { has: plain.locator("table.grid") }).first();
    await whole.locator("summary").click();
    assert.ok(await whole.locator("tbody:visible").count() > 1, `${language}: without scripts all cases stand there`);
    await plain.context().close();
  }
});

const section = (tab) => tab.evaluate(() => location.pathname.split("/").slice(-3).join("/") + location.hash);

async function findsByKeyboard(address, language, query, expected) {
  const tab = await open(address(`${language}/${book}/index.html`));
  await tab.keyboard.press("/");
  await tab.keyboard.type(query);
  // Results change with every key; the last ones have the section first.
  // What is to be marked stands between the page and the section.
  const [page, id] = expected.split("#");
  await tab.locator(`#_found [role=option]:first-child a[href*="/${page}"][href$="#${id}"]`).waitFor();
  await tab.keyboard.press("ArrowDown");
  await tab.locator("#_found [aria-selected=true]").waitFor();
  await Promise.all([tab.waitForURL(/#/), tab.keyboard.press("Enter")]);
  assert.equal(await section(tab), `${language}/${book}/${expected}`);
  const place = await tab.evaluate(() => document.querySelector(location.hash).getBoundingClientRect().top);
  assert.ok(place >= 0 && place < 450, `the section is at ${place} px`);
  await tab.context().close();
}

const queries = { en: "naval combat", ja: "海上戦闘", ru: "9.6.4" };
for (const language of languages) {
  test(`search by keyboard, from the folder (${language})`, options, () => findsByKeyboard(fileUrl, language, queries[language], "09-movement.html#naval-combat"));
  test(`a rule number leads to its rule (${language})`, options, () => findsByKeyboard(fileUrl, language, "20.1", "20-unrest.html#unrest-cap"));
}

test("a result on the page at hand closes the list and moves the page", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`));
  await tab.keyboard.press("/");
  await tab.keyboard.type("naval combat");
  await tab.locator(`#_found [role=option]:first-child a[href$="#naval-combat"]`).waitFor();
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/#naval-combat$/);
  assert.equal(await tab.locator("#_found").isVisible(), false);
  const place = await tab.locator("#naval-combat h3").boundingBox();
  assert.ok(place.y > 40 && place.y < 300, `the heading is at ${place.y} px, below the masthead`);
  await tab.context().close();
});

/** The list shows what "20" finds; "20.1" is typed and the key pressed before it can follow. */
async function typedAhead(key) {
  const tab = await open(fileUrl(`en/${book}/index.html`));
  await tab.locator(".find [type=search]").fill("20");
  await tab.locator(`#_found [role=option]:first-child a[href$="#unrest-level"]`).waitFor();
  await tab.evaluate((key) => {
    const input = document.querySelector(".find [type=search]");
    input.value = "20.1";
    input.dispatchEvent(new Event("input"));
    input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, key);
  return tab;
}

test("Enter opens what was typed, however fast", options, async () => {
  const tab = await typedAhead("Enter");
  await tab.waitForURL(/#/);
  assert.equal(await section(tab), `en/${book}/20-unrest.html#unrest-cap`);
  await tab.context().close();
});

test("an arrow chooses from the list of what was typed, however fast", options, async () => {
  const tab = await typedAhead("ArrowDown");
  await tab.locator(`#_found [aria-selected=true] a[href$="#unrest-cap"]`).waitFor();
  // A list that came late would take the choice away again.
  await tab.waitForTimeout(200);
  assert.equal(await tab.locator("#_found [aria-selected=true]").count(), 1);
  await tab.context().close();
});

test("search by keyboard, from a server", options, () => served((address) => findsByKeyboard(address, "en", "naval combat", "09-movement.html#naval-combat")));

test("the field leads to the page of results, from the folder and from a server", options, async () => {
  const check = async (address) => {
    const tab = await open(address(`en/${book}/index.html`));
    await tab.locator(".find [type=search]").fill("unrest level");
    await tab.locator("#_found [role=option]").first().waitFor();
    await tab.locator(".find [type=submit]").click();
    await tab.locator("#_hits li").first().waitFor();
    assert.match(await tab.locator("#_tally").innerText(), /^Sections found: \d+/);
    assert.match(await tab.locator("#_hits li").first().innerText(), /unrest level/i);
    assert.ok(await tab.locator("#_hits mark").count() > 2);
    const href = await tab.locator("#_hits a").first().getAttribute("href");
    await tab.locator("#_hits a").first().click();
    // What was to be marked is gone from the address: nobody wants it in a link.
    await tab.locator("mark.found-here", { hasText: /unrest|level/i }).first().waitFor();
    assert.ok(tab.url().endsWith(href.replace("../", "").replace(/\?.*#/, "#")), tab.url());
    await tab.context().close();
  };
  await check(fileUrl);
  await served(check);
});

test("of many hits the first are there at once, the others for who reads on", options, async () => {
  const words = { en: "unit", ja: "部隊", ru: "отряд" };
  for (const language of languages) {
    const tab = await open(`${fileUrl(`${language}/search.html`)}?q=${encodeURIComponent(words[language])}`, { viewport: { width: 375, height: 500 } });
    const hits = tab.locator("#_hits a");
    await hits.first().waitFor();
    await tab.locator(".search-books").waitFor();
    assert.equal(await hits.count(), 12, language);
    await hits.last().evaluate((link) => { link.focus({ preventScroll: true }); window.before = [...document.querySelectorAll("#_hits li")]; });
    await hits.last().scrollIntoViewIfNeeded();
    await hits.nth(12).waitFor();
    assert.ok(await hits.count() > 12, language);
    // Whoever is about to click one of the first, or stands on it with the keyboard, finds it as it was.
    assert.ok(await tab.evaluate(() => {
      const now = [...document.querySelectorAll("#_hits li")];
      return window.before.every((row, place) => row === now[place]) && document.activeElement === now[11].querySelector("a");
    }), language);
    await tab.context().close();
  }
});

test("a query that cannot be read is answered in words", options, async () => {
  const tab = await open(fileUrl("en/search.html?q=%22open"));
  assert.match(await tab.locator("#_tally").innerText(), /not closed/);
  assert.equal(await tab.locator("#_hits li").count(), 0);
  await tab.context().close();
});

test("what is typed never becomes markup", options, async () => {
  const tab = await open(fileUrl("en/search.html?q=" + encodeURIComponent("<img src=x onerror=alert(1)>")));
  assert.equal(await tab.locator("main img").count(), 0);
  await tab.context().close();
});

const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };

test("the index comes in parts: few for a query, told where one fails, and tried again", options, async () => {
  await served(async (address) => {
    const tab = await open(address(`en/${book}/index.html`), { serviceWorkers: "block" });
    const loaded = new Set();
    let gone = "search-en-s";
    await tab.route(/\/assets\/search-/, (route) => {
      const file = path.basename(new URL(route.request().url()).pathname);
      if (gone && file.startsWith(gone)) return route.abort();
      loaded.add(file);
      return route.continue();
    });
    const retry = tab.locator("#_found button");
    await tab.locator(".find [type=search]").fill("naval combat");
    await retry.waitFor();
    assert.equal(await retry.textContent(), "Try again");
    assert.equal(await tab.locator("#_found [role=status]").textContent(), "The search index could not be loaded");
    assert.equal(await tab.locator("#_found a").count(), 0);
    gone = "";
    await retry.click();
    const first = tab.locator("#_found a").first();
    await first.waitFor();
    assert.match(await first.textContent(), /Naval Combat/i);
    const size = [...loaded].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(site, "assets", file))).length, 0);
    const list = JSON.parse(readFileSync(path.join(site, "en", book, "offline.json"), "utf8")).files;
    const all = Object.keys(list).filter((file) => file.startsWith("assets/search-en"));
    assert.ok(loaded.has("search-en.js") && size < 150_000, `${size} bytes`);
    assert.ok(loaded.size < all.length / 2 && [...loaded].every((file) => all.includes(`assets/${file}`)), `${loaded.size} of ${all.length}`);
    await tab.context().close();
    const page = await open(address("en/search.html"), { serviceWorkers: "block" });
    await page.route(/\/assets\/search-en-s/, (route) => (gone ? route.abort() : route.continue()));
    gone = "search-en-s";
    await page.locator(".find [type=search]").fill("siege");
    await page.locator("#_tally button").waitFor();
    gone = "";
    await page.locator("#_tally button").click();
    await page.locator("#_hits a").first().waitFor();
    await page.context().close();
  });
});

test("a search of a page that is older than the site finds what is there now, and says so", options, async () => {
  const changes = new Map();
  await served(async (address) => {
    const tab = await open(address(`en/${book}/index.html`), { serviceWorkers: "block" });
    const field = tab.locator(".find [type=search]");
    const head = readFileSync(path.join(site, "assets/search-en.js"), "utf8");
    await field.focus();
    await tab.waitForFunction(() => !document.querySelector("script[src$='search-en.js']"));
    // The site of another build: its head has another stamp, and the parts of this one are gone.
    changes.set("assets/search-en.js", head.replace(/"stamp":"[0-9a-f]+"/, '"stamp":"another"'));
    let old = true;
    await tab.route(/\/assets\/search-en/, (route) => {
      if (route.request().url().includes("search-en.js?")) old = false;
      return old ? route.abort() : route.continue();
    });
    await field.fill("naval combat");
    await tab.locator("#_found a").first().waitFor();
    assert.match(await tab.locator("#_found [role=status]").textContent(), / · This page has changed/);
    await tab.context().close();
  }, changes);
});

test("on a phone the bar opens the search over the whole screen, and the way back leads out of it", options, async () => {
  for (const language of languages) {
    const tab = await open(fileUrl(`${language}/${book}/09-movement.html`), phone);
    await tab.locator("[data-opens=search]").click();
    assert.equal(await tab.evaluate(() => document.activeElement.name), "q");
    await tab.keyboard.type(queries[language]);
    await tab.locator("#_found [role=option]").first().waitFor();
    const close = await tab.locator(".find .close").boundingBox();
    const field = await tab.locator(".find [type=search]").boundingBox();
    const list = await tab.locator("#_found").boundingBox();
    assert.ok(close.x > field.x + field.width && close.x + close.width <= 375 && Math.abs(close.y - field.y) < 12, "the cross stands beside the field");
    assert.ok(list.y >= field.y + field.height && list.y + list.height > 600, "the list has the rest of the screen");
    await tab.goBack();
    assert.equal(await tab.locator("#_found").isVisible(), false);
    assert.match(tab.url(), /09-movement\.html$/, "the page is still there");
    await tab.context().close();
  }
});

test("a result on the page at hand takes the place of the search, with its words marked", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`), phone);
  await tab.locator("[data-opens=search]").click();
  await tab.keyboard.type("naval combat");
  await tab.locator("#_found [role=option] a[href$='#naval-combat']").first().click();
  await tab.waitForURL(/09-movement\.html#naval-combat$/);
  assert.equal(await tab.locator("#_found").isVisible(), false);
  assert.ok(await tab.locator("#naval-combat mark.found-here").count() > 1);
  await tab.keyboard.press("Escape");
  assert.equal(await tab.locator("mark.found-here").count(), 0, "Escape takes the marks away");
  await tab.context().close();
});

test("on a phone the contents open over the page and close with a choice", options, async () => {
  const tab = await open(fileUrl(`ja/${book}/09-movement.html`), phone);
  assert.equal(await tab.locator(".contents nav").isVisible(), false);
  await tab.locator("[data-opens=contents]").click();
  const side = await tab.locator(".contents").boundingBox();
  assert.ok(side.y <= 0 && side.height > 600, JSON.stringify(side));
  await tab.locator(".contents a[href='#naval-combat']").click();
  assert.equal(await tab.locator(".contents nav").isVisible(), false);
  assert.match(tab.url(), /#naval-combat$/);
  await tab.context().close();
});

test("the bar leads back to the places read last, the newest first", options, async () => {
  const tab = await open(fileUrl(`en/${book}/index.html`), phone);
  for (const place of ["09-movement.html#naval-combat", "20-unrest.html#unrest-cap", "05-sequence.html#reinforcement-phase"]) {
    await tab.goto(fileUrl(`en/${book}/${place}`));
  }
  await tab.locator(".trail summary").click();
  const texts = await tab.locator(".trail li").allInnerTexts();
  assert.deepEqual(texts.map((text) => text.split(" ")[0]), ["20.1", "9.6.4"]);
  assert.match(texts[1], /Naval combat/);
  await tab.locator(".trail a").last().click();
  assert.equal(await section(tab), `en/${book}/09-movement.html#naval-combat`);
  await tab.context().close();
});

test("what another page has written among the places leads nowhere else", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`), phone);
  for (const kept of ['[{"href":"javascript:alert(1)","text":"x"},{"href":"//example.org/","text":"y"},{"href":7}]', "{", '{"a":1}', "null"]) {
    await tab.evaluate((kept) => sessionStorage.setItem("rulestone-places", kept), kept);
    await tab.locator(".trail summary").click();
    assert.deepEqual(await tab.locator(".trail li").count(), 0, kept);
    await tab.locator(".trail summary").click();
  }
  await tab.context().close();
});

test("a table wider than a phone is laid out as cards, each cell with its heading, and stays a table", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`), phone);
  const card = tab.locator(".cards tbody tr").first();
  const [box, cells] = [await card.boundingBox(), await card.locator("th, td").all()];
  assert.ok(box.width <= 375 && cells.length > 1);
  const tops = await Promise.all(cells.map(async (cell) => (await cell.boundingBox()).y));
  assert.ok(tops.every((top, at) => at === 0 || top > tops[at - 1]), "cells stand below each other");
  assert.equal(await cells[1].getAttribute("data-head"), await tab.locator(".cards thead th").nth(1).textContent());
  assert.ok(await tab.getByRole("columnheader").count() > 1);
  await tab.context().close();
});

test("← and → turn over chapters, Ctrl-K searches, ? tells the keys; none of them while one types", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`));
  await tab.keyboard.press("?");
  assert.ok(await tab.locator("#_help").isVisible());
  await tab.keyboard.press("Escape");
  await tab.keyboard.press("Control+k");
  assert.equal(await tab.evaluate(() => document.activeElement.name), "q");
  await tab.keyboard.type("a?");
  assert.equal(await tab.locator("#_help").isVisible(), false);
  await tab.keyboard.press("ArrowLeft");
  assert.match(tab.url(), /09-movement/);
  await tab.keyboard.press("Escape");
  await tab.keyboard.press("Escape");
  await tab.evaluate(() => document.activeElement.blur());
  await Promise.all([tab.waitForURL(/11-avoiding-battle\.html/), tab.keyboard.press("ArrowRight")]);
  await Promise.all([tab.waitForURL(/09-movement\.html/), tab.keyboard.press("ArrowLeft")]);
  await tab.context().close();
});

test("what was opened from a server is read and searched without a network, and follows the book when it changes", options, async () => {
  const changes = new Map();
  await served(async (address, server) => {
    const tab = await open(address(`en/${book}/09-movement.html`));
    assert.equal(await tab.locator("link[rel=manifest]").getAttribute("href"), "../manifest.webmanifest");
    const manifest = await tab.evaluate(async () => (await fetch("../manifest.webmanifest")).json().catch(() => null)).catch(() => null);
    assert.equal(manifest, null, "a page fetches nothing; the browser itself reads the manifest");
    await tab.locator(".offline:not([hidden])").waitFor();
    assert.match(await tab.locator(".offline").innerText(), /offline/);
    server.close();
    server.closeAllConnections();
    await tab.goto(address(`en/${book}/20-unrest.html#unrest-cap`));
    assert.ok(await tab.locator("#unrest-cap").isVisible());
    await tab.goto(address(`en/${book}/proof/20-unrest.html`));
    assert.ok(await tab.locator("#reducing-unrest").isVisible());
    await tab.keyboard.press("/");
    await tab.keyboard.type("naval combat");
    await tab.locator(`#_found [role=option] a[href$="#naval-combat"]`).first().waitFor();
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/09-movement\.html(\?.*)?#/);
    assert.ok(await tab.locator("#naval-combat").isVisible());
    await tab.context().close();
  });
  await served(async (address) => {
    const tab = await open(address(`en/${book}/09-movement.html`));
    await tab.locator(".offline:not([hidden])").waitFor();
    const list = readFileSync(path.join(site, `en/${book}/offline.json`), "utf8");
    const page = `en/${book}/09-movement.html`;
    const hash = JSON.parse(list).files[page];
    changes.set(`en/${book}/offline.json`, list.replace(hash, "0000000000000000"));
    changes.set(page, readFileSync(path.join(site, page), "utf8").replace("<h1", "<p id=new>New</p><h1"));
    await tab.reload();
    await tab.locator(".offline", { hasText: "has changed" }).waitFor();
    await tab.reload();
    assert.ok(await tab.locator("#new").isVisible());
    await tab.context().close();
  }, changes);
});

test("from a folder nothing asks for a worker or a manifest", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`));
  assert.equal(await tab.locator("link[rel=manifest]").count(), 0);
  assert.equal(await tab.locator(".offline").isVisible(), false);
  await tab.context().close();
});

test("the / key can be switched off", options, async () => {
  const tab = await open(fileUrl("en/search.html"));
  await tab.locator("#_keys").uncheck();
  await tab.goto(fileUrl(`en/${book}/index.html`));
  await tab.keyboard.press("/");
  assert.equal(await tab.evaluate(() => document.activeElement.tagName), "BODY");
  await tab.context().close();
});

if (languages.length > 1) {
  const other = languages[1];
  test("another language shows the same section", options, async () => {
    const tab = await open(fileUrl(`en/${book}/09-movement.html#naval-combat`));
    await tab.locator(`.languages a[lang=${other}]`).click();
    assert.equal(await section(tab), `${other}/${book}/09-movement.html#naval-combat`);
    // Also when the reader got there by scrolling.
    await tab.goto(fileUrl(`en/${book}/09-movement.html`));
    await tab.evaluate(() => document.getElementById("naval-movers").scrollIntoView());
    await tab.locator(`.languages a[lang=${other}]`).click();
    assert.equal(await section(tab), `${other}/${book}/09-movement.html#naval-movers`);
    await tab.context().close();
  });

  test("side by side keeps the section and the way back", options, async () => {
    const tab = await open(fileUrl(`en/${book}/09-movement.html#naval-combat`));
    await tab.locator(".sheets .beside").first().click();
    assert.match(await section(tab), /^en-\w+\/.*\/09-movement\.html#naval-combat$/);
    const [left, right] = await tab.locator("#naval-combat .part-rules .row").first().locator(".side").all();
    const [a, b] = [await left.boundingBox(), await right.boundingBox()];
    assert.ok(a.x < b.x && Math.abs(a.y - b.y) < 12, "the two texts stand in one row");
    await tab.context().close();
  });
}

/** The rows of a pair of languages that are wrong: where one side is empty, or something is not in its language. */
const strangers = (tab, code, script) => tab.evaluate(([code, script]) => [...document.querySelectorAll(".part .row:not(.labels, .told)")].filter((row) => {
  const [left, right] = row.children;
  return right.lang !== code || !left.textContent.trim() || !new RegExp(script, "u").test(right.textContent) && /\p{L}{4}/u.test(right.textContent);
}).map((row) => row.textContent.slice(0, 200)), [code, script]);

for (const [where, run] of [["from the folder", (look) => look(fileUrl)], ["from a server", served]]) {
  test(`two translations stand side by side, ${where}`, options, async () => {
    if (!["ja", "ru"].every((language) => languages.includes(language))) return;
    await run(async (address) => {
      for (const [left, right, script] of [["ja", "ru", "\\p{Script=Cyrillic}"], ["ru", "ja", "\\p{Script=Han}|\\p{Script=Katakana}"]]) {
        const tab = await open(address(`${left}/${book}/09-movement.html#naval-combat`));
        const troubles = [];
        tab.on("pageerror", (error) => troubles.push(error.message));
        tab.on("console", (message) => { if (message.type() === "error") troubles.push(message.text()); });
        await tab.locator(`.sheets .beside[hreflang=${right}]`).click();
        await tab.locator(`#naval-combat .part-rules .side[lang=${right}]`).first().waitFor();
        assert.ok(tab.url().endsWith(`/${left}-en/${book}/09-movement.html?beside=${right}#naval-combat`), tab.url());
        assert.deepEqual(await strangers(tab, right, script), []);
        const alike = await tab.evaluate(() => {
          const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
          return { twice: ids.filter((id, at) => ids.indexOf(id) !== at), english: [...document.querySelectorAll("article .side[lang=en], article .also:lang(en), article p.heading[lang=en]")].map((one) => one.textContent) };
        });
        assert.deepEqual(alike, { twice: [], english: [] });
        assert.ok(await tab.locator("#naval-combat .heading").first().isVisible());
        // Notes, the next chapter and the way back keep to the two.
        await tab.locator(".sheets [data-sheet=notes]").click();
        await tab.locator(`.notes .row .side[lang=${right}]`).first().waitFor({ state: "attached" });
        assert.match(tab.url(), new RegExp(`/${left}-en/${book}/notes/09-movement\\.html\\?beside=${right}`));
        const notes = await tab.evaluate(() => [...document.querySelectorAll(".notes .row")].map((row) => [...row.children].map((side) => side.querySelector(".note").className)));
        assert.ok(notes.length > 5 && notes.every(([a, b]) => a === b), "each note beside itself");
        await tab.locator(".sheets [data-sheet=rules]").click();
        await tab.locator(`.part-rules .side[lang=${right}]`).first().waitFor();
        await tab.locator(".turn-next").click();
        await tab.locator(`.part-rules .side[lang=${right}]`).first().waitFor();
        assert.match(tab.url(), new RegExp(`/${left}-en/${book}/11-avoiding-battle\\.html\\?beside=${right}`));
        // The marks are those of both languages, and each opens.
        const mark = tab.locator(`.part-rules .side[lang=${right}] .mark`).first();
        await mark.locator("a").click();
        await tab.locator(".peek .peek-text p").first().waitFor();
        assert.match(await tab.locator(".peek .peek-text p").first().textContent(), new RegExp(script, "u"));
        await tab.keyboard.press("Escape");
        // The other language at the top has them the other way round.
        await tab.locator(`.languages a[hreflang=${right}]`).click();
        await tab.locator(`.part-rules .side[lang=${left}]`).first().waitFor();
        assert.match(tab.url(), new RegExp(`/${right}-en/${book}/11-avoiding-battle\\.html\\?beside=${left}`));
        await tab.goBack();
        await tab.locator(`.part-rules .side[lang=${right}]`).first().waitFor();
        // With the book's own language in its place, and alone.
        await tab.locator(".sheets .beside[hreflang=en]").click();
        assert.match(tab.url(), new RegExp(`/${left}-en/${book}/11-avoiding-battle\\.html(#.*)?$`));
        await tab.locator(".sheets .beside[hreflang=en]").click();
        assert.match(tab.url(), new RegExp(`/${left}/${book}/11-avoiding-battle\\.html(#.*)?$`));
        assert.deepEqual(troubles, []);
        await tab.context().close();
      }
    });
  });
}

test("an old address of two translations leads to them, and without scripts to one beside the book's own language", options, async () => {
  if (!["ja", "ru"].every((language) => languages.includes(language))) return;
  const tab = await open(fileUrl(`ja-ru/${book}/09-movement.html#naval-combat`));
  await tab.locator("#naval-combat .part-rules .side[lang=ru]").first().waitFor();
  assert.ok(tab.url().endsWith(`/ja-en/${book}/09-movement.html?beside=ru#naval-combat`), tab.url());
  await tab.context().close();
  const plain = await open(fileUrl(`ja-ru/${book}/09-movement.html`), { javaScriptEnabled: false });
  await plain.waitForURL(/\/ja-en\//);
  assert.ok(await plain.locator("#naval-combat .part-rules .side[lang=en]").first().isVisible());
  assert.ok(await plain.locator(".sheets .beside[hreflang=en]").isVisible());
  assert.ok(!(await plain.locator(".sheets .beside[hreflang=ru]").isVisible()), "what only a script does is not offered");
  await plain.context().close();
});

test("what is beside says so where it cannot be loaded, and who reads with notes has them side by side", options, async () => {
  if (!["ja", "ru"].every((language) => languages.includes(language))) return;
  await served(async (address) => {
    const tab = await open(address(`ja-en/${book}/09-movement.html?beside=ru`));
    assert.match(await tab.locator(".sheets [role=status]").textContent(), /ロシア語|Русский/);
    assert.ok(await tab.locator("#naval-combat .part-rules .side[lang=en]").first().isVisible());
    await tab.context().close();
  }, new Map([[path.join("ru-en", book, "09-movement.html"), "<!doctype html><title>nothing</title>"]]));
  const tab = await open(fileUrl(`en-ja/${book}/09-movement.html#naval-combat`));
  await tab.locator(".sheets [data-sheet=notes]").click();
  await tab.waitForURL(/en-ja\/.*notes\/09-movement\.html/);
  await tab.goto(fileUrl(`en-ja/${book}/12-combat.html`));
  await tab.waitForURL(/en-ja\/.*notes\/12-combat\.html/);
  await tab.context().close();
});

test("colours follow the device, can be switched and are remembered", options, async () => {
  const tab = await open(fileUrl(`en/${book}/index.html`), { colorScheme: "dark" });
  const brightness = () => tab.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]));
  assert.ok(await brightness() < 60, "dark like the device");
  await tab.locator(".theme").click();
  assert.ok(await brightness() > 200, "light by choice");
  await tab.goto(fileUrl(`en/${book}/glossary.html`));
  assert.ok(await brightness() > 200, "and on the next page");
  assert.match(await tab.locator(".theme").getAttribute("aria-label"), /light/);
  await tab.context().close();
});

test("an old link to a note leads to it on the sheet of notes", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html#naval-movers.note-excess-cu-derived`));
  await tab.waitForURL(/notes\/09-movement\.html#naval-movers\.note-excess-cu-derived$/);
  assert.ok(await tab.locator("[id='naval-movers.note-excess-cu-derived']").isVisible());
  await tab.context().close();
});

test("without scripts an old link to a note stands before the way to the notes", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html#naval-movers.note-excess-cu-derived`), { javaScriptEnabled: false });
  const more = tab.locator("#naval-movers > .more a").first();
  const box = await more.boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 900, JSON.stringify(box));
  await more.click();
  assert.match(tab.url(), /notes\/09-movement\.html#naval-movers$/);
  await tab.context().close();
});

test("who reads with notes gets the notes of the next chapter, and goes back to the rules", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html#naval-combat`));
  await tab.locator(".sheets [data-sheet=notes]").click();
  assert.equal(await section(tab), `${book}/notes/09-movement.html#naval-combat`);
  await tab.goto(fileUrl(`en/${book}/20-unrest.html#unrest-cap`));
  await tab.waitForURL(/notes\/20-unrest\.html#unrest-cap$/);
  await tab.locator(".sheets [data-sheet=rules]").click();
  await tab.waitForURL(/sword-of-rome-5p\/20-unrest\.html/);
  await tab.goto(fileUrl(`en/${book}/09-movement.html`));
  assert.match(tab.url(), /sword-of-rome-5p\/09-movement\.html$/, "rules again");
  await tab.context().close();
});

test("a mark opens what is played in one line on a card, by mouse, key and finger", options, async () => {
  for (const language of languages) {
    for (const [how, context] of [["mouse", {}], ["key", {}], ["finger", { hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } }]]) {
      const tab = await open(fileUrl(`${language}/${book}/20-unrest.html`), context);
      const mark = tab.locator("#reducing-unrest .mark a").first();
      if (how === "mouse") await mark.click();
      if (how === "key") { await mark.focus(); await tab.keyboard.press("Enter"); }
      if (how === "finger") await mark.tap();
      const text = tab.locator(".peek .peek-text p").first();
      await text.waitFor();
      assert.ok((await text.textContent()).length > 10, `${language}, ${how}`);
      assert.match(await tab.locator(".peek .peek-head .num").textContent(), /^20\./);
      await tab.locator(".peek .peek-open").click();
      assert.match(tab.url(), /notes\/20-unrest\.html#reducing-unrest\./, how);
      await tab.context().close();
    }
  }
});

test("without scripts a mark leads to what is said of it, and on the page of the whole book it says it", options, async () => {
  for (const language of languages) {
    const tab = await open(fileUrl(`${language}/${book}/20-unrest.html`), { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    await tab.locator("#reducing-unrest .mark a").first().click();
    assert.match(tab.url(), /notes\/20-unrest\.html#reducing-unrest\./);
    await tab.goto(fileUrl(`${language}/${book}/book.html`));
    const mark = tab.locator("#reducing-unrest .mark").first();
    assert.equal(await mark.locator("p").isVisible(), false);
    await mark.locator("summary").click();
    assert.ok(await mark.locator("p").isVisible());
    await tab.context().close();
  }
});

test("a verdict leads to the run, to the page of verdicts, and back to the run", options, async () => {
  const tab = await open(fileUrl(`en/${book}/20-unrest.html`));
  const verdict = () => tab.locator("[id='reducing-unrest.example-sacred-band'] > .label .verdict").click();
  await verdict();
  assert.equal(await section(tab), `${book}/proof/20-unrest.html#reducing-unrest.example-sacred-band`);
  await verdict();
  assert.equal(await section(tab), `en/${book}/verdicts.html#reducing-unrest.example-sacred-band`);
  await tab.locator("[id='reducing-unrest.example-sacred-band'] .label a").click();
  assert.equal(await section(tab), `${book}/proof/20-unrest.html#reducing-unrest.example-sacred-band`);
  await tab.goto(fileUrl(`en/${book}/notes/20-unrest.html`));
  await tab.locator("[id='reducing-unrest.option-dice-limit'] .choices li", { hasText: "Does not fit" }).first().locator("a").last().click();
  assert.equal(await section(tab), `en/${book}/20-unrest.html#reducing-unrest.example-sacred-band`);
  await tab.context().close();
});

test("without scripts the steps of a run unfold and lead to their sections, on a narrow screen too", options, async () => {
  const tab = await open(fileUrl(`en/${book}/proof/20-unrest.html`), { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const example = tab.locator("[id='reducing-unrest.example-sacred-band']");
  assert.equal(await example.locator(".trace").isVisible(), false);
  await example.locator(".assumed > summary").click();
  await example.locator(".steps > summary").click();
  assert.match(await example.locator(".story [data-kind=roll]").first().innerText(), /6, 6, 6, 6/);
  const cited = example.locator(".trace .cited[href*='/07-']").first();
  const box = await cited.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 320, "the deepest steps stay on the screen");
  await cited.click();
  assert.match(tab.url(), /07-special\.html#/);
  await tab.context().close();
});

test("with everything unfolded nothing sticks out of a narrow screen", options, async () => {
  for (const page of ["20-unrest", "notes/20-unrest", "proof/20-unrest", "02-components", "verdicts"]) {
    const tab = await open(fileUrl(`en/${book}/${page}.html`), { viewport: { width: 320, height: 640 } });
    await tab.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320, page);
    await tab.context().close();
  }
});

test("tables of logic are read with their captions", options, async () => {
  const tab = await open(fileUrl(`en/${book}/proof/02-components.html`));
  const table = tab.locator("#game-map .logic-tables").getByRole("table", { name: "Port in Sicily" });
  assert.equal(await table.getByRole("columnheader").count(), 2);
  assert.match(await table.innerText(), /see base game 2/);
  await tab.context().close();
});

test("without scripts the book can be read and walked through", options, async () => {
  const tab = await open(fileUrl("index.html"), { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await tab.locator("a[hreflang=en]").first().click();
  await tab.locator(`h2 a[href*="${book}/"]`).first().click();
  await tab.locator(".toc-chapter").nth(1).click();
  await tab.locator("summary").first().click();
  await tab.locator(".contents a", { hasText: "Movement" }).click();
  assert.ok(await tab.locator("#naval-combat").isVisible());
  assert.equal(await tab.locator(".theme").isVisible(), false, "no switch that does nothing");
  await tab.locator(".find [type=search]").fill("unrest");
  await tab.locator(".find [type=submit]").click();
  assert.ok(await tab.locator("noscript + .lead, .search-books a").first().isVisible());
  assert.match(await tab.locator("main").innerText(), /needs JavaScript/);
  await tab.context().close();
});

test("on a wide screen the contents stand open beside the text, without scripts too", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`), { javaScriptEnabled: false });
  const contents = await tab.locator(".contents a", { hasText: "Combat" }).first().boundingBox();
  const text = await tab.locator("h1").boundingBox();
  assert.ok(contents && contents.x + contents.width < text.x);
  await tab.context().close();
});

/** What the bookmarks of a PDF say, as Chromium writes them. */
function bookmarksOf(pdf) {
  const found = pdf.toString("latin1").matchAll(/\/Title (?:\(((?:\\[^]|[^\\)])*)\)|<([0-9A-F]*)>)/g);
  return [...found].map(([, written, hex]) => {
    const octal = (text) => text.replace(/\\([0-7]{3}|[^])/g, (_, code) => (code.length > 1 ? String.fromCharCode(parseInt(code, 8)) : ({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" })[code] ?? code));
    const bytes = hex === undefined ? Buffer.from(octal(written), "latin1") : Buffer.from(hex, "hex");
    return bytes[0] === 0xfe && bytes[1] === 0xff ? bytes.subarray(2).swap16().toString("utf16le") : bytes.toString("latin1");
  });
}

test("a printed book has a bookmark for each heading, with its words once", options, async () => {
  const books = pages().filter((page) => page.endsWith("/book.html") && page.split("/").length === 3);
  assert.ok(books.length > 2);
  for (const page of books) {
    const tab = await open(fileUrl(page));
    const bare = (text) => text.replace(/\s+/g, "");
    const headings = new Set((await tab.locator(".heading").evaluateAll((headings) => headings.map((heading) => {
      const copy = heading.cloneNode(true);
      for (const link of copy.querySelectorAll(".permalink")) link.remove();
      return copy.textContent;
    }))).map(bare));
    const bookmarks = bookmarksOf(await tab.pdf({ outline: true, tagged: true, preferCSSPageSize: true }));
    assert.ok(bookmarks.length > 5, `${page}: ${bookmarks.length} bookmarks`);
    assert.deepEqual(bookmarks.map(bare).filter((words) => !headings.has(words)).slice(1), [], page);
    await tab.context().close();
  }
});

test("paper shows rules and notes, not the furniture", options, async () => {
  const tab = await open(fileUrl(`en/${book}/notes/09-movement.html`));
  await tab.emulateMedia({ media: "print" });
  for (const furniture of [".masthead", ".contents nav", ".crumbs", ".sheets", ".turn", ".colophon", ".permalink"]) {
    assert.equal(await tab.locator(furniture).first().isVisible(), false, furniture);
  }
  assert.ok(await tab.locator("[id='naval-movers.note-excess-cu-derived']").isVisible(), "folded notes are printed");
  assert.equal(await tab.evaluate(() => getComputedStyle(document.body).color), "rgb(0, 0, 0)");
  const pdf = await tab.pdf();
  assert.ok(pdf.length > 10000);
  await tab.context().close();
});

test("the policy of the pages holds", options, async () => {
  for (const run of [(check) => check(fileUrl), served]) {
    await run(async (address) => {
      const tab = await open(address(`en/${book}/index.html`));
      const blocked = await tab.evaluate(async () => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.injected = true";
        document.head.append(script);
        const style = document.createElement("style");
        document.head.append(style);
        const image = document.createElement("img");
        image.src = "https://example.invalid/x.png";
        document.body.append(image);
        document.body.setAttribute("style", "color: red");
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { seen, injected: window.injected === true };
      });
      assert.equal(blocked.injected, false);
      for (const directive of ["script-src-elem", "img-src", "style-src-attr"]) assert.ok(blocked.seen.includes(directive), `${directive} in ${blocked.seen}`);
      await tab.context().close();
    });
  }
});

test("the first Tab leads past the contents to the text", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`));
  await tab.keyboard.press("Tab");
  assert.ok(await tab.locator(".skip").isVisible());
  await tab.keyboard.press("Enter");
  assert.equal(await tab.evaluate(() => document.activeElement.id), "_main");
  await tab.context().close();
});

test("there is a page of every kind", options, () => {
  const all = pages().join("\n");
  for (const kind of [/^index\.html$/m, /^en\/index\.html$/m, /glossary\.html$/m, /doubts\.html$/m, /verdicts\.html$/m, /search\.html$/m, /\/01-[\w-]+\.html$/m]) assert.match(all, kind);
});

/** The pages with a long data table, whatever book has one: in each language, and in two beside each other. */
const tables = missing ? [] : pages().filter((page) => !/\/notes\/|^(?!en-ja)..-/.test(page) && readFileSync(path.join(site, page), "utf8").split('<tr id="').length > 100);

test("a data table is sorted by its headers", { ...options, skip: options.skip || !tables.length }, async () => {
  for (const page of tables) {
    const tab = await open(fileUrl(page));
    const table = tab.locator(".data table").first();
    const language = await tab.evaluate(() => document.documentElement.lang);
    const column = (at) => table.locator("tbody tr").evaluateAll((rows, at) => rows.map((row) => row.cells[at].textContent.trim()), at);
    const order = await column(0);
    const head = table.getByRole("columnheader").nth(1);
    const collator = new Intl.Collator(language, { numeric: true });
    const sorted = (await column(1)).filter(Boolean).sort(collator.compare);
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending", page);
    assert.deepEqual((await column(1)).filter(Boolean), sorted, page);
    await head.getByRole("button").press("Enter");
    assert.equal(await head.getAttribute("aria-sort"), "descending", page);
    assert.deepEqual((await column(1)).filter(Boolean), sorted.toReversed(), page);
    // What is empty stands last both ways.
    const last = table.getByRole("columnheader").last();
    await last.getByRole("button").click();
    assert.equal(await table.locator("[aria-sort]").count(), 1, page);
    const cells = await column(-1 + (await table.getByRole("columnheader").count()));
    assert.ok(cells.indexOf("") < 0 || cells.slice(cells.indexOf("")).every((cell) => cell === ""), page);
    await last.getByRole("button").click();
    await last.getByRole("button").click();
    assert.equal(await table.locator("[aria-sort]").count(), 0, page);
    assert.deepEqual(await column(0), order, `${page}: as it was`);
    await tab.context().close();
  }
});

test("a data table is filtered, and says how many rows are left", { ...options, skip: options.skip || !tables.length }, async () => {
  for (const page of tables) {
    const tab = await open(fileUrl(page));
    const box = tab.locator(".data").first();
    const rows = box.locator("tbody tr");
    const [all, status] = [await rows.count(), box.getByRole("status")];
    const words = await rows.nth(3).locator("th, td").first().textContent();
    const field = box.getByRole("searchbox");
    await field.fill(words.trim().split(/\s/u)[0].toUpperCase());
    const left = await rows.filter({ visible: true }).count();
    assert.ok(left > 0 && left < all, `${page}: ${left} of ${all}`);
    assert.ok((await status.textContent()).match(/\d+/g).map(Number).sort((a, b) => a - b).join() === `${left},${all}`, page);
    // A link to a row that is hidden shows it.
    const hidden = await rows.evaluateAll((all) => all.find((row) => row.hidden).id);
    await tab.evaluate((id) => { location.hash = id; }, hidden);
    await tab.waitForFunction((id) => !document.getElementById(id).hidden, hidden);
    assert.equal(await field.inputValue(), "", page);
    await tab.context().close();
  }
});

test("without scripts a data table is a plain table", { ...options, skip: options.skip || !tables.length }, async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const tab = await context.newPage();
  await tab.goto(fileUrl(tables[0]));
  const box = tab.locator(".data").first();
  assert.equal(await box.getByRole("button").count(), 0);
  assert.equal(await box.getByRole("searchbox").count(), 0);
  assert.ok((await box.getByRole("rowheader").count()) > 100);
  await context.close();
});

test("a search leads to the row of a data table", { ...options, skip: options.skip || !tables.length }, async () => {
  const page = tables.find((page) => page.startsWith("en/"));
  const text = readFileSync(path.join(site, page), "utf8");
  const [, id, name] = text.match(/<tr id="([^"]*)"><th[^>]*><a href="[^"]*">(L[^<]*)</);
  const tab = await open(fileUrl(`en/search.html?q=${encodeURIComponent(name)}`));
  const hit = tab.locator(`#_hits a[href$="#${id}"]`).first();
  await Promise.all([tab.waitForURL(/#/), hit.click()]);
  const top = await tab.evaluate((id) => document.getElementById(id).getBoundingClientRect().top, id);
  assert.ok(top >= 0 && top < 900, `the row is at ${top} px`);
  await tab.context().close();
});

/** A tab that may read and write the clipboard, at a page of a server. */
async function sharing(page, settings = {}) {
  const tab = await open(page, settings);
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(page).origin });
  return tab;
}
const clipboard = (tab) => tab.evaluate(() => navigator.clipboard.readText());

/** A chapter as a site has it that knows its address, or does not. */
const known = (page, base) => [page, readFileSync(path.join(site, page), "utf8").replace(/( data-base="[^"]*")?(?=>\n<article>)/, base ? ` data-base="${base}"` : "")];

const movement = `en/${book}/09-movement.html`;

test("the letter of a statement copies it with its address, and is still a link", options, () => served(async (address) => {
  const page = movement;
  const tab = await sharing(address(page));
  await tab.locator("[id='naval-combat.a'] > p > .letter, [id='naval-combat.a'] > .letter").first().click();
  await tab.getByRole("status").filter({ hasText: "Copied" }).waitFor();
  const told = await clipboard(tab);
  assert.match(told, /^[^:]+ 9\.6\.4 a: \S.* http:\/\/127\.0\.0\.1:\d+\/en\/sword-of-rome-5p\/09-movement\.html#naval-combat\.a$/);
  assert.ok(!told.includes("\n") && !/Unclear/.test(told), told);
  assert.equal(await section(tab), `${page}#naval-combat.a`);
  await tab.waitForFunction(() => !document.querySelector(".told").textContent);
  // With another key it is a link and no more.
  await tab.evaluate(() => navigator.clipboard.writeText("as it was"));
  await tab.locator("#naval-combat .permalink").click({ modifiers: ["Shift"] });
  await tab.waitForTimeout(200);
  assert.equal(await clipboard(tab), "as it was");
  await tab.context().close();
}, missing ? new Map() : new Map([known(movement, "")])));

test("where the site knows its address, what is copied leads by the page of the section", options, () => {
  const pages = languages.map((language) => `${language}/${book}/09-movement.html`);
  const base = "https://rules.example.org/lib/";
  return served(async (address) => {
    for (const page of pages) {
      const tab = await sharing(address(page), { colorScheme: "dark" });
      await tab.locator("#naval-combat .permalink").click();
      await tab.waitForFunction(() => document.querySelector(".told").textContent);
      const told = await clipboard(tab);
      assert.ok(told.endsWith(` ${base}${page.slice(0, 2)}/${book}/s/naval-combat.html`), told);
      assert.ok(told.length < 480, "the beginning of the text");
      await tab.locator("[id='naval-combat.b'] .letter").first().click();
      await tab.waitForFunction(async () => (await navigator.clipboard.readText()).endsWith("#b"));
      await tab.context().close();
    }
  }, new Map(pages.map((page) => known(page, base))));
});

test("from the folder, or where the clipboard is refused, the sign beside a heading is a link as ever", options, async () => {
  const tab = await open(fileUrl(`en/${book}/09-movement.html`));
  const errors = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.evaluate(() => { Object.defineProperty(navigator, "clipboard", { value: undefined }); });
  await tab.locator("#naval-combat .permalink").click();
  assert.equal(await section(tab), `en/${book}/09-movement.html#naval-combat`);
  assert.deepEqual([await tab.locator(".told").textContent(), errors], ["", []]);
  await tab.context().close();
});

/** A reference to another page, and one within the page. */
const FAR = "main a.ref[href*='.html#']:not(:has(cite))";
const NEAR = "main .rules a.ref[href^='#']";
/** A page that has both. */
const peeked = (language) => pages().find((page) => {
  if (!page.startsWith(`${language}/`) || page.split("/").length !== 3) return false;
  const text = readFileSync(path.join(site, page), "utf8");
  return /class="ref" href="[\w-]+\.html#/.test(text) && /class="ref" href="#/.test(text) && text.includes('class="term"');
});

for (const language of languages) {
  test(`the mouse rests on a reference and its card says the rule, here and from another page (${language})`, options, async () => {
    const tab = await open(fileUrl(peeked(language)));
    const broken = [];
    tab.on("pageerror", (error) => broken.push(error.message));
    tab.on("console", (message) => { if (message.type() === "error") broken.push(message.text()); });
    const card = tab.getByRole("dialog");
    for (const kind of [NEAR, FAR]) {
      const link = tab.locator(kind).first();
      await link.scrollIntoViewIfNeeded();
      const height = await tab.evaluate(() => document.documentElement.scrollHeight);
      await link.hover();
      await card.locator(".peek-text p").first().waitFor();
      assert.equal(await card.count(), 1);
      const name = await card.locator(".peek-head").first().textContent();
      const [number = ""] = await link.locator(".num").allTextContents();
      assert.ok(name.startsWith(number.split(".").slice(0, 2).join(".")), `${name} for ${number}`);
      assert.equal(await tab.evaluate(() => document.documentElement.scrollHeight), height, "nothing moves");
      const box = await card.boundingBox();
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 900, JSON.stringify(box));
      await tab.mouse.move(2, 2);
      await card.waitFor({ state: "detached" });
    }
    assert.deepEqual(broken, []);
    await tab.context().close();
  });
}

test("the card of a term tells what it means, here and in another language", { ...options, skip: options.skip || languages.length < 2 }, async () => {
  const tab = await open(fileUrl(peeked("en")));
  const term = tab.locator("a.term").first();
  const href = await term.getAttribute("href");
  await term.hover();
  const card = tab.getByRole("dialog");
  const text = await card.locator(".peek-text").first().textContent();
  const other = languages[1];
  await card.locator(`button[lang=${other}]`).click();
  const twin = card.locator(".peek-twin .peek-text");
  await twin.waitFor();
  assert.equal(await twin.getAttribute("lang"), other);
  assert.ok(text.length > 5 && (await twin.textContent()) !== text);
  await card.locator(`button[lang=${other}]`).click();
  assert.equal(await card.locator(".peek-twin").count(), 0);
  await card.getByRole("link", { name: "Open" }).click();
  await tab.waitForURL(/glossary\.html#/);
  assert.ok((await section(tab)).endsWith(href));
  const there = await tab.locator(`[id='${href.split("#")[1]}'] .text`).textContent();
  assert.equal(there.replace(/\s+/g, " ").trim(), text, "as the glossary says it");
  await tab.context().close();
});

test("by keyboard the card is opened, read, left, and the search still finds", options, async () => {
  const tab = await open(fileUrl(peeked("en")));
  const link = tab.locator(FAR).first();
  await link.focus();
  await tab.keyboard.press("p");
  const card = tab.getByRole("dialog");
  await card.locator(".peek-text p").first().waitFor();
  assert.ok(await card.evaluate((element) => element === document.activeElement), "a screen reader is led to it");
  const name = await card.getAttribute("aria-labelledby");
  assert.ok((await tab.locator(`#${name}`).textContent()).length > 3);
  const other = card.locator("button[lang]").first();
  if (await other.count()) {
    await other.focus();
    await tab.keyboard.press("Enter");
    await card.locator(".peek-twin .peek-text").waitFor();
  }
  await tab.keyboard.press("Escape");
  assert.equal(await card.count(), 0);
  assert.ok(await link.evaluate((element) => element === document.activeElement), "back where it was opened");
  // The index of another language has been loaded: the page still searches its own.
  await tab.keyboard.press("/");
  await tab.keyboard.type("9.6.4");
  await tab.locator(`#_found [role=option] a[href*="en/${book}/09-movement.html"][href$="#naval-combat"]`).waitFor();
  await tab.evaluate(() => localStorage.setItem("rulestone-keys", "off"));
  await tab.keyboard.press("Escape");
  await link.focus();
  await tab.keyboard.press("p");
  assert.equal(await card.count(), 0, "single keys are switched off");
  await tab.context().close();
});

test("a finger gets the card first, within 320 px, and the page by Open", options, async () => {
  for (const language of languages) {
    const tab = await open(fileUrl(peeked(language)), { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    const page = tab.url();
    const link = tab.locator(FAR).first();
    await link.scrollIntoViewIfNeeded();
    await link.tap();
    const card = tab.getByRole("dialog");
    await card.locator(".peek-text p").first().waitFor();
    assert.equal(tab.url(), page);
    const box = await card.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 320 && box.y >= 0 && box.y + box.height <= 640, JSON.stringify(box));
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 320);
    await tab.touchscreen.tap(160, 20);
    await card.waitFor({ state: "detached" });
    await link.tap();
    await card.locator(".peek-open").tap();
    await tab.waitForURL(/\.html#/);
    await tab.context().close();
  }
});

test("without scripts references and terms are links", options, async () => {
  const tab = await open(fileUrl(peeked("en")), { javaScriptEnabled: false });
  await Promise.all([tab.waitForURL(/glossary\.html#/), tab.locator("a.term").first().click()]);
  await tab.context().close();
});

test("the page of a section leads on at once, to its statement too, with and without scripts", { ...options, skip: options.skip || !existsSync(path.join(site, "sitemap.xml")) }, () => served(async (address) => {
  for (const [javaScriptEnabled, letter] of [[true, ""], [true, "b"], [false, ""]]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const tab = await context.newPage();
    await tab.goto(address(`en/${book}/s/naval-combat.html${letter && `#${letter}`}`), { waitUntil: "commit" });
    await tab.waitForURL(/09-movement/);
    await tab.waitForTimeout(300);
    assert.ok(tab.url().endsWith(`/en/${book}/09-movement.html#naval-combat${letter && `.${letter}`}`), tab.url());
    await context.close();
  }
}));

test("nothing moves when the scripts come late", options, () => served(async (address) => {
  for (const page of [`${book}/09-movement.html`, `${book}/aid.html`, `${book}/book.html`, "search.html?q=unrest+level", "search.html?q=qqqq"]) {
    for (const settings of [phone, {}]) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block", ...settings });
      const tab = await context.newPage();
      await tab.route("**/assets/{site,search}.js", async (route) => { await new Promise((resolve) => setTimeout(resolve, 400)); await route.continue(); });
      await tab.addInitScript(() => {
        window.moved = [];
        new PerformanceObserver((list) => window.moved.push(...list.getEntries().map(({ value, sources }) => `${value} ${sources.map(({ node }) => node?.className ?? node?.nodeName)}`))).observe({ type: "layout-shift", buffered: true });
      });
      await tab.goto(address(`en/${page}`));
      await tab.waitForTimeout(200);
      assert.deepEqual((await tab.evaluate(() => window.moved)).filter((shift) => parseFloat(shift) > 0.001), [], page);
      await context.close();
    }
  }
}));

test("what was called otherwise, or stood here, leads to its successor with what stands below it", options, async () => {
  const page = pages().filter((page) => page.startsWith(`en/${book}/`) && page.split("/").length === 3)
    .map((page) => ({ page, html: readFileSync(path.join(site, page), "utf8") }))
    .find(({ html }) => /class="anchor" id="[a-z0-9-]+\.note-/.test(html));
  const [, id, note] = /class="anchor" id="([a-z0-9-]+)\.(note-[a-z0-9-]+)"/.exec(page.html);
  const at = page.html.indexOf(`<section class="section" id="${id}">`);
  const heading = page.html.indexOf('">', page.html.indexOf('class="heading', at)) + 2;
  const other = pages().find((other) => other !== page.page && /^en\/[^/]+\/\d[^/]*\.html$/.test(other) && other.startsWith(`en/${book}/`));
  const [, elsewhere] = /<section class="section" id="([a-z0-9-]+)">/.exec(readFileSync(path.join(site, other), "utf8"));
  const moved = `<div class="moved"><ul><li><a id="gone" href="${path.basename(other)}#${elsewhere}">Gone</a></li></ul></div></article>`;
  const html = `${page.html.slice(0, heading)}<span class="anchor" id="once"></span>${page.html.slice(heading)}`.replace("</article>", () => moved);
  await served(async (address) => {
    const lands = async (hash, expected) => {
      const tab = await open(address(`${page.page}#${hash}`));
      await tab.waitForURL((url) => `${url.pathname}${url.hash}`.endsWith(expected), { timeout: 5000 });
      await tab.context().close();
    };
    const notes = page.page.replace(/([^/]+)$/, "notes/$1");
    await lands("once", `${page.page}#once`);
    await lands(`once.${note}`, `${notes}#${id}.${note}`);
    await lands("once.nothing", `${page.page}#${id}`);
    await lands("gone", `${other}#${elsewhere}`);
    await lands("gone.a", `${other}#${elsewhere}.a`);
    // From the page itself, too, and whatever stands behind the point.
    const tab = await open(address(page.page));
    await tab.evaluate(() => { location.hash = "#gone.%22><script>"; });
    await tab.waitForURL((url) => url.pathname.endsWith(other));
    await tab.context().close();
  }, new Map([[page.page, html]]));
});
