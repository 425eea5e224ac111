// How codes of the files are numbered inside records: states, and activities by their place in the Cnaes table of the same dump.
// Part of the file format: a number once given keeps its meaning.

/** The order is part of the format; 0 is none. `EX` is abroad. */
// biome-ignore format: a list of codes reads better in rows
const states = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'EX', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR', 'RJ', 'RN',
  'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO',
];
const stateNumbers = new Uint8Array(1 << 16);
for (const [index, state] of states.entries())
  stateNumbers[(state.charCodeAt(0) << 8) | state.charCodeAt(1)] = index + 1;

export function toStateNumber(first: number, second: number): number {
  return stateNumbers[(first << 8) | second] as number;
}

export function fromStateNumber(number: number): string | null {
  return states[number - 1] ?? null;
}

/** Stands before three bytes that hold a code of seven digits which the table lacks. */
export const unlistedActivity = 0xffff;
export const activityDigits = 7;

/** Codes as numbers, in rising order; the number of an activity is its place, counted from 1. */
export type ActivityCodes = Uint32Array;

export function padCode(code: number, digits: number): string {
  return String(code).padStart(digits, '0');
}
