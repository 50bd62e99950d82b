// Formats times, dates and numbers for people and for records.

/** @param {number} milliseconds */
export function shownTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (milliseconds < 10_000) return `0:${two(seconds)}.${Math.floor(milliseconds / 100) % 10}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A moment, in the words of the page's language. @param {number} moment @param {boolean} [day] Whether the day is enough. */
export function when(moment, day = false) {
  return new Intl.DateTimeFormat(document.documentElement.lang, day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" }).format(moment);
}

/** A large number, in few letters. @param {number} n */
export function short(n) {
  return new Intl.NumberFormat(document.documentElement.lang, { notation: "compact", maximumFractionDigits: 1 }).format(n);
}

/** A day, as records write it: today if none is named. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}
