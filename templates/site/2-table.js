// Tables: sorted and filtered where they hold data, cards where they are wider than the screen.
(function (site) {
  "use strict";

  if (site.isTwin) return;
  const { one, all, named, fill, made } = site;

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

  /** Where a table is wider than its place each row becomes a card: what stands above a column stands before its cell. */
  function cards(box) {
    const table = one("table", box);
    const heads = all("thead th", table);
    const rows = all("tbody tr", table);
    if (heads.length < 2 || !rows.length || all("[colspan], [rowspan]", table).length) return;
    box.classList.remove("cards");
    if (!site.narrow.matches || box.scrollWidth <= box.clientWidth + 1) return;
    for (const row of rows) {
      Array.from(row.cells).forEach((cell, column) => {
        const head = (heads[column]?.textContent ?? "").trim();
        if (head) cell.setAttribute("data-head", head);
        // What stands in a cell is one thing beside its head.
        if (cell.firstChild && !one(":scope > .held", cell)) cell.replaceChildren(made("div", { class: "held" }, ...cell.childNodes));
        // A table that is laid out as cards is a table to a screen reader only if it says so.
        cell.setAttribute("role", cell.localName === "th" ? "rowheader" : "cell");
      });
      row.setAttribute("role", "row");
    }
    table.setAttribute("role", "table");
    for (const group of all("thead, tbody", table)) group.setAttribute("role", "rowgroup");
    for (const head of heads) head.setAttribute("role", "columnheader");
    box.classList.add("cards");
  }

  /** Only a box that really scrolls is a stop for the Tab key. */
  function fit() {
    all(".table").forEach(cards);
    for (const box of all(".table, .text pre")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  all(".data").forEach(dataTable);
  fit();
  window.addEventListener("resize", fit);
  window.addEventListener("load", fit);
})((globalThis.rulestoneSite ??= {}));
