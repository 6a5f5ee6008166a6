// Copies a rule with its address where its # or its letter is clicked; the link still leads there, as it does without a script.
(function (site) {
  "use strict";

  const { one, all, named } = site;
  const main = one("#_main");
  const told = one(".told");
  const panel = one("#_found");
  if (!main || !told || !panel) return;
  const { base, cite } = main.dataset;
  const { book } = panel.dataset;
  const language = document.documentElement.lang;
  const LONGEST = 300;
  const LONGEST_STATEMENT = 1000;

  /** The words of an element as one line, without what is said about them. */
  function words(element) {
    const copy = element.cloneNode(true);
    for (const other of all(".letter, .permalink, .anchor, .mark, .notice, .changed", copy)) other.remove();
    for (const cell of all("td, th", copy)) cell.append(" ");
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  /** The beginning of a text, cut at a word where words have blanks between them. */
  function cut(text, longest = LONGEST) {
    if (text.length <= longest) return text;
    const kept = text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "");
    const end = kept.lastIndexOf(" ");
    return `${(end > longest / 2 ? kept.slice(0, end) : kept).replace(/[\s,;:、，]+$/, "")}…`;
  }

  /** Number and title of a section on this page. */
  function headed(section) {
    const heading = one(".heading", section).cloneNode(true);
    const number = one(".num", heading);
    for (const other of all(".num, .permalink, .anchor", heading)) other.remove();
    return { number: number?.textContent ?? null, title: words(heading) };
  }

  /** The page of a section that tells other programs what it says, where the site has an address; else where it stands now. */
  function address(of, section, letter, now) {
    if (base) return `${base}${of.language}/${of.book}/s/${section}.html${letter ? `#${letter}` : ""}`;
    const here = new URL(now, location.href);
    here.search = "";
    return here.href;
  }

  /** "Hellenes 5.5 d: the text … https://…" */
  function quote({ book, number, letter, title, text, address }) {
    const named = letter ? [number ?? title, letter] : [number, title];
    const head = [book, ...named].filter(Boolean).join(" ");
    return `${head}${text ? `: ${cut(text, letter ? LONGEST_STATEMENT : LONGEST)}` : ""} ${address}`;
  }

  let timer = 0;

  /** Puts a text on the clipboard and says so; where that is refused nothing is said, for nothing has happened. */
  async function copy(text) {
    try { await navigator.clipboard.writeText(text); } catch { return; }
    told.textContent = told.dataset.copied;
    clearTimeout(timer);
    timer = setTimeout(() => { told.textContent = ""; }, 2500);
  }

  main.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.permalink, .statement a.letter");
    if (!link || !book || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // The address of a file on one's own disk is of no use to others.
    if (location.protocol === "file:" && !base) return;
    const section = link.closest(".section");
    const id = named(link.hash);
    const letter = link.matches(".letter") ? id.slice(section.id.length + 1) : "";
    const text = letter ? link.closest(".statement") : one(".rules, .part-rules .side", section);
    const rule = { ...headed(section), book: cite, letter, text: text ? words(text) : "" };
    copy(quote({ ...rule, address: address({ language, book }, section.id, letter, link.href) }));
  });

  Object.assign(site, { words, cut, headed, address, quote, copy });
})((globalThis.rulestoneSite ??= {}));
