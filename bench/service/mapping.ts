// What it costs that no mapping can freeze the service: a plain path beside the bare walk along it, an expression that runs here
// beside bare JSONata, and the same expression in the party's thread.

import jsonata from 'jsonata';
import type { BodyTree } from '../../src/sources/answer/body/body-format.ts';
import { parseJson } from '../../src/sources/answer/body/json-body.ts';
import { compileExpression, type Expression } from '../../src/sources/answer/expressions/expression.ts';
import { findShortcut } from '../../src/sources/answer/expressions/plain-path.ts';
import { type AnswerThread, createAnswerThread } from '../../src/sources/answer/thread/answer-thread.ts';
import { print } from '../support/print.ts';
import { measureRounds, median, takeTurns } from '../support/rounds.ts';

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
  const thread = createAnswerThread(5000);
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
  const times = await takeTurns(30, {
    bare: () => timeUs(() => interpreter.evaluate(body.known)),
    here: () => timeUs(async () => here.evaluate(body, never)),
    thread: () => timeUs(() => thread.run({ text: filter, body: body.known }, never)),
  });
  const [bareUs, hereUs, threadUs] = [...times.values()].map((each) => median(each).toFixed(1));
  print(`${filter}: ${bareUs} µs by bare JSONata, ${hereUs} µs here, ${threadUs} µs in the thread`);
  await thread.close();
}

/** Microseconds for one. */
async function timeUs(work: () => Promise<unknown>): Promise<number> {
  const startNs = process.hrtime.bigint();
  for (let repeat = 0; repeat < 200; repeat++) await work();
  return Number(process.hrtime.bigint() - startNs) / 200_000;
}

function compile(text: string, thread: AnswerThread): Expression {
  const compiled = compileExpression(text, thread);
  if (compiled.kind === 'invalid') throw new Error(compiled.problem);
  return compiled.expression;
}

function toBody(value: unknown): BodyTree {
  const parsed = parseJson(Buffer.from(JSON.stringify(value)));
  if (parsed.kind !== 'tree') throw new Error('not JSON');
  return parsed;
}
