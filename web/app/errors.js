// The text of an error, whatever was thrown.

/** @param {unknown} error */
export function getErrorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}
