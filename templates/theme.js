// Sets the reader's colours before the first paint, so that a dark page never flashes white; and says what a script is going to
// show, so that nothing moves when it does.
(function () {
  "use strict";
  var theme = null;
  try { theme = localStorage.getItem("rulestone-theme"); } catch (_) { /* storage is refused: follow the device */ }
  if (theme === "light" || theme === "dark") document.documentElement.setAttribute("data-theme", theme);
  document.documentElement.classList.add("js");
  if (/[?&]q=[^&]/.test(location.search)) document.documentElement.classList.add("asked");
})();
