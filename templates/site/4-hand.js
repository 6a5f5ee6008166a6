// What lies at hand: the bar at the bottom of a phone, the way back over the last places, keys.
(function (site) {
  "use strict";

  if (site.isTwin) return;
  const { one, all, remember, recall, named, made, sectionAtHand, narrow } = site;
  const PLACES = "rulestone-places";
  const MOST_PLACES = 5;

  /** The places read last in this tab, the newest first: [{href, text}]. */
  function places() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(PLACES) ?? "[]");
      return Array.isArray(kept) ? kept.filter((place) => typeof place?.href === "string" && typeof place?.text === "string") : [];
    } catch { return []; }
  }

  /** The section being read, as a place to come back to; nothing where no section is. */
  function here() {
    const id = sectionAtHand() || named(location.hash).split(".")[0];
    const heading = id && one(".heading", document.getElementById(id) ?? document.createElement("div"));
    if (!heading) return null;
    const parts = Array.from(heading.childNodes).filter((part) => !part.classList?.contains("permalink"));
    const text = parts.map((part) => part.textContent.trim()).filter(Boolean).join(" ");
    // Of what stands behind ? only the language beside the text is part of the place.
    const beside = new URLSearchParams(location.search).get("beside");
    const asked = beside ? `?beside=${encodeURIComponent(beside)}` : "";
    return text ? { href: `${location.pathname}${asked}#${id}`, text } : null;
  }

  function keepPlace() {
    const place = here();
    if (!place) return;
    const others = places().filter(({ href }) => href !== place.href);
    try { sessionStorage.setItem(PLACES, JSON.stringify([place, ...others].slice(0, MOST_PLACES + 1))); } catch { /* not kept */ }
  }

  /** The bar: contents over the page, the last five places. */
  function bar(nav) {
    const contents = one(".contents");
    const opener = one("[data-opens=contents]", nav);
    const shut = () => { document.documentElement.classList.remove("browsing"); if (contents && narrow.matches) contents.open = false; };
    if (contents && opener) {
      opener.addEventListener("click", (event) => {
        event.preventDefault();
        if (document.documentElement.classList.contains("browsing")) { shut(); return; }
        trail.open = false;
        contents.open = true;
        document.documentElement.classList.add("browsing");
        one("[aria-current]", contents)?.scrollIntoView({ block: "center" });
      });
      contents.addEventListener("click", (event) => { if (event.target.closest("a")) shut(); });
    }
    one("[data-opens=search]", nav)?.addEventListener("click", (event) => {
      const field = one(".find [type=search]");
      if (!field) return;
      event.preventDefault();
      shut();
      field.focus();
    });
    const trail = one(".trail", nav);
    trail.addEventListener("toggle", () => {
      if (!trail.open) return;
      shut();
      const now = here();
      const kept = places().filter(({ href }) => href !== now?.href).slice(0, MOST_PLACES);
      // Only places of this site: what is kept was written by this page, but any page of a shared host may write there.
      const links = kept.filter(({ href }) => href.startsWith("/") && new URL(href, location.href).host === location.host);
      one("ol", trail).replaceChildren(...links.map(({ href, text }) => made("li", {}, made("a", { href }, text))));
      one(".none", trail).hidden = links.length > 0;
    });
    trail.addEventListener("click", (event) => { if (event.target.closest("a")) { keepPlace(); trail.open = false; } });
    window.addEventListener("keydown", (event) => { if (event.key === "Escape") { shut(); trail.open = false; } });
    trail.hidden = false;
  }

  const keysAreOff = () => window.rulestoneSearch?.shortcutsAreOff() ?? recall("rulestone-keys") === "off";

  /** Single keys: ← and → turn to the chapter before and behind, ? says which keys there are. */
  function keys() {
    const help = one("#_help");
    window.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keysAreOff()) return;
      if (window.rulestoneSearch?.isTypingIn(event.target)) return;
      // A box that scrolls sideways has the arrows for itself.
      const turn = { ArrowLeft: ".turn-previous", ArrowRight: ".turn-next" }[event.key];
      const link = turn && !event.target.closest?.("[tabindex='0'], dialog") && one(turn);
      if (link) { event.preventDefault(); link.click(); }
      else if (event.key === "?" && help?.showModal && !help.open) { event.preventDefault(); help.showModal(); }
    });
  }

  /** Whether the / key may jump to the search: single keys hurt those who speak to their computer. */
  function keySwitch(box) {
    box.checked = recall("rulestone-keys") !== "off";
    box.addEventListener("change", () => remember("rulestone-keys", box.checked ? null : "off"));
    box.closest("[hidden]").hidden = false;
  }

  all(".bar").forEach(bar);
  window.addEventListener("pagehide", keepPlace);
  // A link within the page leaves a place, too.
  document.addEventListener("click", (event) => { if (event.target.closest?.("main a[href^='#']")) keepPlace(); }, { capture: true });
  keys();
  site.keysAreOff = keysAreOff;
  all("#_keys").forEach(keySwitch);
})((globalThis.rulestoneSite ??= {}));
