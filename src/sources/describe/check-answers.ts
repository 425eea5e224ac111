// Checks how answers are understood: outcomes, mapping, and that silence never becomes a verdict.

import { compileExpression, type Expression } from '../answer/expression.ts';
import type { Expressions } from '../answer/mapping.ts';
import type { Outcome } from '../call/http-call.ts';
import type { CheckContext } from './check-context.ts';
import type { CompanySourceDescription, OutcomeDescription, PersonSourceDescription } from './description.ts';
import type { KeyPath } from './schema-faults.ts';

/** Fields of which a wrong "no" or zero does harm. */
const verdicts = ['found', 'pending_debts', 'score', 'fraud_alert'] as const;

/**
 * Silence must stay silence. In JSONata a missing field compared with anything is false, and counts as 0: without this
 * check an empty answer would read as "no alert", "no debts" or "not found".
 */
export async function checkSilence(
  expressions: Readonly<Partial<Record<string, Expression>>>,
  outcomes: readonly Outcome[],
  context: CheckContext,
): Promise<void> {
  for (const field of verdicts) {
    const verdict = await evaluateOnNothing(expressions[field]);
    if (verdict === undefined || verdict === null) continue;
    context.fault(['mapping', field], 'it gives a verdict on an empty answer; write "$exists(x) ? … : null" around it');
  }
  for (const [index, outcome] of outcomes.entries()) {
    // With a 404 the status itself has spoken.
    if (outcome.means !== 'not_found' || !outcome.matches(200)) continue;
    if ((await evaluateOnNothing(outcome.body)) !== true) continue;
    context.fault(
      ['outcomes', String(index), 'body'],
      'an empty answer would mean not found; name what the party says',
    );
  }
}

async function evaluateOnNothing(expression: Expression | undefined): Promise<unknown> {
  try {
    return await expression?.({});
  } catch {
    return undefined;
  }
}

export function checkOutcome(outcome: OutcomeDescription, index: number, context: CheckContext): Outcome {
  const path = ['outcomes', String(index)];
  if (outcome.status === undefined && outcome.body === undefined) {
    context.fault(path, 'it needs a status or a body, or it would match every answer');
  }
  const statuses = outcome.status === undefined ? [] : [outcome.status].flat();
  return {
    matches: (status) => statuses.length === 0 || statuses.some((each) => isStatus(each, status)),
    body: outcome.body === undefined ? undefined : compile(outcome.body, [...path, 'body'], context),
    means: outcome.means,
  };
}

function isStatus(expected: number | string, status: number): boolean {
  return typeof expected === 'number' ? expected === status : Number(expected[0]) === Math.floor(status / 100);
}

export function compileMapping<Field extends string>(
  mapping: Readonly<Partial<Record<Field, string>>>,
  context: CheckContext,
): Expressions<Field> {
  const entries = Object.entries<string | undefined>(mapping).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, compile(text, ['mapping', field], context)]],
  );
  return Object.fromEntries(entries) as Expressions<Field>;
}

function compile(text: string, path: KeyPath, context: CheckContext): Expression {
  const compiled = compileExpression(text);
  if (compiled.kind === 'valid') return compiled.evaluate;
  context.fault(path, compiled.problem);
  return async () => undefined;
}

/** The codes, words and numbers that the description itself names. */
export function findLiterals(description: PersonSourceDescription | CompanySourceDescription): ReadonlySet<string> {
  const expressions = [
    ...Object.values(description.mapping),
    ...(description.outcomes ?? []).map(({ body }) => body ?? ''),
  ];
  const named = expressions.flatMap((text) => [...text.matchAll(/"([^"]*)"|'([^']*)'|\b(\d+)\b/g)]);
  const codes = Object.values(description.codes ?? {}).flatMap((map) => Object.keys(map));
  return new Set([...codes, ...named.map((match) => match[1] ?? match[2] ?? match[3] ?? '')]);
}
