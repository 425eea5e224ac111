// What it costs that no mapping can freeze the service: a plain path beside the bare walk along it, an expression that runs here
// beside bare JSONata, and the same expression in the party's thread.

import jsonata from 'jsonata';
import type { BodyTree } from '../../src/sources/answer/body/body-format.ts';
import { parseJson } from '../../src/sources/answer/body/json-body.ts';
import { compileExpression, type Expression } from '../../src/sources/answer/expressions/expression.ts';
import {
  createExpressionThread,
  type ExpressionThread,
} from '../../src/sources/answer/expressions/expression-thread.ts';
import { findShortcut } from '../../src/sources/answer/expressions/plain-path.ts';
import { print } from '../support/print.ts';
import { measureRounds, median } from '../support/rounds.ts';

const never = new AbortController().signal;
const body = toBody({
  reports: [
    { registration: { consumerName: 'MARIA DAS DORES TESTE', statusRegistration: 'REGULAR' }, score: { score: 742 } },
  ],
  markers: [{ state: 'CANCELLED' }],
});
const path = 'reports[0].score.score';
const filter = '$count(markers[state = "REGISTERED"]) > 0';

export async function run(): Promise<void> {
  const thread = createExpressionThread(5000);
  const bare = findShortcut(path) ?? (() => 0);
  const compiled = compile(path, thread);
  const plain = measureRounds(
    [
      { name: 'the bare walk', runOnce: () => Number(bare(body.known)) },
      { name: 'the expression', runOnce: () => Number(compiled.evaluate(body, never)) },
    ],
    { rounds: 15, turnMs: 50 },
  );
  const [walkNs = 0, expressionNs = 0] = plain.values();
  print(
    `${path}: ${walkNs.toFixed(0)} ns bare, ${expressionNs.toFixed(0)} ns as an expression: ${(expressionNs / walkNs).toFixed(2)} times`,
  );

  const interpreter = jsonata(filter);
  const here = compile(filter, thread);
  const [bareUs, hereUs, threadUs] = await takeTurns([
    () => interpreter.evaluate(body.known),
    async () => here.evaluate(body, never),
    () => thread.run({ text: filter, body: body.known }, never),
  ]);
  print(`${filter}: ${bareUs} µs by bare JSONata, ${hereUs} µs here, ${threadUs} µs in the thread`);
  await thread.close();
}

/** Microseconds for one, the median of rounds that take turns. */
async function takeTurns(works: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < 30; round++) {
    for (const [index, work] of works.entries()) {
      const startNs = process.hrtime.bigint();
      for (let repeat = 0; repeat < 200; repeat++) await work();
      times[index]?.push(Number(process.hrtime.bigint() - startNs) / 200_000);
    }
  }
  return times.map((each) => median(each).toFixed(1));
}

function compile(text: string, thread: ExpressionThread): Expression {
  const compiled = compileExpression(text, thread);
  if (compiled.kind === 'invalid') throw new Error(compiled.problem);
  return compiled.expression;
}

function toBody(value: unknown): BodyTree {
  const parsed = parseJson(Buffer.from(JSON.stringify(value)));
  if (parsed.kind !== 'tree') throw new Error('not JSON');
  return parsed;
}
