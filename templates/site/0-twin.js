// A page that another one has opened out of sight, to take a language from it, hands over its text and does nothing else.
(function (site) {
  "use strict";

  site.TWIN = "rulestone-twin";
  if (window.parent === window || window.name !== site.TWIN) return;
  site.isTwin = true;
  const text = document.querySelector("article");
  // Pages of a server speak to their own alone; those of a folder have no name to call each other by.
  if (text) window.parent.postMessage({ twin: text.outerHTML }, /^https?:$/.test(location.protocol) ? location.origin : "*");
})((globalThis.rulestoneSite ??= {}));
