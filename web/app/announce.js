// Says things to those who hear the page instead of seeing it.

/** @param {string} text */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (!place) return;
  // The same sentence twice is said twice only if it changes in between.
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}
