// One cell of a CSV file that people will open in a spreadsheet.

export function toCsvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  // A spreadsheet would run a cell that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
