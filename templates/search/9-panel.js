// The search box: a combobox with a list of results (ARIA 1.2), search as you type, and the index loaded as it is asked.
// What a result looks like and what is said of all is the same in the list of the box and on the search page.
(function (search) {
  'use strict';

  const LIMIT = 12;
  const DELAY = 60;
  /** Loading is told once it lasts so long. */
  const LASTING = 300;
  /** Before more parts than that are loaded, it is waited whether more is typed: one letter begins many words. */
  const MANY = 12, REST = 400;
  const KEYS = 'rulestone-keys';

  /** What is said where the page gives no words of its own; {…} is filled in. */
  const ENGLISH = {
    results: '{count} found',
    none: 'Nothing found',
    'none-here': 'Nothing in {book}',
    others: 'In other books: {count}',
    note: 'in a note',
    example: 'in an example',
    partial: 'lacks a word',
    via: 'via {term}',
    corrected: '{from} → {to}',
    absent: 'There is no {number} here',
    nearest: 'There is no {number} here; {nearest} is the nearest',
    loosened: 'not all words together',
    'left-out': 'left out, for at most 24 words and 4 with * are searched for at once: {words}',
    loading: 'Loading…',
    failed: 'The search index cannot be loaded',
    retry: 'Try again',
    renewed: 'This page has changed since it was loaded',
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

  const MOST_WORDS = 8;

  /** The words of a result that are marked, as they stand there. */
  function wordsOf(hit) {
    const said = [hit.excerpt, hit.title].flatMap(({ text, marks }) => marks.map(([start, end]) => text.slice(start, end).toLowerCase()));
    return [...new Set(said)].slice(0, MOST_WORDS);
  }

  /** Where a result leads: a page of the site, for a link made from data must not run a script or leave the site; and which words to mark there. */
  function address(siteRoot, hit) {
    if (/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(hit.url)) return '#';
    const [page, ...fragment] = hit.url.split('#');
    const words = wordsOf(hit).map((word) => `mark=${encodeURIComponent(word)}`).join('&');
    return `${siteRoot}${page}${words && `?${words}`}${fragment.map((id) => `#${id}`).join('')}`;
  }

  /** What of a section was found beside its rules: the string that says so. */
  const kindOf = ({ mark }) => (/^\.(?:note|option|ruling)-/.test(mark) ? 'note' : mark.startsWith('.example-') ? 'example' : null);

  /** The letter of the statement that was found. */
  const letterOf = ({ mark }) => (mark && !mark.includes('-') ? ` ${mark.slice(1)}` : '');

  /** A result as a link: number and letter, title, what is to be known of it, the words around. `named` says whether its book is told. */
  function result(say, index, siteRoot, hit, { named = false, partial = false, stop = true }) {
    const badge = (text, lang) => (text === null ? null : element('span', { class: 'via', lang }, text));
    const { language } = index;
    const parts = [
      hit.number === null ? null : element('span', { class: 'num' }, hit.number + letterOf(hit)),
      element('span', { class: 'title', lang: language }, ...marked(hit.title)),
      badge(named ? index.titles[hit.book] ?? hit.book : null, language),
      badge(hit.via === null ? null : fill(say.via, { term: hit.via }), language),
      badge(say[kindOf(hit)] ?? null),
      badge(partial && hit.relaxation === 'any-word' ? say.partial : null),
      element('span', { class: 'excerpt', lang: language }, ...marked(hit.excerpt)),
    ];
    const spaced = parts.filter((part) => part !== null).flatMap((part, at) => (at ? [' ', part] : [part]));
    return element('a', { href: address(siteRoot, hit), tabindex: stop ? undefined : '-1' }, ...spaced);
  }

  /**
   * What a query finds in the book at hand and in the others: {own, others}; `own` is null where no book is at hand. The others
   * are counted only where the book has something, unless they are `unfolded`.
   * Throws a QueryError for a query that cannot be understood.
   */
  function ask(index, query, book, limit, unfolded = false) {
    const among = (wanted, most) => search.search(index, query, { limit: most, typing: true, wanted });
    if (book === null) return { own: null, others: among(() => true, limit) };
    const own = among((one) => one === book, limit);
    return { own, others: among((one) => one !== book, own.total && !unfolded ? 0 : limit) };
  }

  /** What is said of all results. */
  function tally(say, { own, others }, book, renewed = false) {
    const results = own?.total || !others.total ? own ?? others : others;
    const nowhere = own && results === others ? [fill(say['none-here'], { book })] : [];
    const notes = [...nowhere, results === others && own ? fill(say.others, { count: others.total }) : results.total ? fill(say.results, { count: results.total }) : say.none];
    notes.push(...results.corrected.map(([from, to]) => fill(say.corrected, { from, to })));
    notes.push(...results.absent.map(([number, nearest]) => fill(nearest === null ? say.absent : say.nearest, { number, nearest })));
    if (results.relaxation !== 'none' && results.total) notes.push(say.loosened);
    if (results.leftOut.length) notes.push(fill(say['left-out'], { words: results.leftOut.join(' ') }));
    if (renewed) notes.push(say.renewed);
    return notes.join(' · ');
  }

  /** What is said of a query that was not answered. */
  const mistake = (say, error) => (error instanceof search.QueryError ? fill(say[error.code], { value: error.value, column: error.column }) : say.failed);

  /** What the page says, and in its stead what is said above. */
  const sayings = (strings) => ({ ...ENGLISH, ...strings });

  function shortcutsAreOff() {
    // Storage is refused by some browsers for pages opened from a folder.
    try { return localStorage.getItem(KEYS) === 'off'; } catch { return false; }
  }

  const isTypingIn = (target) => target instanceof Element && target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null;

  /**
   * Makes `input` a search box whose results appear in `panel`.
   * `strings` are the texts above in the page's language; `siteRoot` leads from the page to the site's root (`../` or empty);
   * `book` is that of the page, or null; `stays` tells whether the list is to stay when the field is left.
   * Returns a function that undoes it.
   */
  function attach(input, panel, strings, { indexUrl, siteRoot, book = null, stays = () => false }) {
    const say = sayings(strings);
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
    /** Whether what other books have is shown, too. */
    let unfolded = false;

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

    const option = (place, child, more) => element('li', { id: `${id}-${place}`, role: 'option', 'aria-selected': 'false', ...more }, child);

    function render({ index, found, renewed }) {
      const { own, others } = found;
      const several = Object.keys(index.titles).length > 1;
      const row = (results, named) => (hit) => result(say, index, siteRoot, hit, { named: named && several, partial: results.relaxation !== 'any-word', stop: false });
      const rows = (own?.hits ?? []).map(row(own, false));
      if (!rows.length || unfolded) rows.push(...others.hits.map(row(others, true)));
      else if (others.total) rows.push(button(fill(say.others, { count: others.total }), () => {
        unfolded = true;
        update().then(() => choose(own.hits.length));
      }));
      list.replaceChildren(...rows.map((child, place) => option(place, child, child.localName === 'a' ? {} : { class: 'others' })));
      active = -1;
      input.removeAttribute('aria-activedescendant');
      status.textContent = tally(say, found, index.titles[book] ?? book, renewed);
      show(true);
    }

    /** A row that does something. */
    function button(text, act) {
      const made = element('button', { type: 'button', tabindex: '-1' }, text);
      made.addEventListener('click', act);
      return made;
    }

    function fail(error) {
      const retries = error instanceof search.QueryError ? [] : [option(0, button(say.retry, update), { class: 'others' })];
      list.replaceChildren(...retries);
      active = -1;
      input.removeAttribute('aria-activedescendant');
      status.textContent = mistake(say, error);
      show(true);
    }

    async function update() {
      clearTimeout(timer);
      timer = 0;
      const query = input.value;
      const mine = (round += 1);
      busy = false;
      if (!query.trim()) { list.replaceChildren(); status.textContent = ''; show(false); return; }
      const lasting = setTimeout(() => { if (mine === round) { status.textContent = say.loading; show(true); } }, LASTING);
      // A later keystroke asks again while the index is loading.
      const goesOn = async (parts) => {
        if (parts > MANY) await new Promise((rested) => setTimeout(rested, REST));
        return mine === round;
      };
      try {
        busy = true;
        const answer = await search.answer(indexUrl, (index) => ask(index, query, book, LIMIT, unfolded), goesOn);
        if (mine === round) render(answer);
      } catch (error) {
        if (mine === round) fail(error);
      } finally {
        clearTimeout(lasting);
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
        settled(() => list.children[Math.max(active, 0)]?.firstChild.click());
      } else if (event.key === 'Escape' && (!panel.hidden || input.value)) {
        event.preventDefault();
        round += 1;
        if (panel.hidden) input.value = '';
        show(false);
      }
    }

    function onShortcut(event) {
      if (event.isComposing || event.altKey) return;
      const controlled = event.ctrlKey || event.metaKey;
      const asked = controlled ? event.key.toLowerCase() === 'k' && !event.shiftKey : event.key === '/' && !isTypingIn(event.target) && !shortcutsAreOff();
      if (!asked) return;
      event.preventDefault();
      input.focus();
      input.select();
    }

    const listeners = [
      [input, 'input', () => { clearTimeout(timer); timer = setTimeout(update, DELAY); }],
      [input, 'focus', () => { search.load(indexUrl).catch(() => {}); if (input.value.trim()) update(); }],
      [input, 'keydown', onKey],
      [input, 'blur', () => { if (stays()) return; clearTimeout(timer); round += 1; show(false); }],
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

  Object.assign(search, { attach, ask, result, tally, mistake, sayings, isTypingIn, shortcutsAreOff });
})((globalThis.rulestoneSearch ??= {}));
