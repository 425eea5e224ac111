// Runs the operator's mapping over a party's JSON and holds the number in the answer against the one that was asked.
// What a field may hold is decided by `person-mapping.ts` and `company-mapping.ts`.

import type { Failure, Reply } from '../reply.ts';
import type { Expression } from './expression.ts';
import { InvalidAnswer } from './mapped-value.ts';
import type { JsonBody } from './response-body.ts';

export type Expressions<Field extends string> = Readonly<Partial<Record<Field | 'found', Expression>>>;
export type MappedValues<Field extends string> = Readonly<Partial<Record<Field | 'found', unknown>>>;

/** What an answer is held against. */
export interface Asked {
  /** Of the person or company that the request was about. */
  readonly number: string;
  /** YYYY-MM-DD in Brazil. */
  readonly today: string;
  readonly signal: AbortSignal;
}

export interface AnswerReader<Value> {
  /** What the body says. It never rejects. */
  read(body: JsonBody, asked: Asked): Promise<Reply<Value>>;
  /** Why a body is not to be believed because of the number that it carries. One without a number passes. It never rejects. */
  findWrongNumber(body: JsonBody, asked: Asked): Promise<Failure | undefined>;
  /** The code in a body that `codes` does not list, as the party wrote it; for who tries a description. It never rejects. */
  findUnlistedCode(body: JsonBody, signal: AbortSignal): Promise<string | undefined>;
}

interface MappingOptions<Field extends string, Value> {
  readonly expressions: Expressions<Field>;
  /** The field that repeats the number. */
  readonly echoField: Field;
  readonly echoLength: number;
  /** Throws InvalidAnswer where a value does not fit. */
  readonly toValue: (values: MappedValues<Field>, asked: Asked) => Value;
  /** The field that `codes` translates. */
  readonly codeField: Field;
  readonly isListed: (code: unknown) => boolean;
  /** Whether the values say something about somebody, which a party that knows nobody cannot. */
  readonly claimsSomething: (values: MappedValues<Field>) => boolean;
}

export function createMapping<Field extends string, Value>(options: MappingOptions<Field, Value>): AnswerReader<Value> {
  const { expressions, echoField } = options;
  const entries = Object.entries(expressions) as [Field | 'found', Expression][];

  const evaluate = async (field: string, expression: Expression, body: JsonBody, asked: Asked): Promise<unknown> => {
    try {
      const result = expression.evaluate(body, asked.signal);
      return result instanceof Promise ? await result : result;
    } catch {
      // The error of the interpreter may quote the body.
      throw new InvalidAnswer(field, 'its expression fails on this answer');
    }
  };
  const findWrongNumber = (value: unknown, asked: Asked): Failure | undefined => {
    const echo = readEcho(echoField, value, options.echoLength);
    if (echo === undefined || echo === asked.number) return undefined;
    return {
      kind: 'failed',
      reason: 'wrong_person',
      sent: true,
      fault: { field: echoField, problem: 'it is another number' },
    };
  };

  return {
    read: (body, asked) =>
      orInvalid(async () => {
        if (isEmpty(body.sent))
          throw new InvalidAnswer('answer', 'it must be an object or a list that holds something');
        const values: Partial<Record<Field | 'found', unknown>> = {};
        for (const [field, expression] of entries) values[field] = await evaluate(field, expression, body, asked);
        const found = expressions.found === undefined ? true : values.found;
        if (typeof found !== 'boolean') throw new InvalidAnswer('found', 'it must be true or false');
        const wrongNumber = findWrongNumber(values[echoField], asked);
        if (wrongNumber !== undefined) return wrongNumber;
        if (!found) {
          if (options.claimsSomething(values)) {
            throw new InvalidAnswer('found', 'it is false, and yet the answer says something about somebody');
          }
          return { kind: 'not_found' };
        }
        // The mapping says that this party repeats the number: an answer without it may be anybody's.
        if (expressions[echoField] !== undefined && (values[echoField] ?? null) === null) {
          throw new InvalidAnswer(echoField, 'it is missing, so the answer may be about anybody');
        }
        return { kind: 'found', value: options.toValue(values, asked) };
      }),
    findWrongNumber: (body, asked) =>
      orInvalid(async () => {
        const expression = expressions[echoField];
        if (expression === undefined) return undefined;
        return findWrongNumber(await evaluate(echoField, expression, body, asked), asked);
      }),
    async findUnlistedCode(body, signal) {
      try {
        const code = await expressions[options.codeField]?.evaluate(body, signal);
        if ((typeof code !== 'string' && typeof code !== 'number') || code === '') return undefined;
        return options.isListed(code) ? undefined : String(code);
      } catch {
        return undefined;
      }
    },
  };
}

/** A mapping that fails and a value that does not fit are the same to the caller. */
async function orInvalid<Result>(work: () => Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    const fault = error instanceof InvalidAnswer ? error.fault : undefined;
    return { kind: 'failed', reason: 'invalid_response', sent: true, ...(fault === undefined ? {} : { fault }) };
  }
}

/** Null, a number, a text, `[]` and `{}` are no answers, whatever the status says. */
function isEmpty(sent: unknown): boolean {
  return typeof sent !== 'object' || sent === null || Object.keys(sent).length === 0;
}

/** The number in the answer without its mask. A JSON number has lost its leading zeros. */
function readEcho(field: string, value: unknown, length: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value).padStart(length, '0');
  if (typeof value !== 'string') throw new InvalidAnswer(field, 'it must be text or a whole number');
  return value.replace(/[.\-/\s]/g, '').toUpperCase();
}
