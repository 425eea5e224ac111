// The ladder of a policy for one signal: which of its values are the best, what silence costs, and what each other value costs. Silence
// stands below the best values and above all others, so it is never good news; caps never rise on the way down.

import { readObject, readRung } from './policy-reader.ts';
import type { Rung } from './rung.ts';
import { describeDeclared, isDeclared, isSignalName, type SignalDeclaration, type SignalValue } from './signal.ts';

/** Values one by one, or whole numbers from one to another. */
export type SignalRange = readonly SignalValue[] | { readonly from: number; readonly to: number };

export interface SignalLadder {
  readonly name: string;
  readonly best: SignalRange;
  readonly notReported: Rung;
  /** Mild to worse. */
  readonly rungs: readonly (Rung & { readonly values: SignalRange })[];
}

export interface SignalFactor {
  readonly signal: string;
  readonly isReported: boolean;
  readonly penalty: number;
  readonly cap: number;
}

/** Returns the rung of the worst value, or undefined for the best place. A value that the ladder does not name stands on the worst rung. */
export function standOnSignal(ladder: SignalLadder, told: readonly SignalValue[]): SignalFactor | undefined {
  const { name, notReported, rungs } = ladder;
  const place = Math.max(...told.map((value) => findPlace(ladder, value)), told.length === 0 ? 0 : best);
  if (place === best) return undefined;
  const passed = rungs.slice(0, place);
  const penalty = passed.reduce((sum, rung) => sum + rung.penalty, notReported.penalty);
  return { signal: name, isReported: told.length > 0, penalty, cap: (passed.at(-1) ?? notReported).cap };
}

/** Silence is 0, and the rungs follow from 1. */
const best = -1;

function findPlace({ best: bestValues, rungs }: SignalLadder, value: SignalValue): number {
  if (holds(bestValues, value)) return best;
  const found = rungs.findIndex(({ values }) => holds(values, value));
  return found < 0 ? rungs.length : found + 1;
}

function holds(range: SignalRange, value: SignalValue): boolean {
  if ('from' in range) return typeof value === 'number' && value >= range.from && value <= range.to;
  return range.includes(value);
}

const rungsMax = 16;
const laddersMax = 64;

export function readSignalLadders(raw: unknown, faults: string[]): SignalLadder[] {
  if (raw === undefined) return [];
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    faults.push('signals: must be a mapping of signals to their ladders');
    return [];
  }
  const entries = Object.entries(raw);
  if (entries.length > laddersMax) faults.push(`signals: at most ${laddersMax} signals have ladders`);
  return entries.map(([name, ladder]) => readSignalLadder(name, ladder, faults));
}

function readSignalLadder(name: string, raw: unknown, faults: string[]): SignalLadder {
  const where = `signals.${name}`;
  if (!isSignalName(name)) faults.push(`${where}: a signal is named by 2 to 32 of a-z, 0-9 and _`);
  const given = readObject(raw, where, ['best', 'not_reported', 'rungs'], faults);
  const ranges: SignalRange[] = [readRange(given['best'], `${where}.best`, faults)];
  const silence = `${where}.not_reported`;
  const notReported = readRung(readObject(given['not_reported'], silence, ['penalty', 'cap'], faults), silence, faults);
  const listed = Array.isArray(given['rungs']) ? given['rungs'] : [];
  if (listed.length === 0 || listed.length > rungsMax) {
    faults.push(`${where}.rungs: must be a list of 1 to ${rungsMax} rungs, mild to worse`);
  }
  let capAbove = notReported.cap;
  const rungs = listed.map((each: unknown, index) => {
    const place = `${where}.rungs.${index}`;
    const fields = readObject(each, place, ['values', 'penalty', 'cap'], faults);
    const rung = readRung(fields, place, faults);
    if (rung.cap > capAbove) faults.push(`${place}.cap: a worse rung may not have a higher cap than a milder one`);
    capAbove = Math.min(capAbove, rung.cap);
    const values = readRange(fields['values'], `${place}.values`, faults);
    if (ranges.some((other) => overlap(other, values))) {
      faults.push(`${place}.values: a value stands in two places of the ladder`);
    }
    ranges.push(values);
    return { values, ...rung };
  });
  return { name, best: ranges[0] ?? [], notReported, rungs };
}

function readRange(raw: unknown, where: string, faults: string[]): SignalRange {
  if (Array.isArray(raw) && raw.length > 0 && raw.every(isValue)) return raw;
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) {
    const { from, to } = readObject(raw, where, ['from', 'to'], faults);
    if (Number.isInteger(from) && Number.isInteger(to) && Number(from) <= Number(to)) {
      return { from: Number(from), to: Number(to) };
    }
  }
  faults.push(`${where}: must be a list of values (true, false, whole numbers, words), or {from, to} of whole numbers`);
  return [];
}

function isValue(value: unknown): value is SignalValue {
  return typeof value === 'boolean' || Number.isInteger(value) || (typeof value === 'string' && isSignalName(value));
}

function overlap(one: SignalRange, other: SignalRange): boolean {
  if (!('from' in one)) return one.some((value) => holds(other, value));
  return 'from' in other ? one.from <= other.to && other.from <= one.to : other.some((value) => holds(one, value));
}

/** The same ladders in the form in which they are read. */
export function toSignalDocument(ladders: readonly SignalLadder[]): Record<string, unknown> {
  return Object.fromEntries(
    ladders.map(({ name, best: bestValues, notReported, rungs }) => [
      name,
      { best: bestValues, not_reported: notReported, rungs },
    ]),
  );
}

/** Returns the faults of the ladders for these signals, each with the key of the policy that it concerns. */
export function findSignalFaults(
  ladders: readonly SignalLadder[],
  declared: ReadonlyMap<string, SignalDeclaration>,
): string[] {
  return ladders.flatMap(({ name, best: bestValues, rungs }) => {
    const declaration = declared.get(name);
    if (declaration === undefined) return [`signals.${name}: no source declares this signal`];
    const places: [string, SignalRange][] = [
      [`signals.${name}.best`, bestValues],
      ...rungs.map(({ values }, index): [string, SignalRange] => [`signals.${name}.rungs.${index}.values`, values]),
    ];
    const isWithin = (range: SignalRange) =>
      ('from' in range ? [range.from, range.to] : range).every((value) => isDeclared(declaration, value));
    return places
      .filter(([, range]) => !isWithin(range))
      .map(([where]) => `${where}: the sources declare ${describeDeclared(declaration)}`);
  });
}
