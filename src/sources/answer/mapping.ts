// Runs the operator's mapping over a party's JSON and holds the number in the answer against the one that was asked.
// What a field may hold is decided by `person-mapping.ts` and `company-mapping.ts`.

import type { Reply } from '../reply.ts';
import type { Expression } from './expression.ts';
import { InvalidAnswer } from './mapped-value.ts';

export type Expressions<Field extends string> = Readonly<Partial<Record<Field | 'found', Expression>>>;
export type MappedValues<Field extends string> = Readonly<Partial<Record<Field | 'found', unknown>>>;

/** `asked` is the number of the person or company that the request was about. */
export type MapBody<Value> = (body: unknown, asked: string) => Promise<Reply<Value>>;

interface MappingOptions<Field extends string, Value> {
  readonly expressions: Expressions<Field>;
  /** The field that repeats the number. */
  readonly echoField: Field;
  readonly echoLength: number;
  /** Throws InvalidAnswer where a value does not fit. */
  readonly toValue: (values: MappedValues<Field>, asked: string) => Value;
}

export function createMapping<Field extends string, Value>(options: MappingOptions<Field, Value>): MapBody<Value> {
  const { expressions, echoField } = options;
  const entries = Object.entries(expressions) as [Field | 'found', Expression][];

  return async (body, asked) => {
    try {
      const values: Partial<Record<Field | 'found', unknown>> = {};
      for (const [field, evaluate] of entries) {
        const result = evaluate(body);
        values[field] = result instanceof Promise ? await result : result;
      }
      const found = expressions.found === undefined ? true : values.found;
      if (typeof found !== 'boolean') throw new InvalidAnswer('found');
      const echo = readEcho(values[echoField], options.echoLength);
      if (echo !== undefined && echo !== asked) return { kind: 'failed', reason: 'wrong_person', sent: true };
      if (!found) return { kind: 'not_found' };
      // The mapping says that this party repeats the number: an answer without it may be anybody's.
      if (expressions[echoField] !== undefined && echo === undefined) throw new InvalidAnswer(echoField);
      return { kind: 'found', value: options.toValue(values, asked) };
    } catch {
      // A mapping that fails and a value that does not fit are the same to the caller. The error may quote the body.
      return { kind: 'failed', reason: 'invalid_response', sent: true };
    }
  };
}

/** The number in the answer without its mask. A JSON number has lost its leading zeros. */
function readEcho(value: unknown, length: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value).padStart(length, '0');
  if (typeof value !== 'string') throw new InvalidAnswer('number');
  return value.replace(/[.\-/\s]/g, '').toUpperCase();
}
