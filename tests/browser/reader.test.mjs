// What a reader of the Sword of Rome does: searches, changes the language, follows a link to a folded note, prints,
// switches scripts off. Other books may stand beside it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { fileUrl, launch, missing, pages, site } from "./chromium.mjs";

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

/** The site on a server of this computer, as a public one would serve it; `changes` stand in the place of files. */
async function served(run, changes = new Map()) {
  const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png", ".webmanifest": "application/manifest+json" };
  const server = createServer((request, response) => {
    const file = path.join(site, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (!file.startsWith(site) || !existsSync(file)) { response.writeHead(404).end(); return; }
    const content = changes.get(path.relative(site, file)) ?? readFileSync(file);
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" }).end(content);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address();
    await run((page) => `http://127.0.0.1:${port}/${page}`, server);
  } finally {
    server.close();
  }
}

test("the odds of an example are a picture with a name, and a table", options, async () => {
  for (const language of languages) {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    const tab = await context.newPage();
    const page = pages().find((page) => page.startsWith(`${language}/${book}/`) && readFileSync(path.join(site, page), "utf8").includes("<figure"));
    assert.ok(page, `${language}: no page has odds`);
    await tab.goto(fileUrl(page));
    const figure = tab.locator("figure").first();
    const picture = figure.getByRole("img");
    const title = await picture.locator("> title").textContent();
    assert.ok(title.length > 3 && (await figure.locator("figcaption strong").textContent()) === title);
    assert.equal(await figure.getByRole("img", { name: title }).count(), 1, `${language}: the picture has a name`);
    assert.match(await picture.locator("> desc").textContent(), /\d+[.,]\d\d %/, `${language}: and says what it shows`);
    const rows = await figure.locator("tbody tr").count();
    assert.ok(rows > 1 && (await figure.locator("tbody th[scope=row]").count()) === rows);
    const box = await picture.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 320 && box.height > 20, `${language}: ${JSON.stringify(box)}`);
    await context.close();
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

test("a mark opens what is played in one line, without scripts too", options, async () => {
  for (const language of languages) {
    const tab = await open(fileUrl(`${language}/${book}/20-unrest.html`), { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    const mark = tab.locator("#reducing-unrest .mark").first();
    assert.equal(await mark.locator("p").isVisible(), false);
    await mark.locator("summary").click();
    assert.ok(await mark.locator("p").isVisible());
    await mark.locator("a").click();
    assert.match(tab.url(), /notes\/20-unrest\.html#reducing-unrest\./);
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
  assert.match(await example.locator(".inputs").innerText(), /6, 6, 6, 6/);
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

/** The pages with a long data table, whatever book has one. */
const tables = missing ? [] : pages().filter((page) => readFileSync(path.join(site, page), "utf8").split('<tr id="').length > 100);

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
    const words = await rows.nth(3).textContent();
    const field = box.getByRole("searchbox");
    await field.fill(words.split(/(?<=\p{Ll})(?=\d)|\s/u)[0].toUpperCase());
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
