// Small helpers for the DOM: announcements for screen readers, keyboard shortcuts and scrolling.

/** @param {string} text @param {Element | null} [place] Where it is said. */
export function announce(text, place = document.getElementById("announcer")) {
  if (!place) return;
  // The same sentence twice is said twice only if it changes in between.
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = text; });
}

/** Does what a key stands for, if it stands for anything. @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
export function press(event, keys) {
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Scrolls a list so that what is current in it is seen. @param {Element | null} list */
export function showCurrent(list) {
  const current = list?.querySelector("[aria-current]");
  if (!(list instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
