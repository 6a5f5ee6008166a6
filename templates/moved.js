// Leads on to where a page is read now, and there to what the address has behind #; without scripts the page itself leads on.
(function () {
  "use strict";
  const { to } = document.currentScript.dataset;
  // What stands below would lead to the beginning of the page.
  window.stop();
  location.replace(location.hash.length > 1 ? to.split("#")[0] + location.hash : to);
})();
