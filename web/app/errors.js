// What went wrong, in words.

/** @param {unknown} error */
export function getErrorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}
