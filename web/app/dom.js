// Small helpers for the DOM: announcements for screen readers, keyboard shortcuts and scrolling.

/** @param {string} text @param {Element | null} [region] Where it is said. */
export function announce(text, region = document.getElementById("announcer")) {
  if (!region) return;
  // The same sentence twice is said twice only if it changes in between.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

/** Does what a key stands for, if it stands for anything. @param {KeyboardEvent} event @param {Record<string, () => void>} shortcuts */
export function handleShortcut(event, shortcuts) {
  const action = shortcuts[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** Scrolls a list so that what is current in it is seen. @param {Element | null} list */
export function scrollToCurrent(list) {
  const current = list?.querySelector("[aria-current]");
  if (!(list instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
