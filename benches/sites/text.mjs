// One text for all: read off a rendered site, or made up; written as a library, as a book of mdBook and as a project of Zensical.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A text: {title, chapters: [{file, number, title, sections: [{id, number, title, blocks: [{letter, text}]}]}], terms: [{name, definition}]}.
 *  In the Markdown of a block a reference is [[id of a section]]. */
export async function readOff(tab, address, book) {
  await tab.goto(address(`${book}/index.html`));
  const { title, files } = await tab.evaluate(() => ({
    title: document.querySelector("h1").textContent.trim(),
    files: [...new Set([...document.querySelectorAll(".contents ol > li > a, .toc > li > a")].map((link) => link.getAttribute("href").split("#")[0]))].filter((href) => /^\d[\w-]*\.html$/.test(href)),
  }));
  const chapters = [];
  for (const file of files) {
    await tab.goto(address(`${book}/${file}`));
    chapters.push({ file: file.replace(".html", ""), ...await tab.evaluate(chapterOnPage) });
  }
  await tab.goto(address(`${book}/glossary.html`));
  const terms = await tab.evaluate(() => [...document.querySelectorAll("div.term")].map((term) => ({
    name: term.querySelector("dt > a").textContent.trim(),
    definition: [...term.querySelectorAll(".text > p")].map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(" "),
  })).filter(({ definition }) => definition));
  const known = new Set(chapters.flatMap(({ sections }) => sections.map(({ id }) => id)));
  for (const { sections } of chapters) {
    for (const { blocks } of sections) {
      for (const block of blocks) block.text = block.text.replace(/\[\[([\w-]+)\|([^\]]*)\]\]/g, (_, id, words) => (known.has(id) ? `[[${id}]]` : words));
    }
  }
  return { title, chapters, terms };
}

/** Runs in the page. */
function chapterOnPage() {
  const clean = (text) => text.replace(/\s+/g, " ");
  const inline = (node) => [...node.childNodes].map((child) => {
    if (child.nodeType === Node.TEXT_NODE) return clean(child.data).replace(/[\\`*_[\]{}<>^#|]/g, "");
    if (child.nodeType !== Node.ELEMENT_NODE || child.matches(".letter, .mark, details, .permalink, svg")) return "";
    if (child.matches("a.ref[href]")) return `[[${child.hash.slice(1).split(".")[0]}|${clean(child.textContent)}]]`;
    if (child.matches("strong")) return `**${clean(child.textContent).trim()}**`;
    if (child.matches("em")) return `*${clean(child.textContent).trim()}*`;
    return inline(child);
  }).join("");
  const cell = (element) => inline(element).trim() || "–";
  const unlettered = (text) => [{ letter: "", text }];
  const block = (element) => {
    if (element.matches(".statement")) {
      const letter = element.querySelector(".letter")?.textContent.trim() ?? "";
      const within = element.matches("li") && !element.querySelector(":scope > p") ? unlettered(inline(element).trim()) : [...element.children].flatMap(block);
      return within.map((part, at) => (at === 0 ? { ...part, letter } : part));
    }
    if (element.matches("p")) return unlettered(inline(element).trim());
    if (element.matches(".statements")) return [...element.children].flatMap(block);
    if (element.matches("ul, ol")) return unlettered([...element.children].map((item) => `- ${inline(item).trim()}`).join("\n"));
    if (element.matches(".table")) {
      const rows = [...element.querySelectorAll("tr")].map((row) => [...row.cells].map(cell));
      const width = Math.max(...rows.map((row) => row.length));
      const line = (row) => `| ${[...row, ...Array(width - row.length).fill("–")].join(" | ")} |`;
      return unlettered([line(rows[0]), `|${" --- |".repeat(width)}`, ...rows.slice(1).map(line)].join("\n"));
    }
    return element.matches("details, figure, svg") ? [] : [...element.children].flatMap(block);
  };
  const words = (element, without) => { const copy = element.cloneNode(true); copy.querySelectorAll(without).forEach((part) => part.remove()); return clean(copy.textContent).trim(); };
  const heading = document.querySelector("h1");
  return {
    number: heading.querySelector(".num")?.textContent.trim() ?? null,
    title: words(heading, ".num, .permalink"),
    sections: [...document.querySelectorAll(".section[id]")].map((section) => {
      const head = section.querySelector(".heading");
      const blocks = [...(section.querySelector(":scope > .rules")?.children ?? [])].flatMap(block).filter(({ text }) => text);
      return { id: section.id, number: head.querySelector(".num")?.textContent.trim() ?? null, title: words(head, ".num, .permalink, .anchor"), blocks };
    }),
  };
}

/** A text of so many sections, the same for the same number: words of a small language, a reference in every third section. */
export function madeUp(count, inChapter = 50) {
  let seed = 7;
  const below = (limit) => { seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648; return Math.floor((seed / 2_147_483_648) * limit); };
  const syllables = ["ba", "tor", "mi", "len", "gra", "vo", "ser", "ti", "nal", "co", "mar", "de", "pul", "ri", "sta"];
  const vocabulary = Array.from({ length: 4_000 }, () => Array.from({ length: 2 + below(3) }, () => syllables[below(syllables.length)]).join(""));
  // Some words are said often, most seldom, as in any language.
  let last = "";
  const word = () => {
    const next = vocabulary[Math.floor(vocabulary.length * (below(1_000) / 1_000) ** 3)];
    if (next === last) return word();
    last = next;
    return next;
  };
  const sentence = () => { const words = Array.from({ length: 8 + below(10) }, word).join(" "); return `${words[0].toUpperCase()}${words.slice(1)}.`; };
  const sections = Array.from({ length: count }, (_, at) => {
    const chapter = Math.floor(at / inChapter) + 1;
    const blocks = [..."abc"].map((letter) => ({ letter, text: `${sentence()} ${sentence()}` }));
    if (at % 3 === 0) blocks[1].text += ` See [[section-${below(count) + 1}]].`;
    return { id: `section-${at + 1}`, number: `${chapter}.${(at % inChapter) + 1}`, title: `${word()} ${word()}`, blocks };
  });
  const chapters = Array.from({ length: Math.ceil(count / inChapter) }, (_, at) => ({
    file: `${String(at + 1).padStart(3, "0")}-chapter`,
    number: String(at + 1),
    title: `${word()} ${word()}`,
    sections: sections.slice(at * inChapter, (at + 1) * inChapter),
  }));
  return { title: "A made-up text", chapters, terms: [] };
}

const put = (folder, file, text) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const numbered = ({ number, title }) => (number ? `${number} ${title}` : title);

/** A library with the book `book`: every JSON text is a YAML text, but what is long is a block. */
export function asLibrary({ title, chapters, terms }, folder) {
  const yaml = (file, ...lines) => put(folder, `rules-en/book/${file}.yaml`, `${lines.join("\n")}\n`);
  const block = (text, indent) => `|\n${text.replace(/^(?=.)/gm, " ".repeat(indent))}`;
  const name = ({ number, title }) => `${number ? `number: ${JSON.stringify(number)}, ` : ""}title: ${JSON.stringify(title)}`;
  yaml("book", `title: {en: ${JSON.stringify(title)}}`, "languages: [en]", "provenance:", `  en: ${block("The text of a benchmark.", 4)}`);
  for (const chapter of chapters) {
    yaml(chapter.file, `chapter: {${name(chapter)}}`, "sections:", ...chapter.sections.flatMap((section) => [
      `  - id: ${section.id}`,
      ...name(section).split(/, (?=title: )/).map((line) => `    ${line}`),
      `    text: ${block(section.blocks.map(({ letter, text }) => (letter ? `^${letter} ${text}` : text)).join("\n\n") || "–", 6)}`,
    ]));
  }
  if (terms.length) {
    yaml("terms", "terms:", ...terms.flatMap(({ name, definition }, at) => [`  - id: term-${at + 1}`, `    name: ${JSON.stringify(name)}`, `    definition: ${block(definition, 6)}`]));
  }
}

/** The pages as Markdown, each with its name. */
function markdown({ title, chapters, terms }) {
  const places = new Map(chapters.flatMap((chapter) => chapter.sections.map((section) => [section.id, { chapter, section }])));
  const link = (from, id) => {
    const { chapter, section } = places.get(id);
    return `[${numbered(section)}](${chapter.file === from ? "" : `${chapter.file}.md`}#${id})`;
  };
  const said = (from, { letter, text }) => `${letter ? `**${letter}** ` : ""}${text.replace(/\[\[([\w-]+)\]\]/g, (_, id) => link(from, id))}`;
  const home = chapters.flatMap((chapter) => [`- [${numbered(chapter)}](${chapter.file}.md)`, ...chapter.sections.map(({ id }) => `    - ${link("", id)}`)]);
  return [
    { file: "index", name: title, text: `# ${title}\n\n${home.join("\n")}\n` },
    ...chapters.map((chapter) => ({
      file: chapter.file,
      name: numbered(chapter),
      text: [`# ${numbered(chapter)}`, ...chapter.sections.flatMap((section) => [`## ${numbered(section)} {#${section.id}}`, ...section.blocks.map((block) => said(chapter.file, block))])].join("\n\n") + "\n",
    })),
    ...(terms.length ? [{ file: "glossary", name: "Glossary", text: `# Glossary\n\n${terms.map(({ name, definition }) => `${name}\n:   ${definition}\n`).join("\n")}` }] : []),
  ];
}

/** A book of mdBook, as it comes. */
export function asMdBook(text, folder) {
  const pages = markdown(text);
  put(folder, "book.toml", `[book]\ntitle = ${JSON.stringify(text.title)}\nlanguage = "en"\n`);
  put(folder, "src/SUMMARY.md", `# Summary\n\n${pages.map(({ file, name }) => `- [${name}](${file}.md)`).join("\n")}\n`);
  for (const { file, text } of pages) put(folder, `src/${file}.md`, text);
}

/** A site of Hugo with the least layout that has contents on each page, to be searched by Pagefind. */
export function asHugo(text, folder) {
  const pages = markdown(text);
  put(folder, "hugo.toml", `title = ${JSON.stringify(text.title)}\nbaseURL = "http://localhost/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n`);
  put(folder, "layouts/partials/contents.html", "<ul>{{ range site.RegularPages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a></li>{{ end }}</ul>\n");
  const page = (main) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><link href="/pagefind/pagefind-ui.css" rel="stylesheet"><script src="/pagefind/pagefind-ui.js"></script></head><body><nav>{{ partialCached "contents.html" . }}</nav><main data-pagefind-body>${main}</main></body></html>\n`;
  put(folder, "layouts/_default/single.html", page("{{ .Content }}"));
  put(folder, "layouts/_default/list.html", page("{{ .Content }}"));
  for (const { file, name, text } of pages) put(folder, `content/${file === "index" ? "_index" : file}.md`, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${text}`);
}

/** A project of Zensical, as it comes, but without the fonts that it has from another server. */
export function asZensical(text, folder) {
  put(folder, "zensical.toml", `[project]\nsite_name = ${JSON.stringify(text.title)}\n\n[project.theme]\nfont = false\n`);
  for (const { file, text: page } of markdown(text)) put(folder, `docs/${file}.md`, page);
}
