// Leads on to where a page is read now, with what the address has behind #; without scripts the page itself leads on.
(function () {
  "use strict";
  // What stands below would lead to the beginning of the page.
  window.stop();
  location.replace(document.currentScript.dataset.to + location.hash);
})();
