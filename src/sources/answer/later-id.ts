// The id that a party gives a question which it answers later: read out of the first answer, and held against the one in the second.

import type { Failure } from '../reply.ts';
import type { Asked } from './asked.ts';
import type { AnswerBody } from './body/body-format.ts';
import { tryToEvaluate } from './expressions/evaluate.ts';
import type { Expression } from './expressions/expression.ts';
import type { AnswerReader } from './mapping.ts';

/** The placeholder of a poll that stands for it. */
export const laterIdName = 'async.id';
/** The placeholder of an order that is the same text however often the same order has to be sent: a party that knows it takes it once. */
export const orderKeyName = 'async.key';

/** It goes into an address: no blank, no control character, nothing endless. A segment of dots would lead to another address. */
const idForm = /^(?!\.+$)[\x21-\x7e]{1,256}$/;

/** Reads the id alone; whom the answer speaks of is looked at by the party's own reader. */
export function createLaterIdReader(id: Expression, party: AnswerReader<unknown>): AnswerReader<string> {
  return {
    expressions: [id, ...party.expressions],
    read: async (body, { signal }) => {
      const value = await readLaterId(id, body, signal);
      return value === undefined
        ? toIdFailure('invalid_response', 'async.id', 'it must be a text or a whole number that fits into an address')
        : { kind: 'found', value };
    },
    findWrongNumber: (body, asked) => party.findWrongNumber(body, asked),
    findUnlistedCode: async () => undefined,
  };
}

/** Answers that repeat the id must repeat the one that was asked for: another one's report is another person's. */
export function withRepeatedId<Value>(reader: AnswerReader<Value>, id: Expression | undefined): AnswerReader<Value> {
  if (id === undefined) return reader;
  const isOther = async (body: AnswerBody, { laterId, signal }: Asked): Promise<boolean | undefined> => {
    const repeated = await readLaterId(id, body, signal);
    return repeated === undefined ? undefined : repeated !== laterId;
  };
  return {
    ...reader,
    expressions: [id, ...reader.expressions],
    async read(body, asked) {
      const other = await isOther(body, asked);
      if (other === undefined)
        return toIdFailure('invalid_response', 'async.poll.id', 'it is missing, so the answer may be about anybody');
      return other ? toWrong() : await reader.read(body, asked);
    },
    async findWrongNumber(body, asked) {
      return (await isOther(body, asked)) === true ? toWrong() : await reader.findWrongNumber(body, asked);
    },
  };
}

/** Returns undefined if no id fits. The function never rejects. */
export async function readLaterId(id: Expression, body: AnswerBody, signal: AbortSignal): Promise<string | undefined> {
  const value = await tryToEvaluate(id, body, signal);
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && idForm.test(text) ? text : undefined;
}

const toWrong = () => toIdFailure('wrong_person', 'async.poll.id', 'it is the id of another question');

function toIdFailure(reason: Failure['reason'], field: string, problem: string): Failure {
  return { kind: 'failed', reason, sent: true, fault: { field, problem } };
}
