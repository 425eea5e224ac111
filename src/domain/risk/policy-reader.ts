// How the parts of a policy's document are read: every fault is named by the key that it is about.

import { type Rung, scoreMax } from './rung.ts';

export function readLadder(
  raw: unknown,
  ladder: string,
  rungs: readonly string[],
  faults: string[],
): Record<string, Rung> {
  const where = `ladders.${ladder}`;
  const given = readObject(raw, where, rungs, faults);
  const parsed: Record<string, Rung> = {};
  let capAbove = scoreMax;
  for (const rung of rungs) {
    const fields = readObject(given[rung], `${where}.${rung}`, ['penalty', 'cap'], faults);
    const { penalty, cap } = readRung(fields, `${where}.${rung}`, faults);
    if (cap > capAbove) faults.push(`${where}.${rung}.cap: a worse rung may not have a higher cap than a milder one`);
    capAbove = Math.min(capAbove, cap);
    parsed[rung] = { penalty, cap };
  }
  return parsed;
}

export function readRung(fields: Readonly<Record<string, unknown>>, where: string, faults: string[]): Rung {
  return {
    penalty: readNumber(fields['penalty'], `${where}.penalty`, scoreMax, faults),
    cap: readNumber(fields['cap'], `${where}.cap`, scoreMax, faults),
  };
}

export function readObject(
  raw: unknown,
  where: string,
  keys: readonly string[],
  faults: string[],
): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    faults.push(`${where}: must be a mapping with ${keys.join(', ')}`);
    return {};
  }
  for (const key of Object.keys(raw)) {
    if (!keys.includes(key)) faults.push(`${where}.${key}: unknown; the keys here are ${keys.join(', ')}`);
  }
  return raw as Record<string, unknown>;
}

export function readNumber(raw: unknown, where: string, max: number, faults: string[]): number {
  if (typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= max) return raw;
  faults.push(`${where}: must be a whole number from 0 to ${max}`);
  return 0;
}
