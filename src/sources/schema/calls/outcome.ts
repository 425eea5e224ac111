// What the HTTP answers of a party mean.

import { type Static, Type } from 'typebox';
import { closed, expression, oneOf } from '../shapes.ts';

/** An HTTP answer can have these meanings. Every meaning but the first two leaves the source `unavailable`, with that reason. */
export const meanings = [
  'answer',
  'not_found',
  'needs_birth_date',
  'minor',
  'our_fault',
  'temporarily_unavailable',
  'rate_limited',
  'credit_exhausted',
  'authentication_failed',
  // Only where an answer is fetched later: it is not there yet.
  'pending',
] as const;
export type Meaning = (typeof meanings)[number];

/** Redirects are refused before anything is judged, so no outcome can speak of them. */
const statusSchema = Type.Union([
  Type.Integer({ minimum: 200, maximum: 299 }),
  Type.Integer({ minimum: 400, maximum: 599 }),
  Type.Unsafe<'2xx' | '4xx' | '5xx'>({ type: 'string', enum: ['2xx', '4xx', '5xx'] }),
]);

export const outcomeSchema = closed({
  status: Type.Optional(
    Type.Union([statusSchema, Type.Array(statusSchema, { minItems: 1 })], {
      description: 'A status such as 404, a class such as 5xx, or a list of them. Redirects are always refused.',
    }),
  ),
  content_type: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9.+-]+/[a-z0-9.+-]+$',
      description: 'The type of the content, such as application/json, without parameters.',
    }),
  ),
  body: Type.Optional(expression('true where this outcome applies to the body.')),
  means: oneOf(meanings, 'What such an answer means.'),
});

export type OutcomeDescription = Static<typeof outcomeSchema>;
