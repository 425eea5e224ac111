// Calls that a party needs before the one that answers.

import { type Static, Type } from 'typebox';
import { closed, expression } from '../shapes.ts';
import { outcomeSchema } from './outcome.ts';
import { requestSchema } from './request.ts';
import { responseSchema } from './response.ts';

/** Placeholders use these names: `{call.NAME.value}`. */
const namePattern = '^[a-z][a-z0-9_]{0,31}$';

const callSchema = closed({
  name: Type.String({ pattern: namePattern, description: 'Its name: up to 32 of a-z, 0-9 and _, a letter first.' }),
  request: requestSchema,
  response: Type.Optional(responseSchema),
  outcomes: Type.Optional(
    Type.Array(outcomeSchema, {
      description: 'Which statuses or bodies of this call mean what. With `answer` the next call is made.',
    }),
  ),
  number: Type.Optional(expression('the CPF or CNPJ in its answer, checked against the one that was asked.')),
  values: Type.Optional(
    Type.Record(Type.String({ pattern: namePattern }), expression('a text or a whole number of its answer.'), {
      additionalProperties: false,
      description: 'What it gives to the calls after it and to `request`, as the placeholders {call.NAME.VALUE}.',
    }),
  ),
});
export type CallDescription = Static<typeof callSchema>;

export const callsSchema = Type.Array(callSchema, {
  minItems: 1,
  description:
    'Calls before `request`, in this order. All of them are one question: one deadline, one price, one breaker.',
});

/** Each takes its part of one deadline. */
export const callsMax = 8;
