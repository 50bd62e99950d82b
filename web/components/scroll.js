// Lists that are scrolled by themselves.

/** Scrolls a list so that what is current in it is seen. @param {Element | null} list */
export function showCurrent(list) {
  const current = list?.querySelector("[aria-current]");
  if (!(list instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
