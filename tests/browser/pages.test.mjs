// Every page, opened from the folder: nothing sticks out, nothing goes wrong, nothing is fetched, nobody is shut out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileUrl, launch, missing, pages, site } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const options = { skip: missing };
let browser;
before(async () => { if (!missing) browser = await launch(); });
after(() => browser?.close());

if (missing) console.error(missing);

/** Opens every page, two at a time, and says what went wrong on the way. */
async function everyPage(context, visit) {
  const troubles = [];
  const left = [...pages()];
  await Promise.all([1, 2].map(() => inTurn(context, left, visit, troubles)));
  await context.close();
  return troubles;
}

/** Opens one page that is left after the other in a tab. */
async function inTurn(context, left, visit, troubles) {
  const tab = await context.newPage();
  let current = "";
  tab.on("console", (message) => { if (["error", "warning"].includes(message.type())) troubles.push(`${current}: ${message.text()}`); });
  tab.on("pageerror", (error) => troubles.push(`${current}: ${error.message}`));
  tab.on("request", (request) => {
    if (!request.url().startsWith(fileUrl("")) && !request.url().startsWith("data:")) troubles.push(`${current}: asked for ${request.url()}`);
  });
  for (let page = left.shift(); page; page = left.shift()) {
    current = page;
    await tab.goto(fileUrl(page));
    for (const trouble of (await visit(tab, page)) ?? []) troubles.push(`${page}: ${trouble}`);
  }
}

for (const width of [320, 768, 1280]) {
  test(`no page scrolls sideways or complains at ${width} px`, options, async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const troubles = await everyPage(context, (tab) => tab.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      const limit = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= limit) return [];
      const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > limit + 1 && !element.closest(".table, pre"));
      return [`sticks out: ${wide.slice(0, 3).map((element) => `${element.tagName}.${element.className}`).join(", ")}`];
    }));
    assert.deepEqual(troubles, []);
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in ${colorScheme} colours`, options, async () => {
    // A policy without inline scripts also keeps axe out; the test puts it there past the policy.
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme, bypassCSP: true });
    const troubles = await everyPage(context, async (tab) => {
      await tab.evaluate(axe);
      // In the dark nothing else is different.
      const only = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
      return tab.evaluate(async (only) => {
        for (const details of document.querySelectorAll("details")) details.open = true;
        const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false, ...only });
        return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split("\n")[1] ?? ""}`));
      }, only);
    });
    assert.deepEqual([...new Set(troubles)].slice(0, 12), []);
  });
}

test("axe finds nothing on a phone", options, async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, bypassCSP: true });
  const troubles = await everyPage(context, async (tab) => {
    await tab.evaluate(axe);
    return tab.evaluate(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
      return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)}`));
    });
  });
  assert.deepEqual(troubles.slice(0, 12), []);
});

test("every character has a glyph", options, async () => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const characters = new Set();
  for (const page of pages()) {
    await tab.goto(fileUrl(page));
    for (const character of await tab.evaluate(() => [...new Set(document.body.innerText)])) characters.add(character);
  }
  // What no font has is drawn as the same empty box, so each character is compared with one that cannot have a glyph.
  const without = await tab.evaluate((all) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [48, 48];
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const draw = (text) => {
      pen.clearRect(0, 0, 48, 48);
      pen.font = `32px ${getComputedStyle(document.body).fontFamily}`;
      pen.fillText(text, 4, 36);
      return pen.getImageData(0, 0, 48, 48).data.join("");
    };
    const nothing = draw("\u{10FFFD}");
    const blank = draw(" ");
    if (draw("\u{10FFFC}") !== nothing || draw("A") === nothing) return ["this test cannot tell a missing glyph"];
    return all.filter((character) => /[^\s\p{C}\p{Z}]/u.test(character) && [nothing, blank].includes(draw(character)));
  }, [...characters]);
  await context.close();
  assert.ok(characters.size > 60, `read ${characters.size} characters of ${site}`);
  assert.deepEqual(without, []);
});
