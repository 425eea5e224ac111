// Where a cell stands: `BC12` is column 54, counted from 0, and row 12.

/** The last row of a sheet is 1048576. */
const rowDigitsMax = 7;

export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

/** 0 where it says none. */
export function rowOf(reference: string): number {
  return Number(/\d{1,7}$/.exec(reference.slice(-rowDigitsMax))?.[0] ?? 0);
}

/** 54 is `BC`. */
export function toColumnName(column: number): string {
  let name = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    name = String.fromCharCode(65 + (rest % 26)) + name;
  return name;
}
