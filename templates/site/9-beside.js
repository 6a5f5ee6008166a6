// Any two languages side by side: each has pages beside the language of the book, and through that any two of them meet. The page
// of the second one is opened out of sight and hands its text over, which works from a folder, too. `?beside=ru` asks for it.
(function (site) {
  "use strict";

  const { one, all, made, named, fill } = site;
  const article = one(".pair article");
  const nav = article && one(".sheets ul", article);
  const asked = new URLSearchParams(location.search).get("beside");
  const chosen = nav && asked && all("a[data-twin]", nav).find((link) => link.hreflang === asked);
  if (site.isTwin || site.leaving || !chosen) return;
  const left = document.documentElement.lang;
  /** What it is called. */
  const language = one("[lang]", chosen).textContent;
  /** So long it may take until the text is there, and how long its message may be under way. */
  const PATIENCE = 15_000;
  const GRACE = 2_000;

  const cells = (row) => Array.from(row.children);
  /** Whether a cell has a text, not only words about one. */
  const speaks = (cell) => Array.from(cell.children).some((part) => !part.matches(".notice, .changed, .none"));

  /** What stands on the left of the other page, as it stands on the right of this one: its anchors are taken here. */
  function moved(element) {
    const copy = document.importNode(element, true);
    for (const part of [copy, ...all("[id], [aria-labelledby], a.letter", copy)]) {
      if (part.matches("a.letter")) { part.replaceWith(made("span", { class: "letter" }, ...part.childNodes)); continue; }
      if (part.id && part.closest(".note")) part.id += "__";
      else part.removeAttribute("id");
      if (part.hasAttribute("aria-labelledby")) part.setAttribute("aria-labelledby", `${part.getAttribute("aria-labelledby")}__`);
    }
    for (const link of all(".note .label > a:first-child", copy)) link.setAttribute("href", `${link.getAttribute("href")}__`);
    copy.lang = asked;
    return copy;
  }

  /** Puts a cell in the place of another one, whose anchors stay. */
  function put(cell, by) {
    const mine = moved(by);
    mine.prepend(...all("[id]", cell).filter(({ id }) => !id.endsWith("_")).map(({ id }) => made("span", { class: "anchor", id })));
    cell.replaceWith(mine);
  }

  /** A row of which only the right side says something. */
  function alone(by) {
    const words = speaks(by);
    const empty = made("div", { class: "text side" }, ...(words ? [made("p", { class: "none" }, "–")] : []));
    return made("div", { class: words ? "row" : "row told" }, empty, moved(by));
  }

  /** Rows with one text in both pages: what stands beside the same part of it stands in one row. */
  function join(box, own, others) {
    const left = others.map(cells);
    let last = null;
    for (const row of own) {
      const [, reference] = cells(row);
      if (speaks(reference)) {
        while (left.length && !speaks(left[0][1])) row.before(alone(left.shift()[0]));
        const [by] = left.shift() ?? [];
        if (by) put(reference, by);
      } else if (reference.dataset.language) {
        // Neither of them has what stands on the left alone.
        reference.lang = asked;
        reference.dataset.language = language;
      }
      last = row;
    }
    for (const [by] of left) {
      const row = alone(by);
      if (last) last.after(row);
      else box.append(row);
      last = row;
    }
  }

  /** A table has the names of both languages in one place: the second one gives way. */
  function rename(cell, by) {
    const first = by.cloneNode(true);
    const second = one(".also", cell);
    for (const other of all(".also, .original", first)) other.remove();
    const text = cell.cloneNode(true);
    for (const other of all(".also, .original", text)) other.remove();
    if (!second && text.textContent.trim() === first.textContent.trim()) return;
    const words = made("span", { class: "also", lang: asked }, one("a", first) ? " " : " / ", ...first.childNodes);
    if (second) second.replaceWith(words);
    else (one("button, .held", cell) ?? cell).append(words);
    if (text.textContent.trim() === words.textContent.replace(/^ \/ /, "").trim()) words.remove();
  }

  const rowsOf = (box) => (box ? all(":scope > .row:not(.labels)", box) : []);

  /** One section, of which `other` has the second language on its left. */
  function pair(section, other) {
    const title = one("p.heading", section);
    const by = one(".heading", other);
    if (title && by) {
      const way = one(".alone", title);
      const parts = Array.from(document.importNode(by, true).childNodes).filter((part) => !part.matches?.(".anchor, .permalink"));
      title.lang = asked;
      title.replaceChildren(...parts, ...(way ? [way] : []));
      if (way) {
        way.lang = way.hreflang = asked;
        way.textContent = language;
        way.setAttribute("href", way.getAttribute("href").replace(`/${reference}/`, `/${asked}/`));
      }
    }
    const said = [section, other].map((of) => one(":scope > .said", of));
    if (said[1]) join(said[0] ?? section.insertBefore(made("div", { class: "said" }), title.parentNode.nextSibling), rowsOf(said[0]), rowsOf(said[1]));
    const marks = [section, other].map((of) => one(":scope > .marks", of));
    if (marks[0]) marks[0].lastElementChild.replaceWith(...(marks[1] ? [moved(marks[1].firstElementChild)] : []));
    else if (marks[1]) one(":scope > .part", section)?.before(alone(marks[1].firstElementChild));
    const parts = [section, other].map((of) => all(":scope > .part", of));
    for (const part of parts[0]) {
      const same = parts[1].find((one) => one.id === part.id && one.className === part.className);
      if (!same) continue;
      join(part, rowsOf(part), rowsOf(same));
      const labels = [part, same].map((of) => one(":scope > .labels", of));
      if (labels[0] && labels[1]) {
        labels[0].lastElementChild.textContent = one("a", labels[1]).textContent;
        labels[0].lastElementChild.lang = asked;
      }
    }
    const tables = [section, other].map((of) => all(":scope > .data", of).map((table) => all("caption, th, td", table)));
    tables[0].forEach((names, at) => names.forEach((cell, place) => { if (tables[1][at]?.[place]) rename(cell, tables[1][at][place]); }));
    const boxes = [section, other].map((of) => all(".notes .row", of));
    boxes[0].forEach((row, at) => { if (boxes[1][at]) row.lastElementChild.replaceWith(moved(boxes[1][at].firstElementChild)); });
  }

  const current = all("a.beside", nav).find((link) => link.hreflang !== asked && !link.dataset.twin);
  const reference = current.hreflang;

  /** The switch and the names above the columns say which language stands there; links lead to pages that show it, too. */
  function name() {
    document.title = document.title.replace(`| ${one("[lang]", current).textContent} `, `| ${language} `);
    const here = location.pathname.split("/").pop();
    const own = current.getAttribute("href");
    const say = (link, sign, word, href) => {
      one(".sign", link).textContent = sign;
      link.setAttribute("aria-label", `${word}: ${one("[lang]", link).textContent}`);
      link.setAttribute("href", href);
    };
    say(chosen, "−", nav.dataset.leave, own);
    say(current, "+", nav.dataset.add, here);
    const head = one(".sides p:last-child a");
    head.lang = asked;
    head.textContent = language;
    head.setAttribute("href", head.getAttribute("href").replace(`/${reference}/`, `/${asked}/`));
    const mark = `/${left}-${reference}/`;
    const at = new URL(".", location.href).href;
    const folder = at.slice(0, at.lastIndexOf(mark)) + mark;
    for (const link of all("main a[href], .contents a[href]")) {
      if (link.href.startsWith(folder) && !link.getAttribute("href").startsWith("#") && link !== current) link.search = location.search;
    }
    for (const link of all(`.languages a[hreflang="${asked}"]`)) link.setAttribute("href", `${chosen.dataset.twin}?beside=${left}`);
  }

  /** The text of the page at `address`, as a document of its own in which nothing runs. */
  function read(address) {
    return new Promise((resolve, reject) => {
      const frame = made("iframe", { name: site.TWIN, src: address, hidden: "", tabindex: "-1", "aria-hidden": "true" });
      const end = (answer) => { clearTimeout(timer); window.removeEventListener("message", hear); frame.remove(); answer(); };
      const hear = (event) => {
        if (event.source !== frame.contentWindow || typeof event.data?.twin !== "string") return;
        end(() => resolve(new DOMParser().parseFromString(event.data.twin, "text/html")));
      };
      const fail = () => end(() => reject(new Error(address)));
      const timer = setTimeout(fail, PATIENCE);
      // A page that has a text hands it over before it is whole.
      frame.addEventListener("load", () => setTimeout(fail, GRACE));
      window.addEventListener("message", hear);
      document.body.append(frame);
    });
  }

  read(chosen.dataset.twin).then((twin) => {
    pair(one(".pair-head", article), one(".pair-head", twin));
    const others = new Map(all(".section[id]", twin).map((section) => [section.id, section]));
    for (const section of all(".section[id]", article)) {
      const other = others.get(section.id);
      if (other) pair(section, other);
    }
    name();
    window.dispatchEvent(new Event("resize"));
    // What stands above the place that the address names may have another height now.
    document.getElementById(named(location.hash))?.scrollIntoView();
  }).catch(() => {
    nav.append(made("li", {}, made("span", { role: "status" }, fill(nav.dataset.failed, { language }))));
  });
})((globalThis.rulestoneSite ??= {}));
