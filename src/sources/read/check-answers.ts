// Checks how answers are understood: outcomes, mapping, and that silence never becomes a verdict.

import type { KeyPath } from '../../yaml-file.ts';
import { compileExpression, type Expression } from '../answer/expressions/expression.ts';
import { createInterpreter } from '../answer/expressions/interpreter.ts';
import type { Outcome } from '../call/meaning.ts';
import type { OutcomeDescription } from '../schema/calls/outcome.ts';
import type { PartyDescription } from '../schema/party.ts';
import type { CheckContext } from './check-context.ts';

/** Fields of which a wrong "no" or zero does harm. */
const verdicts = ['found', 'pending_debts', 'score', 'fraud_alert', 'mei', 'head_office', 'special_situation'] as const;
/** Fields of which a wrong "yes" does harm as well. */
const accusations: readonly string[] = ['pending_debts', 'fraud_alert'];

/**
 * Silence must stay silence. In JSONata a missing field compared with anything is false, and counts as 0: without this
 * check an empty answer would read as "no alert", "no debts" or "not found".
 */
export async function checkSilence(
  expressions: Readonly<Partial<Record<string, Expression>>>,
  context: CheckContext,
): Promise<void> {
  for (const field of verdicts) {
    const expression = expressions[field];
    if (expression === undefined) continue;
    if (!(await checkSilent(expression, ['mapping', field], context))) continue;
    const guess = await evaluateOn(expression, toAnswerBody(expression.shape.paths, 'a word that nobody named'));
    if (guess === false || (guess === true && accusations.includes(field))) {
      context.warn(
        ['mapping', field],
        `a word or a type that it does not expect reads as ${guess}; name both sides, as in $verdict(x, "YES", "NO"), or ask for the type, as in $some(list)`,
      );
    }
  }
}

/** Tells whether an expression returns no value for an answer without content. */
export async function checkSilent(expression: Expression, path: KeyPath, context: CheckContext): Promise<boolean> {
  const verdict = (await evaluateOn(expression, {})) ?? null;
  if (verdict !== null) {
    context.fault(path, 'it gives a verdict on an empty answer; write "$exists(x) ? … : null" around it');
  }
  return verdict === null;
}

/** A body in which every field that an expression looks at holds the same. */
function toAnswerBody(paths: readonly (readonly string[])[], leaf: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  // The longest first, so that what has fields of its own is not made a leaf.
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    let node = body;
    for (const [index, key] of path.entries()) {
      if (index === path.length - 1) node[key] ??= leaf;
      else {
        node[key] ??= {};
        node = node[key] as Record<string, unknown>;
      }
    }
  }
  return body;
}

async function evaluateOn(expression: Expression, body: unknown): Promise<unknown> {
  try {
    return await expression.evaluateHere(body);
  } catch {
    return undefined;
  }
}

/** `path` is where they stand: outcomes of the first request, of an earlier call, or of one that fetches an answer later. */
export async function checkOutcomes(
  outcomes: readonly OutcomeDescription[] | undefined,
  path: KeyPath,
  context: CheckContext,
): Promise<Outcome[]> {
  const checked: Outcome[] = [];
  for (const [index, each] of (outcomes ?? []).entries()) {
    checked.push(await checkOutcome(each, [...path, String(index)], context));
  }
  return checked;
}

async function checkOutcome(outcome: OutcomeDescription, path: KeyPath, context: CheckContext): Promise<Outcome> {
  if (outcome.means === 'pending' && path[0] !== 'async') {
    context.fault([...path, 'means'], 'only answers that are fetched later can be pending: see async.poll.outcomes');
  }
  if (outcome.status === undefined && outcome.body === undefined) {
    context.fault(path, 'it needs a status or a body, or it would match every answer');
  }
  if (outcome.means === 'not_found' && outcome.body === undefined && outcome.content_type === undefined) {
    context.fault(
      path,
      'a bare status would believe the page of any gateway on the way: add a body that names what the party says, or its content_type',
    );
  }
  // Such as 4 for 4xx.
  const statuses = [outcome.status ?? []].flat().map((each) => (typeof each === 'number' ? each : Number(each[0])));
  const body = await compileExpressionAt(outcome.body, [...path, 'body'], context);
  if (outcome.means === 'not_found' && body !== undefined && (await evaluateOn(body, {})) === true) {
    context.fault([...path, 'body'], 'an empty answer would mean not found; name what the party says');
  }
  return {
    statuses,
    mediaType: outcome.content_type,
    body,
    means: outcome.means,
  };
}

/** Compiles the expressions of a mapping, by its keys. */
export async function compileExpressions(
  texts: Readonly<Partial<Record<string, string>>> | undefined,
  path: KeyPath,
  context: CheckContext,
): Promise<Record<string, Expression>> {
  const expressions: Record<string, Expression> = {};
  for (const [key, text] of Object.entries(texts ?? {})) {
    const expression = await compileExpressionAt(text, [...path, key], context);
    if (expression !== undefined) expressions[key] = expression;
  }
  return expressions;
}

/** Returns undefined after a fault, or if there is no text. `key` is the name that operators see when Confere reports where the expression runs. */
export async function compileExpressionAt(
  text: string | undefined,
  path: KeyPath,
  context: CheckContext,
  key = path.join('.'),
): Promise<Expression | undefined> {
  if (text === undefined) return undefined;
  const compiled = compileExpression(text, context.thread);
  if (compiled.kind === 'invalid') {
    context.fault(path, compiled.problem);
    return undefined;
  }
  const { expression } = compiled;
  if (expression.runs === 'thread') context.inThread.push(key);
  // JSONata compiles any name and fails when it is called, which would be in the middle of an answer.
  for (const name of expression.shape.names) {
    const isKnown = await createInterpreter(`$exists($${name})`).evaluate({});
    if (isKnown !== true) context.fault(path, `there is no function or variable $${name}`);
  }
  return expression;
}

/** The codes, words and numbers that the description itself names. */
export function findLiterals(description: PartyDescription): ReadonlySet<string> {
  const expressions = [
    ...Object.values(description.mapping),
    ...[description, ...(description.calls ?? []), ...[description.async?.poll ?? []].flat()].flatMap(
      ({ outcomes = [] }) => outcomes.map(({ body }) => body ?? ''),
    ),
    ...(description.calls ?? []).flatMap(({ values }) => Object.values(values ?? {})),
    ...('signals' in description ? Object.values(description.signals ?? {}).map(({ value }) => value) : []),
  ];
  const named = expressions.flatMap((text) => [...text.matchAll(/"([^"]*)"|'([^']*)'|\b(\d+)\b/g)]);
  const codes = Object.values(description.codes ?? {}).flatMap((map) => Object.keys(map));
  return new Set([...codes, ...named.map((match) => match[1] ?? match[2] ?? match[3] ?? '')]);
}
