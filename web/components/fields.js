// What fields of forms have in them.

/** @param {Event} event */
export function value(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;
}

/** @param {Event} event */
export function checked(event) {
  return /** @type {HTMLInputElement} */ (event.currentTarget).checked;
}
