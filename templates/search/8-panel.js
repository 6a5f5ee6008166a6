// The search box: a combobox with a list of results (ARIA 1.2), search as you type, and the index loaded on first use.
(function (search) {
  'use strict';

  const LIMIT = 12;
  const DELAY = 60;
  const KEYS = 'rulestone-keys';

  /** What is said where the page gives no words of its own; {…} is filled in. */
  const ENGLISH = {
    results: '{count} found',
    none: 'Nothing found',
    via: 'via {term}',
    corrected: '{from} → {to}',
    loosened: 'not all words together',
    'left-out': 'left out, for at most 24 words and 4 with * are searched for at once: {words}',
    loading: 'Loading…',
    failed: 'The search index cannot be loaded',
    'unknown-field': 'Unknown field {value}:',
    'open-quote': 'This quote is not closed: {value}',
    'empty-field': 'Nothing to look for in {value}:',
    'only-exclusions': 'Only exclusions, nothing to look for',
    'too-long': 'At most {value} characters can be searched for',
  };

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  /** Text nodes and <mark> elements. */
  function marked({ text, marks }) {
    const nodes = [];
    let at = 0;
    for (const [start, end] of marks) {
      nodes.push(text.slice(at, start), element('mark', {}, text.slice(start, end)));
      at = end;
    }
    return [...nodes, text.slice(at)];
  }

  /** Only pages of the site: a link made from data must not run a script or leave the site. */
  const address = (siteRoot, url) => (/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url) ? '#' : siteRoot + url);

  /** Loads the index script once per page, however many boxes ask for it. */
  function load(indexUrl) {
    search.loading ??= new Promise((resolve, reject) => {
      const ready = () => (globalThis.rulestoneIndex ? resolve(search.prepare(globalThis.rulestoneIndex)) : reject(new Error(indexUrl)));
      if (globalThis.rulestoneIndex) return ready();
      const script = element('script', { src: indexUrl });
      script.addEventListener('load', ready);
      script.addEventListener('error', () => { search.loading = undefined; reject(new Error(indexUrl)); });
      document.head.append(script);
    });
    return search.loading;
  }

  function shortcutsAreOff() {
    // Storage is refused by some browsers for pages opened from a folder.
    try { return localStorage.getItem(KEYS) === 'off'; } catch { return false; }
  }

  const isTypingIn = (target) => target instanceof Element && target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;

  /**
   * Makes `input` a search box whose results appear in `panel`.
   * `strings` are the texts above in the page's language; `siteRoot` leads from the page to the site's root (`../` or empty).
   * Returns a function that undoes it.
   */
  function attach(input, panel, strings, indexUrl, siteRoot) {
    const say = { ...ENGLISH, ...strings };
    const id = panel.id || (panel.id = `search-${Math.random().toString(36).slice(2)}`);
    const list = element('ul', { id: `${id}-list`, role: 'listbox', 'aria-label': say.label ?? input.getAttribute('aria-label') ?? undefined });
    const status = element('p', { role: 'status', 'aria-live': 'polite' });
    panel.replaceChildren(status, list);
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'false', 'aria-controls': list.id, 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', autocomplete: 'off', spellcheck: 'false' })) {
      input.setAttribute(name, value);
    }
    panel.hidden = true;
    let active = -1;
    let timer = 0;
    let round = 0;
    let busy = false;

    function show(open) {
      panel.hidden = !open;
      input.setAttribute('aria-expanded', String(open && list.childElementCount > 0));
      if (!open) choose(-1);
    }

    function choose(place) {
      const options = list.children;
      if (options[active]) options[active].setAttribute('aria-selected', 'false');
      active = place;
      const chosen = options[active];
      if (!chosen) { input.removeAttribute('aria-activedescendant'); return; }
      chosen.setAttribute('aria-selected', 'true');
      chosen.scrollIntoView({ block: 'nearest' });
      input.setAttribute('aria-activedescendant', chosen.id);
    }

    function option(hit, place, language, partial) {
      const number = hit.number === null ? null : element('span', { class: 'number' }, hit.number);
      const title = element('span', { class: 'title', lang: language }, ...marked(hit.title));
      const via = hit.via === null ? null : element('span', { class: 'via', lang: language }, fill(say.via, { term: hit.via }));
      const lacks = partial ? element('span', { class: 'via' }, say.partial) : null;
      const text = element('span', { class: 'excerpt', lang: language }, ...marked(hit.excerpt));
      const spaced = [number, title, via, lacks, text].filter((part) => part !== null).flatMap((part, at) => (at ? [' ', part] : [part]));
      const link = element('a', { href: address(siteRoot, hit.url), tabindex: '-1' }, ...spaced);
      return element('li', { id: `${id}-${place}`, role: 'option', 'aria-selected': 'false' }, link);
    }

    function render(index, results) {
      const partial = (hit) => results.relaxation !== 'any-word' && hit.relaxation === 'any-word';
      list.replaceChildren(...results.hits.map((hit, place) => option(hit, place, index.language, partial(hit))));
      active = -1;
      input.removeAttribute('aria-activedescendant');
      const notes = [results.total ? fill(say.results, { count: results.total }) : say.none];
      notes.push(...results.corrected.map(([from, to]) => fill(say.corrected, { from, to })));
      if (results.relaxation !== 'none') notes.push(say.loosened);
      if (results.leftOut.length) notes.push(fill(say['left-out'], { words: results.leftOut.join(' ') }));
      status.textContent = notes.join(' · ');
      show(true);
    }

    function fail(error) {
      list.replaceChildren();
      status.textContent = error instanceof search.QueryError ? fill(say[error.code], { value: error.value, column: error.column }) : say.failed;
      show(true);
    }

    async function update() {
      clearTimeout(timer);
      timer = 0;
      const query = input.value;
      const mine = (round += 1);
      busy = false;
      if (!query.trim()) { list.replaceChildren(); status.textContent = ''; show(false); return; }
      try {
        if (!globalThis.rulestoneIndex) { status.textContent = say.loading; show(true); }
        busy = true;
        const index = await load(indexUrl);
        // A later keystroke has asked again while the index was loading.
        if (mine === round) render(index, search.search(index, query, { limit: LIMIT, typing: true }));
      } catch (error) {
        if (mine === round) fail(error);
      } finally {
        if (mine === round) busy = false;
      }
    }

    /** Who types fast presses Enter or an arrow before the list has caught up; what is chosen or opened must fit what was typed. */
    function settled(act) {
      if (timer || busy) update().then(act);
      else act();
    }

    /** One option on or back; beyond the ends lies the field itself. */
    function move(step) {
      const count = list.childElementCount;
      const next = active < 0 && step < 0 ? count - 1 : active + step;
      choose(next < count ? next : -1);
    }

    function onKey(event) {
      // Enter and arrows belong to the input method while it composes kana.
      if (event.isComposing || event.keyCode === 229) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        if (panel.hidden) update();
        else settled(() => move(step));
      } else if (event.key === 'Enter' && !panel.hidden && list.childElementCount) {
        event.preventDefault();
        settled(() => list.children[Math.max(active, 0)]?.querySelector('a').click());
      } else if (event.key === 'Escape' && (!panel.hidden || input.value)) {
        event.preventDefault();
        round += 1;
        if (panel.hidden) input.value = '';
        show(false);
      }
    }

    function onShortcut(event) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isTypingIn(event.target) || shortcutsAreOff()) return;
      event.preventDefault();
      input.focus();
      input.select();
    }

    const listeners = [
      [input, 'input', () => { clearTimeout(timer); timer = setTimeout(update, DELAY); }],
      [input, 'focus', () => { load(indexUrl).catch(() => {}); if (input.value.trim()) update(); }],
      [input, 'keydown', onKey],
      [input, 'blur', () => { clearTimeout(timer); round += 1; show(false); }],
      // The input keeps the focus, so that a click on a result does not close the list before it counts.
      [panel, 'pointerdown', (event) => event.preventDefault()],
      [panel, 'mousedown', (event) => event.preventDefault()],
      [document, 'keydown', onShortcut],
    ];
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
    return () => {
      clearTimeout(timer);
      round += 1;
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
      panel.replaceChildren();
    };
  }

  Object.assign(search, { attach });
})((globalThis.rulestoneSearch ??= {}));
