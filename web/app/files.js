// Reads files that people choose or drop, and saves files for them.

/** Longer files are cut off here. */
const MAX_FILE_BYTES = 4_000_000;
/** How long the browser has to start a download. */
const URL_LIFETIME_MS = 10_000;

/**
 * Reads files that are dropped anywhere on the page. Returns a function that stops it.
 * @param {(text: string) => void} onText
 * @param {(why: unknown) => void} onError
 */
export function onFileDrop(onText, onError) {
  const onDragOver = (/** @type {DragEvent} */ event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); };
  const onDrop = (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    readTextFile(file).then(onText, onError);
  };
  addEventListener("dragover", onDragOver);
  addEventListener("drop", onDrop);
  return () => {
    removeEventListener("dragover", onDragOver);
    removeEventListener("drop", onDrop);
  };
}

/** @param {File} file */
export function readTextFile(file) {
  return file.slice(0, MAX_FILE_BYTES).text();
}

/** @param {string} name @param {Blob} blob */
export function downloadFile(name, blob) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), URL_LIFETIME_MS);
}
