// Odds of several cases: a choice for each thing in which they differ. Without it all of them stand there.
(function (site) {
  "use strict";

  const { all, made } = site;

  function choices(table) {
    const cells = all(":scope > tbody", table).map((body) => ({ body, at: body.dataset.at.split(" ") }));
    const names = all(".axis > span", cells[0].body).map((name) => name.textContent);
    const selects = names.map((name, axis) => {
      const values = new Map();
      for (const { body, at } of cells) {
        if (!values.has(at[axis])) values.set(at[axis], all(".axis > strong", body)[axis].textContent);
      }
      const select = made("select", {}, ...Array.from(values, ([at, text]) => made("option", { value: at }, text)));
      select.append(made("option", { value: "" }, table.dataset.all));
      return select;
    });
    const show = () => {
      for (const { body, at } of cells) {
        body.hidden = !selects.every((select, axis) => !select.value || select.value === at[axis]);
      }
      // What is chosen stands above already.
      const only = selects.every((select) => select.value);
      for (const { body } of cells) body.rows[0].hidden = only;
    };
    const labels = names.map((name, axis) => made("label", {}, `${name}:`, selects[axis]));
    table.closest(".table").before(made("p", { class: "axes" }, ...labels));
    for (const select of selects) select.addEventListener("change", show);
    // Going back, browsers choose again what was chosen.
    window.addEventListener("pageshow", show);
    show();
  }

  all("table.grid").forEach(choices);
})((globalThis.rulestoneSite ??= {}));
