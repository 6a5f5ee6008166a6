// Leads on to the statement whose letter the address has behind #; without a letter, or without scripts, the page itself leads on.
(function () {
  "use strict";
  const letter = /^#([a-z])$/.exec(location.hash);
  if (!letter) return;
  // What stands below would lead to the section.
  window.stop();
  location.replace(`${document.currentScript.dataset.to}.${letter[1]}`);
})();
