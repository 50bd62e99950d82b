// JSON values in localStorage, under keys with a common prefix.
const KEY_PREFIX = "sanban.";

/**
 * Reads an item, or returns the fallback if it is missing or unreadable.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function readItem(key, fallback) {
  try {
    const text = localStorage.getItem(KEY_PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * Writes an item. Returns whether there was room.
 * @param {string} key
 * @param {unknown} value
 */
export function writeItem(key, value) {
  try {
    localStorage.setItem(KEY_PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Calls the listener when another tab writes the item. Returns a function that stops it.
 * @param {string} key
 * @param {() => void} listener
 */
export function onItemChange(key, listener) {
  const onStorage = (/** @type {StorageEvent} */ event) => { if (event.key === KEY_PREFIX + key) listener(); };
  // A page restored from the back/forward cache has missed all events.
  const onPageShow = (/** @type {PageTransitionEvent} */ event) => { if (event.persisted) listener(); };
  addEventListener("storage", onStorage);
  addEventListener("pageshow", onPageShow);
  return () => {
    removeEventListener("storage", onStorage);
    removeEventListener("pageshow", onPageShow);
  };
}

/** @param {string} key */
export function removeItem(key) {
  try {
    localStorage.removeItem(KEY_PREFIX + key);
  } catch {
    // A browser without storage has nothing to remove.
  }
}

/** @param {string} prefix */
export function listKeys(prefix) {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(KEY_PREFIX + prefix))
      .map((key) => key.slice(KEY_PREFIX.length));
  } catch {
    return [];
  }
}
