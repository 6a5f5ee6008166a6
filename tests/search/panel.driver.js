// Uses the search box as a reader would and writes what it saw into the page; panel.test.mjs reads that.
(async function () {
  'use strict';
  const box = document.getElementById('box');
  const other = document.getElementById('other');
  const panel = document.getElementById('panel');
  const seen = {};
  const pause = () => new Promise((done) => setTimeout(done, 300));
  const press = (target, key, more) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  const type = async (text) => {
    box.focus();
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await pause();
  };
  const status = () => panel.querySelector('[role=status]').textContent;
  const options = () => panel.querySelectorAll('[role=option]');
  const chosen = () => {
    const first = options()[0];
    return { active: box.getAttribute('aria-activedescendant') === first.id, selected: first.getAttribute('aria-selected') };
  };
  try {
    const undo = globalThis.rulestoneSearch.attach(box, panel, {}, { indexUrl: 'search-en.js', siteRoot: '../', book: 'rome' });
    seen.atRest = { role: box.getAttribute('role'), expanded: box.getAttribute('aria-expanded'), hidden: panel.hidden };
    // Texts that cannot be loaded, until it is tried again.
    const append = document.head.append;
    let gone = true;
    const loaded = new Set();
    document.head.append = (script) => {
      if (gone && /-s\d/.test(script.src)) script.src = 'gone.js'; else loaded.add(script.src.replace(/\?.*/, ''));
      append.call(document.head, script);
    };
    await type('naval combat');
    await pause();
    seen.gone = { status: status(), rows: Array.from(options(), (row) => row.textContent) };
    gone = false;
    press(box, 'Enter');
    await pause();
    delete document.head.append;
    seen.loaded = loaded.size;
    const [first] = options();
    seen.typed = {
      expanded: box.getAttribute('aria-expanded'),
      controls: document.getElementById(box.getAttribute('aria-controls')).getAttribute('role'),
      status: status(),
      first: first.textContent,
      marks: Array.from(first.querySelectorAll('mark'), (mark) => mark.textContent),
      href: first.querySelector('a').getAttribute('href'),
      lang: first.querySelector('.excerpt').getAttribute('lang'),
    };
    press(box, 'ArrowDown');
    seen.down = chosen();
    press(box, 'ArrowUp');
    seen.around = chosen();
    await type('морского боя');
    seen.via = options()[0].querySelector('.via').textContent;
    panel.addEventListener('click', (event) => {
      event.preventDefault();
      seen.clicked = event.target.closest('a').getAttribute('href');
    }, { once: true });
    press(box, 'Enter');
    press(box, 'Escape');
    seen.escaped = { expanded: box.getAttribute('aria-expanded'), hidden: panel.hidden, value: box.value };
    press(box, 'Escape');
    seen.cleared = box.value;
    await type('titel:x');
    seen.mistake = status();
    await type('zzzzzzzzzzzz');
    seen.nothing = status();
    await type('naval');
    press(box, 'ArrowDown', { isComposing: true });
    seen.composing = !chosen().active;
    box.blur();
    press(document.body, '/');
    seen.slash = { focused: document.activeElement === box };
    other.focus();
    press(other, 'k', { ctrlKey: true });
    seen.control = document.activeElement === box;
    await type('5.2');
    const rows = () => Array.from(options(), (row) => row.textContent);
    seen.books = { folded: rows(), status: status() };
    press(box, 'ArrowUp');
    press(box, 'Enter');
    await pause();
    seen.books.unfolded = rows();
    seen.books.active = options()[1].getAttribute('aria-selected');
    await type('siege');
    seen.elsewhere = { status: status(), rows: rows() };
    other.focus();
    press(other, '/');
    seen.slash.whileTyping = document.activeElement === box;
    other.blur();
    Object.defineProperty(globalThis, 'localStorage', { value: { getItem: (key) => (key === 'rulestone-keys' ? 'off' : null) } });
    press(document.body, '/');
    seen.slash.switchedOff = document.activeElement === box;
    undo();
    seen.undone = panel.childElementCount === 0;
  } catch (error) {
    seen.error = String(error.stack);
  }
  document.getElementById('report').textContent = JSON.stringify(seen);
})();
