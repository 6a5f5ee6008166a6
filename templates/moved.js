// Leads on to where the chapter stands now, and there to what the address has behind #; without scripts the page itself leads on.
(function () {
  "use strict";
  if (location.hash.length < 2) return;
  // What stands below would lead to the beginning of the chapter.
  window.stop();
  location.replace(document.currentScript.dataset.to + location.hash);
})();
