// What every page is asked, in each browser: whether something sticks out, and what axe finds. A tab is anything with `evaluate`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** To be evaluated on a page before `violations` and `ofEachLook`. */
export const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What can be otherwise where a page is narrow. All else that axe asks is the same in every width. */
const ofTheLayout = { runOnly: ["scrollable-region-focusable", "bypass", "region"] };
/** What is asked of one text of each look, not of each of thousands that look alike: see `ofEachLook`. */
const ofTheLook = ["color-contrast", "link-in-text-block"];
export const allElse = { rules: Object.fromEntries(ofTheLook.map((rule) => [rule, { enabled: false }])) };

/** Opens what is folded. The trail in the bar of a phone is left shut: to open it closes the contents. */
export function unfold(tab) {
  return tab.evaluate(() => { for (const details of document.querySelectorAll("details:not(.trail)")) details.open = true; });
}

/** What is wider than the window. */
export function wide(tab) {
  return tab.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > limit + 1 && !element.closest(".table, pre"));
    return [`sticks out: ${wide.slice(0, 3).map((element) => `${element.tagName}.${element.className}`).join(", ")}`];
  });
}

/**
 * What axe says of one text of each look: colour, size, weight, what it stands on and among. Of looks in `seen` nothing is asked
 * again; those of this page are added. Nor are the looks of elements asked for of which a kind was seen in this width and these
 * colours: the style sheets tell no two of a kind apart.
 */
export async function ofEachLook(tab, seen = new Set()) {
  const kinds = await tab.evaluate(() => {
    const hashed = (from, text) => { for (const c of text) from = Math.imul(from ^ c.codePointAt(0), 0x01000193); return from; };
    const telling = new Set(["class", "lang", "style", "role", "open", "hidden", "aria-current", "aria-sort", "aria-pressed", "data-kind", "data-theme"]);
    const root = hashed(0x811c9dc5, `${matchMedia("(prefers-color-scheme: dark)").matches} ${innerWidth}`);
    const kinds = new Map([[null, root]]);
    const kind = (element) => {
      if (!kinds.has(element)) {
        const attributes = [...element.attributes].map(({ name, value }) => telling.has(name) ? `${name}=${value}` : name);
        const place = `${!element.previousElementSibling} ${!element.nextElementSibling} ${element.matches(":target")}`;
        kinds.set(element, hashed(kind(element.parentElement), `${element.localName} ${attributes.join(" ")} ${place}`));
      }
      return kinds.get(element);
    };
    window.kinds = new Map();
    for (const element of document.querySelectorAll("body, body *")) {
      if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
      const all = window.kinds.get(kind(element));
      if (all) all.push(element); else window.kinds.set(kind(element), [element]);
    }
    return [...window.kinds.keys()];
  });
  const unseen = kinds.filter((kind) => !seen.has(kind));
  if (!unseen.length) return [];
  const [shown, looks] = await tab.evaluate(([unseen, known]) => {
    const seen = new Set(known);
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
    const shown = new Set();
    for (const kind of unseen) {
      const element = window.kinds.get(kind).find((element) => element.checkVisibility());
      if (!element) continue;
      shown.add(kind);
      const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
      const among = element.localName === "a" ? `link ${textDecorationLine} in ${getComputedStyle(element.parentElement).color}` : "";
      const look = `${color} ${fontSize} ${fontWeight} ${among} on ${ground(element)}`;
      if (!seen.has(look) && !looks.has(look)) looks.set(look, element);
    }
    window.looks = [...looks.values()];
    return [[...shown], [...looks.keys()]];
  }, [unseen, [...seen].filter((look) => typeof look === "string")]);
  for (const look of [...shown, ...looks]) seen.add(look);
  return looks.length ? violations(tab, { runOnly: ofTheLook }, "looks") : [];
}

/** What axe says of the layout of a page, if no page in `seen` is laid out like it: the same parts, the same boxes that scroll. */
export async function ofEachLayout(tab, seen) {
  const layout = await tab.evaluate(() => {
    const named = (element) => `${element.localName}.${element.className} ${element.checkVisibility()}`;
    const parts = [...document.querySelectorAll("body > *, body > * > *, main > *")].map(named);
    const boxes = [...document.querySelectorAll("body *")].filter((element) =>
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight) && /auto|scroll/.test(getComputedStyle(element).overflow));
    const scrolling = boxes.map((element) => `${named(element)} ${element.tabIndex} ${!!element.querySelector("a, button")}`);
    return [...new Set([...parts, ...scrolling])].join("\n");
  });
  if (seen.has(layout)) return [];
  seen.add(layout);
  return violations(tab, ofTheLayout);
}

/** What axe finds on a page, or in those elements of it that a variable of the page holds. */
export function violations(tab, only, within = "document") {
  return tab.evaluate(async ([only, within]) => {
    const { violations } = await window.axe.run(within === "document" ? document : { include: window[within] }, { resultTypes: ["violations"], preload: false, ...only });
    return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split("\n")[1] ?? ""}`));
  }, [only, within]);
}
