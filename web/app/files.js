// Reads files that people choose or drop, and saves files for them.

/** How large a file of records may be. */
const LARGEST = 4_000_000;

/**
 * Hears of files that are dropped anywhere. What it gives stops that.
 * @param {(text: string) => void} hear
 * @param {(why: unknown) => void} fail
 */
export function hearDrops(hear, fail) {
  const over = (/** @type {DragEvent} */ event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); };
  const drop = (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    readFile(file).then(hear, fail);
  };
  addEventListener("dragover", over);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("drop", drop);
  };
}

/** The text of a file, which is not too long. @param {File} file */
export function readFile(file) {
  return file.slice(0, LARGEST).text();
}

/** Lets the visitor keep a file. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
