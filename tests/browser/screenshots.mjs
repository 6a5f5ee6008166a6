// Takes every kind of page, narrow and wide, light and dark, in every language: node screenshots.mjs OUT
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileUrl, launch, missing, pages } from "./chromium.mjs";

const [out, only = ""] = process.argv.slice(2);
if (missing || !out) {
  console.error(missing ?? "usage: SITE=folder node screenshots.mjs OUT [PART-OF-A-NAME]");
  process.exit(2);
}
mkdirSync(out, { recursive: true });

const sizes = { phone: [320, 640], tablet: [768, 1024], desktop: [1280, 900] };

/** One page of each kind and language: of chapters the longest is the most telling. */
function samples() {
  const kinds = new Map();
  for (const page of pages()) {
    const name = path.basename(page, ".html");
    const [language] = page.split("/");
    const kind = ["index", "aid", "book", "map", "glossary", "doubts", "amendments", "verdicts", "search"].includes(name) ? `${name}${page.split("/").length}` : "chapter";
    const key = `${kind}-${page.includes("/") ? language : "all"}`;
    kinds.set(key, [...(kinds.get(key) ?? []), page]);
  }
  return [...kinds].flatMap(([key, found]) =>
    key.startsWith("chapter") && found.length > 8 ? [[`${key}-a`, found[6]], [`${key}-b`, found[14] ?? found[0]]] : [[key, found[0]]]);
}

const browser = await launch();
for (const [name, page] of samples()) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"]) {
      const file = `${name}-${size}-${colorScheme}.png`;
      if (!file.includes(only)) continue;
      const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: size === "phone" ? 2 : 1 });
      const tab = await context.newPage();
      await tab.goto(fileUrl(page));
      await tab.screenshot({ path: path.join(out, file), fullPage: true });
      await context.close();
    }
  }
}
await browser.close();
