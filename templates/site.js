// What makes the pages more pleasant. Everything but the search works without it.
(function () {
  "use strict";

  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));

  // Storage is refused by some browsers for pages opened from a folder; then a choice lasts as long as the page.
  function remember(key, value) {
    try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* not kept */ }
  }
  function recall(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  }

  /** The switch of colours: as the device, light, dark. */
  function colours(button) {
    const root = document.documentElement;
    const themes = ["system", "light", "dark"];
    const current = () => root.getAttribute("data-theme") ?? "system";
    const tell = () => {
      const text = `${button.dataset.label}: ${button.dataset[current()]}`;
      button.setAttribute("aria-label", text);
      button.title = text;
    };
    button.addEventListener("click", () => {
      const next = themes[(themes.indexOf(current()) + 1) % themes.length];
      if (next === "system") root.removeAttribute("data-theme");
      else root.setAttribute("data-theme", next);
      remember("rulestone-theme", next === "system" ? null : next);
      tell();
    });
    tell();
    button.hidden = false;
  }

  /** What the search says, from the attributes `data-say-…` of its panel. */
  function words(panel) {
    const names = panel.getAttributeNames().filter((name) => name.startsWith("data-say-"));
    return Object.fromEntries(names.map((name) => [name.slice("data-say-".length), panel.getAttribute(name)]));
  }

  /** The id that the address names behind #, or nothing: whoever made a link may have written no UTF-8 there (#%E0). */
  function named(hash) {
    try { return decodeURIComponent(hash.slice(1)); } catch { return ""; }
  }

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

  /** A text with its marked parts in <mark>. */
  function marked(element, { text, marks }) {
    let at = 0;
    for (const [start, end] of marks) {
      const mark = document.createElement("mark");
      mark.textContent = text.slice(start, end);
      element.append(text.slice(at, start), mark);
      at = end;
    }
    element.append(text.slice(at));
    return element;
  }

  function span(name, text) {
    const made = document.createElement("span");
    made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /** The search page: all results of `?q=`, anew with every change of the field. */
  function searchPage(input, panel) {
    const say = words(panel);
    const tally = one("#_tally");
    const list = one("#_hits");
    const index = window.rulestoneIndex && window.rulestoneSearch.prepare(window.rulestoneIndex);
    const item = (hit) => {
      const link = document.createElement("a");
      link.href = panel.dataset.root + hit.url;
      if (hit.number !== null) link.append(span("num", hit.number), " ");
      link.append(marked(span("name"), hit.title));
      const made = document.createElement("li");
      made.append(link);
      if (hit.via !== null) made.append(" ", span("badge", fill(say.via, { term: hit.via })));
      const excerpt = document.createElement("p");
      made.append(marked(excerpt, hit.excerpt));
      return made;
    };
    const show = () => {
      const query = input.value.trim();
      list.replaceChildren();
      if (!query || !index) { tally.textContent = query ? say.failed : ""; return; }
      try {
        const results = window.rulestoneSearch.search(index, query, { limit: 100, typing: true });
        list.append(...results.hits.map(item));
        const notes = [results.total ? fill(say.results, { count: results.total }) : say.none];
        notes.push(...results.corrected.map(([from, to]) => fill(say.corrected, { from, to })));
        if (results.relaxation !== "none") notes.push(say.loosened);
        if (results.leftOut.length) notes.push(fill(say["left-out"], { words: results.leftOut.join(" ") }));
        tally.textContent = notes.join(" · ");
      } catch (error) {
        tally.textContent = say[error.code] ? fill(say[error.code], error) : say.failed;
      }
    };
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    let timer = 0;
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 80); });
    input.form.addEventListener("submit", (event) => {
      event.preventDefault();
      history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
      show();
    });
    show();
    input.focus();
  }

  /** Whether the / key may jump to the search: single keys hurt those who speak to their computer. */
  function keySwitch(box) {
    box.checked = recall("rulestone-keys") !== "off";
    box.addEventListener("change", () => remember("rulestone-keys", box.checked ? null : "off"));
    box.closest("[hidden]").hidden = false;
  }

  /** The section that is being read: the one the address names, unless the reader has scrolled on. */
  function sectionAtHand() {
    const passed = all(".section[id]").filter((section) => section.getBoundingClientRect().top < window.innerHeight / 3);
    return passed.length && window.scrollY > 0 ? passed[passed.length - 1].id : "";
  }

  /** The contents show which section is being read. */
  function follow(side) {
    const links = new Map(all("a[href^='#']", side).map((link) => [named(link.hash), link]));
    if (!links.size) return;
    let waiting = false;
    const show = () => {
      waiting = false;
      const id = sectionAtHand();
      for (const [name, link] of links) {
        if (name === id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    };
    window.addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(show); } }, { passive: true });
  }

  /** Another language or sheet shows the same section; who went up for a link at the top comes from the one in the address. */
  function keepSection(link) {
    link.addEventListener("click", () => {
      const id = named(location.hash);
      const target = id && document.getElementById(id);
      const visible = target && target.getBoundingClientRect().bottom > 0 && target.getBoundingClientRect().top < window.innerHeight;
      const above = target && link.closest(".sheets") ? id : "";
      const section = visible ? id : above || sectionAtHand();
      link.hash = section ? `#${section}` : "";
    });
  }

  /** A note inside a folded block can be linked to. */
  function unfold() {
    const target = document.getElementById(named(location.hash));
    const folded = target && target.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }

  /** What was said on this page once is said on another sheet now: old addresses lead there. */
  function elsewhere() {
    const target = document.getElementById(named(location.hash));
    const link = target && target.closest(".more a");
    if (!link) return false;
    location.replace(`${link.href.split("#")[0]}${location.hash}`);
    return true;
  }

  /** Who reads with notes comes to the notes of every chapter. */
  function keepSheet(choices) {
    const current = choices.find((link) => link.getAttribute("aria-current")) ?? null;
    for (const link of choices) {
      if (!link.dataset.sheet) continue;
      keepSection(link);
      link.addEventListener("click", () => remember("rulestone-sheet", link.dataset.sheet === "notes" ? "notes" : null));
    }
    const notes = choices.find((link) => link.dataset.sheet === "notes");
    if (current && current.dataset.sheet === "rules" && notes && recall("rulestone-sheet") === "notes") {
      location.replace(`${notes.href.split("#")[0]}${location.hash}`);
    }
  }

  /** Paper has no folds. */
  function unfoldForPrint() {
    let opened = [];
    window.addEventListener("beforeprint", () => {
      opened = all("details:not([open])");
      for (const details of opened) details.open = true;
    });
    window.addEventListener("afterprint", () => { for (const details of opened) details.open = false; });
  }

  /** Only a box that really scrolls is a stop for the Tab key. */
  function stops() {
    for (const box of all(".table, .text pre")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  /** What a filter compares: no case, no accents, one width, one kana. */
  function plain(text) {
    const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    return folded.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
  }

  /** A data table can be sorted by each column and, if it is long, filtered. */
  function dataTable(box) {
    const body = one("tbody", box);
    const rows = all("tr", body);
    sortable(all("thead th", box), body, rows);
    const bar = one(".filter", box);
    const field = one("input", bar);
    const status = one("[role=status]", bar);
    const texts = rows.map((row) => plain(Array.from(row.cells, (cell) => cell.textContent).join(" ")));
    const filter = () => {
      const words = plain(field.value).split(/\s+/).filter(Boolean);
      rows.forEach((row, at) => { row.hidden = !words.every((word) => texts[at].includes(word)); });
      status.textContent = fill(status.dataset.say, { shown: rows.filter((row) => !row.hidden).length, count: rows.length });
    };
    // Who follows a link to a row has to see it.
    const seek = () => {
      const target = document.getElementById(named(location.hash));
      if (!target || !target.hidden || target.parentNode !== body) return;
      field.value = "";
      filter();
      target.scrollIntoView();
    };
    field.addEventListener("input", filter);
    window.addEventListener("hashchange", seek);
    // Going back, browsers fill in what was typed.
    filter();
    bar.hidden = rows.length <= 10;
  }

  /** Headers become buttons: ascending, descending, as the table was. */
  function sortable(heads, body, rows) {
    const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
    const number = (text) => Number(text.replace("−", "-"));
    const sort = (column, descending) => {
      const keyed = rows.map((row) => ({ row, text: row.cells[column].textContent.trim() }));
      const numbers = keyed.every(({ text }) => !Number.isNaN(number(text)));
      const order = numbers ? (a, b) => number(a.text) - number(b.text) : (a, b) => collator.compare(a.text, b.text);
      // What is empty stands last, whichever way.
      keyed.sort((a, b) => (a.text === "") - (b.text === "") || (descending ? order(b, a) : order(a, b)));
      body.append(...keyed.map(({ row }) => row));
    };
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        for (const other of heads) other.removeAttribute("aria-sort");
        if (before === "descending") { body.append(...rows); return; }
        const order = before ? "descending" : "ascending";
        head.setAttribute("aria-sort", order);
        sort(column, order === "descending");
      });
    });
  }

  const input = one(".find input");
  const panel = one("#_found");
  all(".theme").forEach(colours);
  if (one("#_hits")) searchPage(input, panel);
  else if (input && window.rulestoneSearch) {
    window.rulestoneSearch.attach(input, panel, words(panel), panel.dataset.index, panel.dataset.root);
    // A result on the page at hand loads nothing that would close the list.
    panel.addEventListener("click", (event) => { if (event.target.closest("a")) input.blur(); });
  }
  all("#_keys").forEach(keySwitch);
  all(".languages a, .sheets .beside").forEach(keepSection);
  keepSheet(all(".sheets [data-sheet]"));
  all(".data").forEach(dataTable);
  unfoldForPrint();
  const moved = () => { if (!elsewhere()) unfold(); };
  moved();
  window.addEventListener("hashchange", moved);
  stops();
  window.addEventListener("resize", stops);
  const wide = window.matchMedia("(min-width: 64rem)");
  const side = one(".contents");
  // Browsers that cannot show a closed block by style alone need it open.
  if (side && !CSS.supports("selector(::details-content)")) {
    const follow = () => { side.open = wide.matches; };
    wide.addEventListener("change", follow);
    follow();
  }
  if (side) follow(side);
  const here = side && one("[aria-current=page]", side);
  if (here && wide.matches) side.scrollTop = here.offsetTop - side.clientHeight / 3;
})();
