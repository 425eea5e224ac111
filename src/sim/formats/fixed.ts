// Answers as positional strings. A party writes its own; here is how a value gets to its place, and how a string is spoiled.

import type { WireFormat } from './wire-format.ts';

export const fixed: WireFormat = {
  type: 'text/html',
  encoding: 'latin1',
  write: (body) => String(body ?? ''),
  // A string has no types: what comes nearest are letters where digits belong.
  writeWrongTypes: (body) => String(body ?? '').replaceAll(/\d/g, 'X'),
  toHugeScore: (text) => text.replaceAll(/(N500.{6}S)\d{6}/g, '$1999999'),
  toProto: (text) => text.replace(/^(<PRE>\n)?/, '$1__proto__'),
  padding: ['<PRE>', '</PRE>'],
  simulated: 'SIMULADO',
};

/** Aligns a text to the left of its field. The text must fit. */
export function padText(value: string | null, width: number): string {
  const text = value ?? '';
  if (text.length > width) throw new Error(`A simulated value has ${text.length} characters, and its field ${width}.`);
  return text.padEnd(width);
}

export function toDigits(value: string | number, width: number): string {
  return String(value).padStart(width, '0');
}
