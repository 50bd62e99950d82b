// Formats times, dates, numbers and errors for people and for records.

/** @param {number} milliseconds */
export function formatClock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (milliseconds < 10_000) return `0:${pad(seconds)}.${Math.floor(milliseconds / 100) % 10}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** Formats a date in the page's language. @param {number} time @param {boolean} [dateOnly] Whether to leave out the time of day. */
export function formatDate(time, dateOnly = false) {
  return new Intl.DateTimeFormat(document.documentElement.lang, dateOnly ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** Formats a large number in few characters. @param {number} n */
export function formatCompact(n) {
  return new Intl.NumberFormat(document.documentElement.lang, { notation: "compact", maximumFractionDigits: 1 }).format(n);
}

/** Formats a date as game records do. @param {Date} [date] */
export function formatRecordDate(date = new Date()) {
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}.${pad(date.getMonth() + 1)}.${pad(date.getDate())}`;
}

/** The text of an error, whatever was thrown. @param {unknown} error */
export function getErrorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}
