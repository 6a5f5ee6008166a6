// Pages from a server: the book being read is kept for tables without a network, and the site can be put on the home screen.
(function (site) {
  "use strict";

  if (site.isTwin) return;
  const { one, made } = site;
  const panel = one("#_found");
  if (!panel || !/^https?:$/.test(location.protocol)) return;
  const { root, book, manifest } = panel.dataset;
  document.head.append(made("link", { rel: "manifest", href: manifest }));
  const told = one(".offline");
  if (!book || !told || !navigator.serviceWorker) return;

  const tell = (state) => {
    told.textContent = told.dataset[state] ?? "";
    told.hidden = told.textContent === "";
  };
  const list = `${document.documentElement.lang}/${book}/offline.json`;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => { if (data?.list === list) tell(data.state); });
  // Reading comes first.
  window.addEventListener("load", async () => {
    try {
      await serviceWorker.register(`${root}worker.js`, { updateViaCache: "none" });
      (await serviceWorker.ready).active.postMessage({ keep: list });
    } catch { /* A server that is not trusted with workers: nothing is kept, and nothing is said. */ }
  });
})((globalThis.rulestoneSite ??= {}));
