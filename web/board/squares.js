// Squares in the texts of moves.

/** The squares that a move's text names. @param {string} text */
export function squaresOf(text) {
  return text.match(/[a-z]\d+/g) ?? [];
}
