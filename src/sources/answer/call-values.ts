// What the answer of one call gives to the requests after it: values by name, once the answer is about the right number.

import type { Failure } from '../reply.ts';
import { type Asked, findOtherNumber, refuseNobody } from './asked.ts';
import type { AnswerBody } from './body/body-format.ts';
import { evaluateField, toInvalid } from './expressions/evaluate.ts';
import type { Expression } from './expressions/expression.ts';
import { InvalidAnswer } from './mapped-value.ts';

export interface CallValues {
  readonly kind: 'values';
  /** By the names of their placeholders, such as `call.person.id`. */
  readonly values: Readonly<Record<string, string>>;
}

export interface CallReader {
  /** `expressions` has all that the reader asks of a body. */
  readonly expressions: readonly Expression[];
  /** It rejects only by a mistake of ours. */
  read(body: AnswerBody, asked: Asked): Promise<CallValues | Failure>;
  /** Returns the reason to distrust a body because of its number. A body without a number passes. */
  findWrongNumber(body: AnswerBody, asked: Asked): Promise<Failure | undefined>;
}

interface CallExpressions {
  /** The number that the answer repeats. */
  readonly number: Expression | undefined;
  readonly values: Readonly<Record<string, Expression>>;
}

const lengthMax = 4096;

export function createCallReader(call: string, { number, values }: CallExpressions): CallReader {
  const entries = Object.entries(values);
  const numberField = `calls.${call}.number`;
  const readNumber = async (body: AnswerBody, asked: Asked): Promise<unknown> =>
    number === undefined ? undefined : await evaluateField(numberField, number, body, asked.signal);
  return {
    expressions: [...(number === undefined ? [] : [number]), ...Object.values(values)],
    async read(body, asked) {
      try {
        const echo = await readNumber(body, asked);
        const wrongNumber = findOtherNumber(numberField, echo, asked);
        if (wrongNumber !== undefined) return wrongNumber;
        if (number !== undefined) refuseNobody(numberField, echo);
        const read: Record<string, string> = {};
        for (const [name, expression] of entries) {
          const field = `calls.${call}.values.${name}`;
          read[`call.${call}.${name}`] = readValue(field, await evaluateField(field, expression, body, asked.signal));
        }
        return { kind: 'values', values: read };
      } catch (error) {
        return toInvalid(error);
      }
    },
    async findWrongNumber(body, asked) {
      try {
        return findOtherNumber(numberField, await readNumber(body, asked), asked);
      } catch (error) {
        return toInvalid(error);
      }
    },
  };
}

/** As it will stand in a request, where a control character or a path of dots would mean something else than a value. */
function readValue(field: string, value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') throw new InvalidAnswer(field, 'it must be text or a whole number');
  if (text === '' || text.length > lengthMax) {
    throw new InvalidAnswer(field, `it must have 1 to ${lengthMax} characters`);
  }
  if (!text.isWellFormed() || /\p{Cc}/u.test(text) || /^\.+$/.test(text)) {
    throw new InvalidAnswer(field, 'it holds a control character, half a character or nothing but dots');
  }
  return text;
}
