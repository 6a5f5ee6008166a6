// What the scripts of the pages share. Everything but the search works without them; each finds on its page what it is for.
(function (site) {
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

  /** The id that the address names behind #, or nothing: whoever made a link may have written no UTF-8 there (#%E0). */
  function named(hash) {
    try { return decodeURIComponent(hash.slice(1)); } catch { return ""; }
  }

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

  const made = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /** The section that is being read: the one the address names, unless the reader has scrolled on. */
  function sectionAtHand() {
    const passed = all(".section[id]").filter((section) => section.getBoundingClientRect().top < window.innerHeight / 3);
    return passed.length && window.scrollY > 0 ? passed[passed.length - 1].id : "";
  }

  /** Where the contents and the field are not at hand while one reads: phones. */
  const narrow = window.matchMedia("(max-width: 63.99rem)");

  Object.assign(site, { one, all, remember, recall, named, fill, made, sectionAtHand, narrow });
})((globalThis.rulestoneSite ??= {}));
