// What is kept in the browser. Nothing is ever sent anywhere.
const KEY_PREFIX = "sanban.";

/**
 * What is kept under a name.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function readItem(name, fallback) {
  try {
    const text = localStorage.getItem(KEY_PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * Keeps something under a name. Whether there was room for it.
 * @param {string} name
 * @param {unknown} value
 */
export function writeItem(name, value) {
  try {
    localStorage.setItem(KEY_PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Hears of what is kept under a name in another tab. What it gives stops that.
 * @param {string} name
 * @param {() => void} listener
 */
export function onItemChange(name, listener) {
  const onStorage = (/** @type {StorageEvent} */ event) => { if (event.key === KEY_PREFIX + name) listener(); };
  // A page that was put away and is shown again has heard nothing meanwhile.
  const onPageShow = (/** @type {PageTransitionEvent} */ event) => { if (event.persisted) listener(); };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onPageShow);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onPageShow);
  };
}

/** Forgets what is kept under a name. @param {string} name */
export function removeItem(name) {
  try {
    localStorage.removeItem(KEY_PREFIX + name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The names under which something is kept that begin so. @param {string} prefix */
export function listKeys(prefix) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(KEY_PREFIX + prefix))
      .map((key) => key.slice(KEY_PREFIX.length));
  } catch {
    return [];
  }
}
