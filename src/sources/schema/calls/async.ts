// A party that takes the question, gives it an id, and has the answer later.

import { type Static, Type } from 'typebox';
import { closed, expression, integer } from '../shapes.ts';
import { callbackSchema } from './callback.ts';
import { outcomeSchema } from './outcome.ts';
import { requestSchema } from './request.ts';

const pollSchema = closed(
  {
    request: requestSchema,
    id: Type.Optional(expression('the id that this answer repeats, checked against the one that was asked for.')),
    outcomes: Type.Array(outcomeSchema, {
      minItems: 1,
      description: 'What the answers to this request mean; one of them means pending. The first that matches wins.',
    }),
    pause_ms: Type.Optional(integer(20, 60_000, 'Before the first look; each pause is twice the last. Default: 500.')),
    pause_max_ms: Type.Optional(integer(20, 600_000, 'The longest pause. Default: 10000.')),
  },
  'How the answer is fetched. `request` is as above, with the placeholders {async.id} and {cpf} or {cnpj}.',
);

export const asyncSchema = closed(
  {
    id: expression('the id that the party gave the question, in the answer to `request`.'),
    poll: pollSchema,
    callback: Type.Optional(callbackSchema),
    give_up_after_seconds: Type.Optional(
      integer(
        60,
        604_800,
        'For so long the same question goes on with this order, instead of a new one. Default: 3600.',
      ),
    ),
  },
  'The party answers later: `request` is sent once and gives an id, and `poll` fetches the answer by it.',
);

export type AsyncDescription = Static<typeof asyncSchema>;
