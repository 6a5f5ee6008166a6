// The page itself: its colours, its sheet, the section that the address names, the contents beside it.
(function (site) {
  "use strict";

  if (site.isTwin) return;
  const { one, all, remember, recall, named, sectionAtHand } = site;

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

  /** Another sheet shows what the address names. */
  function leaveFor(link) {
    site.leaving = true;
    location.replace(`${link.href.split(/[?#]/)[0]}${location.search}${location.hash}`);
  }

  /** What was said on this page once is said on another sheet now: old addresses lead there. */
  function elsewhere() {
    const target = document.getElementById(named(location.hash));
    const link = target && target.closest(".more a");
    if (!link) return false;
    leaveFor(link);
    return true;
  }

  /** What was called otherwise, or stood here, has its address still; this finds what stood below it: its statements, notes, examples. */
  function successor() {
    const id = named(location.hash);
    const end = id.indexOf(".");
    const exact = id && document.getElementById(id);
    if (exact && exact.matches(".moved a")) {
      site.leaving = true;
      location.replace(exact.href);
      return true;
    }
    const mark = id && document.getElementById(end < 0 ? id : id.slice(0, end));
    if (!mark) return false;
    const below = end < 0 ? "" : location.hash.slice(location.hash.indexOf("."));
    if (mark.matches(".moved a")) {
      site.leaving = true;
      location.replace(mark.href + below);
      return true;
    }
    const section = mark.matches(".heading > .anchor") && mark.closest(".section[id]");
    if (!section || end < 0 || site.leaving || document.getElementById(id)) return false;
    const now = section.id + id.slice(end);
    location.replace(`#${document.getElementById(now) ? now : section.id}`);
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
      leaveFor(notes);
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

  all(".theme").forEach(colours);
  for (const button of all("button.print")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
  all(".languages a, .sheets .beside").forEach(keepSection);
  keepSheet(all(".sheets [data-sheet]"));
  unfoldForPrint();
  const moved = () => { if (!successor() && !elsewhere()) unfold(); };
  moved();
  window.addEventListener("hashchange", moved);
  const wide = window.matchMedia("(min-width: 64rem)");
  const side = one(".contents");
  if (side) {
    // Beside the text they are always open; the style alone would show them there, but a closed block says to some that it is empty.
    const unfolded = () => { side.open = wide.matches; };
    wide.addEventListener("change", unfolded);
    unfolded();
    follow(side);
    const here = one("[aria-current=page]", side);
    if (here && wide.matches) side.scrollTop = here.offsetTop - side.clientHeight / 3;
  }
})((globalThis.rulestoneSite ??= {}));
