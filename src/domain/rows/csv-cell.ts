// One cell of CSV that people will open in a spreadsheet: what must be quoted, and what must not be taken for a formula.

/** A spreadsheet would run a text that begins like a formula. A number with a sign is none. */
export function toPlainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+$/.test(text) ? `'${text}` : text;
}

/** Quotes the text as RFC 4180 requires: if it holds the delimiter, a quotation mark or the end of a line. */
export function toCsvCell(text: string, delimiter = ','): string {
  const wanted = delimiter.charCodeAt(0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === wanted || code === 34 || code === 10 || code === 13) return `"${text.replaceAll('"', '""')}"`;
  }
  return text;
}

/** Returns a cell for a value of any kind; an absent value gives an empty cell. */
export function toSafeCell(value: unknown): string {
  return value === null || value === undefined ? '' : toCsvCell(toPlainText(String(value)));
}
