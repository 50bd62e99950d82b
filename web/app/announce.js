// Says things to those who hear the page instead of seeing it.

/** @param {string} text @param {Element | null} [place] Where it is said. */
export function announce(text, place = document.getElementById("announcer")) {
  if (!place) return;
  // The same sentence twice is said twice only if it changes in between.
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}
