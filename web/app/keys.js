// Keys that a page hears.

/** Does what a key stands for, if it stands for anything. @param {KeyboardEvent} event @param {Record<string, () => void>} keys */
export function press(event, keys) {
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
