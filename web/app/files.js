// Reads files that people choose or drop, and saves files for them.

/** How large a file of records may be. */
const MAX_FILE_BYTES = 4_000_000;

/**
 * Hears of files that are dropped anywhere. What it gives stops that.
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

/** The text of a file, which is not too long. @param {File} file */
export function readTextFile(file) {
  return file.slice(0, MAX_FILE_BYTES).text();
}

/** Lets the visitor keep a file. @param {string} name @param {Blob} blob */
export function downloadFile(name, blob) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
