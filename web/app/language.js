// Chooses the language.

/** The language that the visitor has chosen, or else the first of the browser's languages that is available. @param {string[]} available @param {string} chosen */
export function chooseLanguage(available, chosen) {
  if (available.includes(chosen)) return chosen;
  const preferred = navigator.languages.map((name) => name.toLowerCase().split("-")[0]);
  return preferred.find((name) => available.includes(name)) ?? available[0];
}
