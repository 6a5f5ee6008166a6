// Every page, opened from the folder: nothing sticks out, nothing goes wrong, nothing is fetched, nobody is shut out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileUrl, launch, missing, pages, site } from "./chromium.mjs";
import { allElse, axe, ofEachLayout, ofEachLook, unfold, violations, wide } from "./look.mjs";

const options = { skip: missing };
let browser;
/** What was found wrong on all pages, by what it is; and the characters that stand on them. */
const troubles = { complaints: [], 320: [], 768: [], 1280: [], phone: [], light: [], dark: [] };
const characters = new Set();
/** The looks of texts and the layouts that were asked about: they are those of a style sheet, not of a page. */
const [looks, layouts] = [new Set(), new Set()];
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

/** Looks at a page as it is on a phone, then with everything unfolded in each width; then in the dark. */
async function look(tab, tell) {
  await tab.evaluate(axe);
  tell("phone", [...await ofEachLayout(tab, layouts), ...await ofEachLook(tab, looks)]);
  await unfold(tab);
  for (const width of [320, 768, 1280]) {
    await tab.setViewportSize({ width, height: 800 });
    tell(width, await wide(tab));
  }
  for (const character of await tab.evaluate(() => [...new Set(document.body.innerText)])) characters.add(character);
  // The script opens the contents beside the text when it is told of the new width, which may come a moment later.
  await tab.waitForFunction(() => document.querySelector(".contents")?.open ?? true);
  tell("light", [...await violations(tab, allElse), ...await ofEachLook(tab, looks)]);
  // In the dark nothing else is different.
  await tab.emulateMedia({ colorScheme: "dark" });
  tell("dark", await ofEachLook(tab, looks));
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
