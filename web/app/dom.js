// Small helpers for the DOM: announcements for screen readers, and scrolling.

/** Announces a text to screen readers. @param {string} text @param {Element | null} [region] The live region. */
export function announce(text, region = document.getElementById("announcer")) {
  if (!region) return;
  // Screen readers repeat a sentence only if the text changes in between.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

/** Scrolls a list until its current item is visible. @param {Element | null} list */
export function scrollToCurrent(list) {
  const current = list?.querySelector("[aria-current]");
  if (!(list instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
