// What is kept in the browser. Nothing is ever sent anywhere.
const PREFIX = "sanban.";

/**
 * What is kept under a name.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function read(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keeps something under a name. Whether there was room for it.
 * @param {string} name
 * @param {unknown} value
 */
export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Hears of what is kept under a name in another tab. What it gives stops that.
 * @param {string} name
 * @param {() => void} hear
 */
export function hearChanges(name, hear) {
  const heard = (/** @type {StorageEvent} */ event) => { if (event.key === PREFIX + name) hear(); };
  // A page that was put away and is shown again has heard nothing meanwhile.
  const shown = (/** @type {PageTransitionEvent} */ event) => { if (event.persisted) hear(); };
  addEventListener("storage", heard);
  addEventListener("pageshow", shown);
  return () => {
    removeEventListener("storage", heard);
    removeEventListener("pageshow", shown);
  };
}

/** Forgets what is kept under a name. @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The names under which something is kept that begin so. @param {string} beginning */
export function names(beginning) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + beginning))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
