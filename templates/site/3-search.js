// The search in the head of each page, full-screen on a phone; the search page; what was found marked where it leads.
(function (site) {
  "use strict";

  const { one, all, named, fill, made, narrow } = site;
  const search = window.rulestoneSearch;
  const form = one(".find");
  const input = one(".find [type=search]");
  const panel = one("#_found");

  /** What the search says, from the attributes `data-say-…` of its panel. */
  function words(panel) {
    const names = panel.getAttributeNames().filter((name) => name.startsWith("data-say-"));
    return Object.fromEntries(names.map((name) => [name.slice("data-say-".length), panel.getAttribute(name)]));
  }

  /** The search page: all results of `?q=`, anew with every change of the field; first those of the book that `?book=` names. */
  function searchPage() {
    const say = search.sayings(words(panel));
    const told = one("#_tally");
    const list = one("#_hits");
    const { index: url } = panel.dataset;
    const asked = new URLSearchParams(location.search);
    /** The book that the address names, if there is such a one. */
    const bookIn = (index) => (Object.hasOwn(index.titles, asked.get("book") ?? "") ? asked.get("book") : null);
    const rows = (index, results, named) =>
      results.hits.map((hit) => made("li", {}, search.result(say, index, panel.dataset.root, hit, { named, partial: results.relaxation !== "any-word" })));
    /** Puts rows in the list: one that is there already stays the same element, so that a click or a focus on it is not lost. */
    const put = (rows) => {
      const there = new Map([...list.children].map((row) => [row.outerHTML, row]));
      const kept = rows.map((row) => there.get(row.outerHTML) ?? row);
      const staying = new Set(kept);
      for (const row of [...list.children]) if (!staying.has(row)) row.remove();
      let place = list.firstElementChild;
      for (const row of kept) {
        if (row === place) place = place.nextElementSibling;
        else list.insertBefore(row, place);
      }
    };
    const render = ({ index, found, renewed }) => {
      const several = Object.keys(index.titles).length > 1;
      const others = found.own?.total && found.others.total ? [made("li", { class: "others" }, fill(say.others, { count: found.others.total }))] : [];
      put([...(found.own ? rows(index, found.own, false) : []), ...others, ...rows(index, found.others, several)]);
      told.textContent = search.tally(say, found, index.titles[bookIn(index)], renewed);
    };
    const retry = made("button", { type: "button" }, say.retry);
    retry.addEventListener("click", () => show());
    let round = 0;
    /** Waits until the reader comes near the last hit; for a list that another has replaced, for ever. */
    const nearTheEnd = () => new Promise((come) => {
      const last = list.lastElementChild;
      if (!last) { come(); return; }
      const seen = new IntersectionObserver((found) => {
        if (!found.some((one) => one.isIntersecting)) return;
        seen.disconnect();
        come();
      }, { rootMargin: "400px" });
      seen.observe(last);
    });
    /** The first hits at once, for each may need a part of the index of its own; the others for who reads on. */
    const show = async () => {
      const query = input.value.trim();
      const mine = (round += 1);
      if (!query) { list.replaceChildren(); told.textContent = ""; settled(); return; }
      const lasting = setTimeout(() => { if (mine === round) told.textContent = say.loading; }, 300);
      try {
        for (const [most, unfolded] of [[12, false], [100, true]]) {
          const answer = await search.answer(url, (index) => search.ask(index, query, bookIn(index), most, unfolded), () => mine === round);
          if (mine !== round) return;
          render(answer);
          clearTimeout(lasting);
          if (unfolded) break;
          settled();
          await nearTheEnd();
        }
      } catch (error) {
        if (mine !== round) return;
        list.replaceChildren();
        told.textContent = search.mistake(say, error);
        if (!(error instanceof search.QueryError)) told.append(" ", retry);
      } finally {
        clearTimeout(lasting);
        if (mine === round) settled();
      }
    };
    /** What stands below the hits is shown once they have their places. */
    const settled = () => document.documentElement.classList.add("answered");
    input.value = asked.get("q") ?? "";
    let timer = 0;
    input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 80); });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const kept = new URLSearchParams(asked.has("book") ? { book: asked.get("book") } : {});
      kept.set("q", input.value);
      history.replaceState(null, "", `?${kept}`);
      show();
    });
    show();
    input.focus();
  }

  /** On a phone the field takes the whole screen: the way back, a cross and a result lead out of it. */
  function fullScreen() {
    const close = made("button", { type: "button", class: "close", "aria-label": panel.dataset.close });
    close.hidden = true;
    form.append(close);
    let open = false;
    const leave = () => {
      open = false;
      form.classList.remove("full");
      document.documentElement.classList.remove("searching");
      close.hidden = true;
      input.blur();
      panel.hidden = true;
    };
    input.addEventListener("focus", () => {
      if (open || !narrow.matches) return;
      open = true;
      form.classList.add("full");
      document.documentElement.classList.add("searching");
      close.hidden = false;
      history.pushState({ searching: true }, "");
    });
    window.addEventListener("popstate", () => { if (open) leave(); });
    close.addEventListener("click", () => history.back());
    input.addEventListener("keydown", (event) => {
      // The search itself has closed its list, or emptied its field, at the first Escape.
      if (event.key === "Escape" && open && !event.defaultPrevented) history.back();
    });
    panel.addEventListener("click", (event) => {
      const link = open && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      leave();
      // In the place of the step that the field has put into the history.
      if (!stay(link, (address) => history.replaceState(null, "", address))) location.replace(link.href);
    });
    return () => open;
  }

  /** Follows a link to this very page without loading it anew: what it leads to is marked. */
  function stay(link, go) {
    const to = new URL(link.href);
    if (to.pathname !== location.pathname || to.origin !== location.origin) return false;
    go(to.hash || location.pathname);
    window.dispatchEvent(new Event("hashchange"));
    const target = document.getElementById(named(to.hash));
    if (target) target.scrollIntoView();
    mark(to.searchParams.getAll("mark"));
    return true;
  }

  const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /** Marks words in the section that the address names, or takes the marks away again. */
  function mark(words) {
    for (const old of all("mark.found-here")) {
      const parent = old.parentNode;
      old.replaceWith(...old.childNodes);
      parent.normalize();
    }
    const target = document.getElementById(named(location.hash));
    const within = target && (target.closest(".section") ?? target);
    const sought = words.filter((word) => word && word.length <= 80).slice(0, 8);
    if (!within || !sought.length) return;
    // A word is no part of another one, but for a script that writes no blanks.
    const pattern = sought.sort((a, b) => b.length - a.length).map((word) =>
      IDEOGRAPHS.test(word) ? literal(word) : `(?<![\\p{L}\\p{N}])${literal(word)}(?![\\p{L}\\p{N}])`).join("|");
    const expression = new RegExp(pattern, "giu");
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(".letter, .permalink, .colophon, .more")) texts.push(walker.currentNode);
    for (const text of texts) {
      const parts = [];
      let at = 0;
      for (const match of text.data.matchAll(expression)) {
        parts.push(text.data.slice(at, match.index), made("mark", { class: "found-here" }, match[0]));
        at = match.index + match[0].length;
      }
      if (at) text.replaceWith(...parts, text.data.slice(at));
    }
  }

  /** What a search has led to is marked once: the address that one copies or comes back to says nothing of it. */
  function arrive() {
    const address = new URLSearchParams(location.search);
    const words = address.getAll("mark");
    if (!words.length) return;
    mark(words);
    address.delete("mark");
    const rest = String(address);
    try { history.replaceState(null, "", `${location.pathname}${rest && `?${rest}`}${location.hash}`); } catch { /* The address keeps the words. */ }
  }

  if (input && search && one("#_hits")) searchPage();
  else if (input && search) {
    const { index, root, book } = panel.dataset;
    const isFull = fullScreen();
    search.attach(input, panel, words(panel), { indexUrl: index, siteRoot: root, book: book ?? null, stays: isFull });
    panel.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // A result on the page at hand loads nothing that would close the list.
      if (stay(link, (address) => history.pushState(null, "", address))) event.preventDefault();
      input.blur();
    });
  }
  if (!site.leaving) arrive();
  window.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.defaultPrevented) mark([]); });
})((globalThis.rulestoneSite ??= {}));
