// Every page, opened from the folder: nothing sticks out, nothing goes wrong, nothing is fetched, nobody is shut out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { fileUrl, launch, missing, pages, site } from "./chromium.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const options = { skip: missing };
let browser;
/** What was found wrong on all pages, by what it is; and the characters that stand on them. */
const troubles = { complaints: [], 320: [], 768: [], 1280: [], phone: [], light: [], dark: [] };
const characters = new Set();
before(async () => {
  if (missing) return;
  browser = await launch();
  // To open a page costs as much as to look at it: each is opened once, two at a time. Tabs of one context share a process.
  const left = [...pages()];
  await Promise.all([1, 2].map(async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 800 }, colorScheme: "light" });
    await inTurn(context, left);
    await context.close();
  }));
});
after(() => browser?.close());

if (missing) console.error(missing);

/** Opens one page that is left after the other in a tab. */
async function inTurn(context, left) {
  const tab = await context.newPage();
  let current = "";
  const complain = (words) => troubles.complaints.push(`${current}: ${words}`);
  tab.on("console", (message) => { if (["error", "warning"].includes(message.type())) complain(message.text()); });
  tab.on("pageerror", (error) => complain(error.message));
  tab.on("request", (request) => {
    if (!request.url().startsWith(fileUrl("")) && !request.url().startsWith("data:")) complain(`asked for ${request.url()}`);
  });
  for (let page = left.shift(); page; page = left.shift()) {
    current = page;
    await tab.setViewportSize({ width: 320, height: 640 });
    await tab.emulateMedia({ colorScheme: "light" });
    await tab.goto(fileUrl(page));
    await look(tab, (kind, found) => troubles[kind].push(...found.map((trouble) => `${page}: ${trouble}`)));
  }
}

/** What can be otherwise where a page is narrow. All else that axe asks is the same in every width. */
const ofTheLayout = { runOnly: ["scrollable-region-focusable", "bypass", "region"] };
/** What is asked of one text of each look, not of each of thousands that look alike: see `ofEachLook`. */
const ofTheLook = ["color-contrast", "link-in-text-block"];
const allElse = { rules: Object.fromEntries(ofTheLook.map((rule) => [rule, { enabled: false }])) };

/** Looks at a page as it is on a phone, then with everything unfolded in each width; then in the dark. */
async function look(tab, tell) {
  await tab.evaluate(axe);
  tell("phone", [...await violations(tab, ofTheLayout), ...await ofEachLook(tab)]);
  // The trail in the bar of a phone is left shut: to open it closes the contents.
  await tab.evaluate(() => { for (const details of document.querySelectorAll("details:not(.trail)")) details.open = true; });
  for (const width of [320, 768, 1280]) {
    await tab.setViewportSize({ width, height: 800 });
    tell(width, await tab.evaluate(() => {
      const limit = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= limit) return [];
      const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > limit + 1 && !element.closest(".table, pre"));
      return [`sticks out: ${wide.slice(0, 3).map((element) => `${element.tagName}.${element.className}`).join(", ")}`];
    }));
  }
  for (const character of await tab.evaluate(() => [...new Set(document.body.innerText)])) characters.add(character);
  // The script opens the contents beside the text when it is told of the new width, which may come a moment later.
  await tab.waitForFunction(() => document.querySelector(".contents")?.open ?? true);
  tell("light", [...await violations(tab, allElse), ...await ofEachLook(tab)]);
  // In the dark nothing else is different.
  await tab.emulateMedia({ colorScheme: "dark" });
  tell("dark", await ofEachLook(tab));
}

/** What axe says of one text of each look: colour, size, weight, what it stands on and among. */
function ofEachLook(tab) {
  return tab.evaluate(() => {
    const grounds = new Map([[null, ""]]);
    const ground = (element) => {
      if (!grounds.has(element)) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const own = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1" ? "" : `${backgroundColor} ${backgroundImage} ${opacity};`;
        grounds.set(element, ground(element.parentElement) + own);
      }
      return grounds.get(element);
    };
    const looks = new Map();
    for (const element of document.querySelectorAll("body, body *")) {
      if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) || !element.checkVisibility()) continue;
      const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
      const among = element.localName === "a" ? `link ${textDecorationLine} in ${getComputedStyle(element.parentElement).color}` : "";
      const look = `${color} ${fontSize} ${fontWeight} ${among} on ${ground(element)}`;
      if (!looks.has(look)) looks.set(look, element);
    }
    window.looks = [...looks.values()];
  }).then(() => violations(tab, { runOnly: ofTheLook }, "looks"));
}

/** What axe finds on a page, or in those elements of it that a variable of the page holds. */
function violations(tab, only, within = "document") {
  return tab.evaluate(async ([only, within]) => {
    const { violations } = await window.axe.run(within === "document" ? document : { include: window[within] }, { resultTypes: ["violations"], preload: false, ...only });
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split("\n")[1] ?? ""}`));
  }, [only, within]);
}

test("every page was opened, and none complains or asks for anything from elsewhere", options, () => {
  assert.deepEqual(troubles.complaints, []);
});

for (const width of [320, 768, 1280]) {
  test(`no page scrolls sideways at ${width} px`, options, () => assert.deepEqual(troubles[width], []));
}

for (const [kind, words] of [["light", "in light colours"], ["dark", "in dark colours"], ["phone", "on a phone"]]) {
  test(`axe finds nothing ${words}`, options, () => assert.deepEqual([...new Set(troubles[kind])].slice(0, 12), []));
}

test("every character has a glyph", options, async () => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(fileUrl("index.html"));
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
