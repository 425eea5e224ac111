// What the signals of a mapped answer may hold: what the description declares, or nothing.

import { describeDeclared, isDeclared, type SignalDeclaration, type SignalValue } from '../../domain/risk/signal.ts';
import type { Expression } from './expressions/expression.ts';
import { InvalidAnswer } from './mapped-value.ts';

export interface DeclaredSignal {
  readonly name: string;
  readonly declaration: SignalDeclaration;
  readonly expression: Expression;
}

/** Returns the name that answer faults and expression keys use. */
export function toSignalField(name: string): string {
  return `signals.${name}`;
}

/** `values` by the names of `toSignalField`. What the answer lacks is left out. */
export function readSignals(
  signals: readonly DeclaredSignal[],
  values: Readonly<Record<string, unknown>>,
): Record<string, SignalValue> {
  const told: Record<string, SignalValue> = {};
  for (const { name, declaration } of signals) {
    const field = toSignalField(name);
    const value = values[field] ?? null;
    if (value === null) continue;
    if (!isDeclared(declaration, value)) throw new InvalidAnswer(field, `it must be ${describeDeclared(declaration)}`);
    told[name] = value;
  }
  return told;
}
