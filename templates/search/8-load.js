// Loads the index: its head on first use, and of its parts those that a query asks for. All are scripts, for a page from a folder may
// fetch nothing, as are the cards that pages show; each puts what it holds under its name into `rulestoneParts`.
(function (search) {
  'use strict';

  /** The heads that are loaded or being loaded, by their addresses; and the parts that are, by theirs. */
  const heads = new Map();
  const parts = new Map();

  /** What a script has brought, once. */
  function take(name) {
    const all = globalThis.rulestoneParts;
    if (!all || !Object.hasOwn(all, name)) return undefined;
    const content = all[name];
    delete all[name];
    return content;
  }

  /** Loads the script at `url` and takes what it holds under `name`. */
  function bring(url, name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = url;
      script.addEventListener('load', () => {
        script.remove();
        // A server may answer with a page where a file is gone.
        const content = take(name);
        if (content === undefined) reject(new Error(url)); else resolve(content);
      });
      script.addEventListener('error', () => { script.remove(); reject(new Error(url)); });
      document.head.append(script);
    });
  }

  /** What scripts hold that are loaded or being loaded, by their addresses. */
  const contents = new Map();

  /** What the script at `url` holds, loaded once however many ask for it. */
  function once(url) {
    if (!contents.has(url)) {
      const content = bring(url, nameOf(url));
      content.catch(() => contents.delete(url));
      contents.set(url, content);
    }
    return contents.get(url);
  }

  const nameOf = (url) => url.slice(url.lastIndexOf('/') + 1).replace(/\.js$/, '');
  const folderOf = (url) => url.slice(0, url.lastIndexOf('/') + 1);

  /** The index whose head is at `url`, loaded once however many ask for it; `anew` if another build has taken its place. */
  function load(url, anew = false) {
    if (anew || !heads.has(url)) {
      const name = nameOf(url);
      const there = anew ? undefined : take(name);
      // An address that no cache knows.
      const head = there === undefined ? bring(anew ? `${url}?${Date.now().toString(36)}` : url, name) : Promise.resolve(there);
      const index = head.then((content) => search.open(content, name));
      index.catch(() => heads.delete(url));
      heads.set(url, index);
    }
    return heads.get(url);
  }

  /** Loads parts of an index, all at once. */
  function loadParts(index, folder, names) {
    return Promise.all(names.map((name) => {
      const url = `${folder}${name}.js`;
      if (!parts.has(url)) {
        const part = bring(url, name).then((content) => index.put(name, content));
        parts.set(url, part.finally(() => parts.delete(url)));
      }
      return parts.get(url);
    }));
  }

  /**
   * What `compute` makes of the index at `url`, as often as parts are missing for it: {index, found, renewed}. `renewed` tells that
   * the site has been replaced meanwhile, so that the page is older than what is found. `goesOn` is asked before so many parts are
   * loaded; where it says no, there is no answer: null.
   */
  async function answer(url, compute, goesOn = () => true) {
    let index = await load(url);
    let renewed = false;
    index.forget();
    for (;;) {
      index.missing.clear();
      let found;
      try { found = compute(index); } catch (error) { if (!(error instanceof search.Missing)) throw error; }
      const names = [...index.missing];
      if (!names.length) return { index, found, renewed };
      if (!(await goesOn(names.length))) return null;
      try {
        await loadParts(index, folderOf(url), names);
      } catch (error) {
        if (renewed) throw error;
        // Parts have names of their build: those of an older one are gone once the site has been replaced.
        const fresh = await load(url, true);
        if (fresh.stamp === index.stamp) throw error;
        index = fresh;
        renewed = true;
      }
    }
  }

  /** A section of a book; nothing if the index has none of that id. */
  function section(index, book, id) {
    const place = index.withId(id).find((one) => index.bookOf(one) === book);
    return place === undefined ? undefined : index.entry(place);
  }

  Object.assign(search, { load, once, answer, section });
})((globalThis.rulestoneSearch ??= {}));
