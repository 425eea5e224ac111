// Runs the operator's mapping over a party's answer and holds the number in the answer against the one that was asked.
// What a field may hold is decided by `person-mapping.ts` and `company-mapping.ts`.

import type { Failure, Reply } from '../reply.ts';
import { type Asked, findOtherNumber, refuseNobody } from './asked.ts';
import { type AnswerBody, isEmptyBody } from './body/body-format.ts';
import { evaluateField, toInvalid, tryToEvaluate } from './expressions/evaluate.ts';
import type { Expression } from './expressions/expression.ts';
import { InvalidAnswer } from './mapped-value.ts';

export type Expressions<Field extends string> = Readonly<Partial<Record<Field | 'found', Expression>>>;
export type MappedValues<Field extends string> = Readonly<Partial<Record<Field | 'found', unknown>>>;

export interface AnswerReader<Value> {
  /** `expressions` has all that the reader asks of a body. */
  readonly expressions: readonly Expression[];
  /** Reads the values of the body. The function rejects only by a mistake of ours. */
  read(body: AnswerBody, asked: Asked): Promise<Reply<Value>>;
  /** Returns the reason to distrust a body because of its number. A body without a number passes. The function rejects only by a mistake of ours. */
  findWrongNumber(body: AnswerBody, asked: Asked): Promise<Failure | undefined>;
  /** The code in a body that `codes` does not list, as the party wrote it; for who tries a description. It never rejects. */
  findUnlistedCode(body: AnswerBody, signal: AbortSignal): Promise<string | undefined>;
}

interface MappingOptions<Field extends string, Value> {
  readonly expressions: Expressions<Field>;
  /** The field that repeats the number. */
  readonly echoField: Field;
  /** Throws InvalidAnswer where a value does not fit. */
  readonly toValue: (values: MappedValues<Field>, asked: Asked) => Value;
  /** The field that `codes` translates. */
  readonly codeField: Field;
  readonly isListed: (code: unknown) => boolean;
  /** Tells whether the values state facts about a person, which a party that does not know the person cannot. */
  readonly claimsSomething: (values: MappedValues<Field>) => boolean;
}

export function createMapping<Field extends string, Value>(options: MappingOptions<Field, Value>): AnswerReader<Value> {
  const { expressions, echoField } = options;
  const entries = Object.entries(expressions) as [Field | 'found', Expression][];

  return {
    expressions: entries.map(([, expression]) => expression),
    async read(body, asked) {
      try {
        if (isEmptyBody(body)) throw new InvalidAnswer('answer', 'it must be an object or a list that holds something');
        const values: Partial<Record<Field | 'found', unknown>> = {};
        for (const [field, expression] of entries) {
          const value = evaluateField(field, expression, body, asked.signal);
          values[field] = value instanceof Promise ? await value : value;
        }
        const found = expressions.found === undefined ? true : values.found;
        if (typeof found !== 'boolean') throw new InvalidAnswer('found', 'it must be true or false');
        const wrongNumber = findOtherNumber(echoField, values[echoField], asked);
        if (wrongNumber !== undefined) return wrongNumber;
        if (!found) {
          if (options.claimsSomething(values)) {
            throw new InvalidAnswer('found', 'it is false, and yet the answer says something about somebody');
          }
          return { kind: 'not_found' };
        }
        if (expressions[echoField] !== undefined) refuseNobody(echoField, values[echoField]);
        return { kind: 'found', value: options.toValue(values, asked) };
      } catch (error) {
        return toInvalid(error);
      }
    },
    async findWrongNumber(body, asked) {
      const expression = expressions[echoField];
      if (expression === undefined) return undefined;
      try {
        return findOtherNumber(echoField, await evaluateField(echoField, expression, body, asked.signal), asked);
      } catch (error) {
        return toInvalid(error);
      }
    },
    async findUnlistedCode(body, signal) {
      const expression = expressions[options.codeField];
      const code = expression && (await tryToEvaluate(expression, body, signal));
      if ((typeof code !== 'string' && typeof code !== 'number') || code === '') return undefined;
      return options.isListed(code) ? undefined : String(code);
    },
  };
}
