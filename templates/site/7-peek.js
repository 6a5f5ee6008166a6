// Shows what a reference, a term or a mark says on a card beside it: under the mouse, with the key P, and where a finger taps.
(function (site) {
  "use strict";

  const { one, all, made, named, narrow, words, cut, headed, address, quote, copy } = site;
  const main = one("#_main");
  const panel = one("#_found");
  const say = one(".told")?.dataset;
  if (!main || !panel || !say || !quote) return;
  const language = document.documentElement.lang;
  const root = new URL(`${panel.dataset.root}./`, location.href).href;
  const LINKS = "a.ref[href], a.term[href], a.doubt[href]";
  /** How long the mouse rests before a card comes, and how long it may take on its way to the card. */
  const REST = 350;
  const GRACE = 250;
  /** A section is shown by its first statements. */
  const MOST_PARTS = 4;
  const LONGEST_PART = 500;

  /** What links of this page lead to: {language, book, section, letter, card, href}; nothing for pages that hold no rule. */
  function target(link) {
    const url = new URL(link.href);
    const id = named(url.hash);
    if (!id || !url.href.startsWith(root)) return null;
    const [folder, book, page] = url.href.slice(root.length).split(/[?#]/)[0].split("/");
    if (!page) return null;
    // Of a page in two languages the one is read that the link stands in, or the first one.
    const side = link.closest(".side[lang]")?.lang;
    const of = side || (folder === language || folder.startsWith(`${language}-`) ? language : folder);
    const [section, letter = ""] = id.split(".");
    const here = url.pathname === location.pathname;
    const card = link.matches(".term") ? "terms" : link.matches(".doubt") ? "marks" : null;
    return { language: of, book, id, section, letter: card ? "" : letter, here, card, href: link.href };
  }

  /** The cards of terms and marks in a language. */
  const cards = (of) => window.rulestoneSearch.once(`${root}assets/cards-${of}.js`);

  /** The parts of a text that stands on this page: {letter, text}. */
  function partsOf(rules) {
    const part = (element) => {
      const letter = element.matches(".statement") ? one(".letter", element)?.textContent.trim() ?? "" : "";
      return { letter, text: words(element) };
    };
    return Array.from(rules.children).flatMap((element) => (element.matches(".statements") ? Array.from(element.children, part) : [part(element)]));
  }

  /** What stands on this page: as it is shown on a card, or nothing. */
  function onPage(to) {
    const section = document.getElementById(to.section);
    if (!section?.matches(".section")) return null;
    const rule = { ...headed(section), book: null };
    if (to.letter) {
      const statement = document.getElementById(to.id);
      return statement ? { ...rule, parts: [{ letter: to.letter, text: words(statement) }] } : null;
    }
    const rules = one(".rules", section);
    // A page of two languages has no text by itself, and another sheet may have none.
    return rules || !one(".part", section) ? { ...rule, parts: rules ? partsOf(rules) : [] } : null;
  }

  /** What the search index of a language has of it, or nothing. */
  async function inIndex(to, of) {
    const search = window.rulestoneSearch;
    const url = of === language ? panel.dataset.index : `${root}assets/search-${of}.js`;
    const { index, found: entry } = await search.answer(url, (index) => search.section(index, to.book, to.section));
    if (!entry) return null;
    const starts = entry.statements.length ? entry.statements : [[0, ""]];
    const all = starts.map(([from, mark], at) => ({ letter: mark.slice(1), text: entry.body.slice(at ? from : 0, starts[at + 1]?.[0]).replace(/\s+/g, " ").trim() }));
    const parts = all.filter(({ letter, text }) => text && (!to.letter || letter === to.letter));
    return { number: entry.number, title: entry.title, book: index.titles[to.book] ?? to.book, parts };
  }

  /** What a link leads to, in a language: {number, title, book, parts}, or nothing. */
  async function read(to, of) {
    if (to.card) {
      const told = (await cards(of)).books[to.book]?.[to.card][to.id];
      return told ? { number: told.number ?? null, title: told.name, book: null, parts: [{ letter: "", text: told.text, lang: told.lang }] } : null;
    }
    const rule = (of === language && to.here && onPage(to)) || (await inIndex(to, of));
    return rule && { ...rule, book: to.book === panel.dataset.book ? null : rule.book };
  }

  /** The open card: {element, link, to, byMouse}. */
  let open = null;
  let timer = 0;

  function close() {
    clearTimeout(timer);
    if (!open) return;
    const { element, link } = open;
    open = null;
    link.removeAttribute("aria-expanded");
    const had = element.contains(document.activeElement);
    element.remove();
    if (had) link.focus({ preventScroll: true });
  }

  /** Beside its link, whole within the window; on a phone the style puts it at the bottom. */
  function place() {
    if (!open) return;
    const { element, link } = open;
    const isLow = narrow.matches;
    element.classList.toggle("low", isLow);
    if (isLow) { element.style.left = element.style.top = ""; return; }
    const [line] = link.getClientRects();
    if (!line) return;
    const { width, height } = element.getBoundingClientRect();
    const gap = 6;
    const right = document.documentElement.clientWidth - gap;
    const below = line.bottom + gap;
    const top = below + height <= window.innerHeight - gap ? below : Math.max(gap, line.top - gap - height);
    element.style.left = `${Math.max(gap, Math.min(line.left, right - width))}px`;
    element.style.top = `${top}px`;
  }

  /** Number, title and text as elements. */
  function shown(rule, to, of, id) {
    const lang = of === language ? {} : { lang: of };
    const letter = to.letter ? ` ${to.letter}` : "";
    const parts = [
      rule.book && made("cite", {}, rule.book),
      rule.number && made("span", { class: "num" }, rule.number + letter),
      made("span", { class: "name" }, rule.number ? rule.title : rule.title + letter),
    ].filter(Boolean);
    const head = made("p", { class: "peek-head", ...(id ? { id } : {}), ...lang }, ...parts.flatMap((part, at) => (at ? [" ", part] : [part])));
    const texts = rule.parts.slice(0, MOST_PARTS).map((part) =>
      made("p", part.lang ? { lang: part.lang } : {}, ...(part.letter && !to.letter ? [made("span", { class: "letter" }, `${part.letter} `)] : []), cut(part.text, LONGEST_PART)));
    if (rule.parts.length > MOST_PARTS) texts.push(made("p", {}, "…"));
    return [head, made("div", { class: "peek-text", ...lang }, ...texts)];
  }

  /** The way to a rule that others can follow. */
  function wayTo(to) {
    return to.card ? to.href : address(to, to.section, to.letter, to.href);
  }

  function copyOf(rule, to) {
    const book = rule.book ?? main.dataset.cite;
    const text = rule.parts.map(({ text }) => text).join(" ");
    return quote({ ...rule, book, letter: to.letter, text, address: wayTo(to) });
  }

  /** Shows the card of a link; who came by a key or a finger is led into it. */
  async function show(link, to, byMouse) {
    close();
    const element = made("div", { class: "peek", role: "dialog", tabindex: "-1", "aria-labelledby": "_peek" });
    const mine = { element, link, to, byMouse };
    open = mine;
    const way = made("a", { class: "peek-open", href: link.getAttribute("href") }, say.open);
    const quit = made("button", { type: "button", class: "peek-close", "aria-label": say.close });
    quit.addEventListener("click", close);
    way.addEventListener("click", () => { if (open === mine) setTimeout(close); });
    const acts = made("p", { class: "peek-acts" }, way);
    const told = made("div", { class: "peek-told" }, made("p", { class: "peek-head", id: "_peek" }, link.textContent));
    element.append(told, acts, quit);
    main.append(element);
    link.setAttribute("aria-expanded", "true");
    place();
    if (!byMouse) element.focus({ preventScroll: true });
    let rule = null;
    try { rule = await read(to, to.language); } catch { /* What is not there to be loaded: the link still leads on. */ }
    if (open !== mine) return;
    if (!rule) {
      // Under the mouse a card with nothing on it is only in the way.
      if (byMouse) close();
      else told.append(made("p", {}, say.failed));
      return;
    }
    told.replaceChildren(...shown(rule, to, to.language, "_peek"));
    for (const other of all(".languages a[hreflang]")) acts.append(twin(other.hreflang, other.textContent, to, told));
    const copies = made("button", { type: "button" }, say.copy);
    copies.addEventListener("click", () => copy(copyOf(rule, to)));
    if (navigator.clipboard) acts.append(copies);
    place();
  }

  /** The button that shows the same in another language below, and takes it away again. */
  function twin(of, name, to, told) {
    const button = made("button", { type: "button", lang: of, "aria-pressed": "false" }, name);
    let box = null;
    button.addEventListener("click", async () => {
      if (box) { box.remove(); box = null; button.setAttribute("aria-pressed", "false"); place(); return; }
      const mine = (box = made("div", { class: "peek-twin" }));
      button.setAttribute("aria-pressed", "true");
      let rule = null;
      try { rule = await read(to, of); } catch { /* said below */ }
      if (box !== mine) return;
      mine.append(...(rule ? shown(rule, to, of) : [made("p", {}, say.missing)]));
      told.append(mine);
      place();
      if (told.scrollHeight > told.clientHeight) mine.scrollIntoView({ block: "nearest" });
    });
    return button;
  }

  const linkAt = (event) => event.target.closest?.(LINKS);
  const isModified = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

  main.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    if (open?.element.contains(event.target)) { clearTimeout(timer); return; }
    const link = linkAt(event);
    if (!link || open?.link === link) { if (link) clearTimeout(timer); return; }
    const to = target(link);
    clearTimeout(timer);
    if (to) timer = setTimeout(() => show(link, to, true), REST);
  });
  main.addEventListener("pointerout", (event) => {
    if (event.pointerType !== "mouse") return;
    const left = linkAt(event) ?? (open?.element.contains(event.target) ? open.element : null);
    if (!left || left.contains(event.relatedTarget)) return;
    clearTimeout(timer);
    if (open?.byMouse && !open.element.contains(document.activeElement)) timer = setTimeout(close, GRACE);
  });

  /** What the last press was made with: not every browser says so of a click. */
  let pressed = "mouse";
  document.addEventListener("pointerdown", (event) => {
    pressed = event.pointerType;
    clearTimeout(timer);
    if (open && !open.element.contains(event.target) && linkAt(event) !== open.link) close();
  }, { capture: true });
  main.addEventListener("click", (event) => {
    const link = linkAt(event);
    if (!link || event.button || isModified(event)) return;
    const byFinger = pressed !== "mouse" && event.detail > 0;
    // A mark is there to be opened; a reference or a term leads on, and a finger, which cannot rest on it, has its card first.
    const opens = byFinger || link.matches(".doubt");
    if (!opens || (open?.link === link && !open.byMouse)) { close(); return; }
    const to = target(link);
    if (!to) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    show(link, to, false);
  }, { capture: true });

  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
      return;
    }
    if (event.key.toLowerCase() !== "p" || event.defaultPrevented || event.isComposing || isModified(event) || site.keysAreOff()) return;
    const link = document.activeElement?.closest?.(LINKS);
    const to = link && main.contains(link) && target(link);
    if (to) { event.preventDefault(); show(link, to, false); }
  }, { capture: true });
  // Who goes on with the Tab key behind the card has done with it.
  main.addEventListener("focusout", (event) => {
    if (open?.element.contains(event.target) && event.relatedTarget && !open.element.contains(event.relatedTarget) && event.relatedTarget !== open.link) close();
  });
  let waiting = false;
  const moved = () => { if (open && !waiting) { waiting = true; requestAnimationFrame(() => { waiting = false; place(); }); } };
  window.addEventListener("scroll", moved, { passive: true });
  window.addEventListener("resize", moved);
  window.addEventListener("pagehide", close);
})((globalThis.rulestoneSite ??= {}));
