// What was judged of a hit, as callers send and read it, as schemas.

import { clearanceStates } from '../../../domain/screening/clearance.ts';
import { freezeSteps } from '../../../domain/screening/freeze.ts';
import { type JudgementKind, judgementKinds } from '../../../domain/screening/judgement.ts';
import { listOf, listPage, object, oneOf, orNull, type Static, Type, text, textOrNull, titled } from '../../schema.ts';
import { screenRequestSchema } from '../contract.ts';

const reasonLength = { minLength: 3, maxLength: 1_000 } as const;

/** Line breaks are no fault of a text that a person has written. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= reasonLength.minLength && length <= reasonLength.maxLength && !/[^\P{Cc}\n\r\t]/u.test(text);
}

const time = { format: 'date-time' };
const day = { format: 'date' };
const kind = oneOf(
  'JudgementKind',
  judgementKinds,
  '`cleared`: it is somebody else; a request without a kind means this. `confirmed`: it is the customer. `accepted`: it is the customer, who stays until a review. `frozen`: it is the customer, whose assets are frozen for the list of the United Nations.',
);
const freezeStep = oneOf(
  'FreezeStep',
  freezeSteps,
  '`frozen`: the assets. `coaf`, `mjsp`, `bcb`: the authority was told.',
);

const freeze = titled(
  'Freeze',
  object(
    {
      due_at: text('Until when all steps have to be done: 24 hours after the first of freeze and judgement.', time),
      overdue: Type.Boolean({ description: 'Whether that is over, and a step is open.' }),
      steps: listOf(
        titled(
          'FreezeStepDone',
          object(
            {
              step: freezeStep,
              at: textOrNull('When it was done; null where it is open.', time),
              by: textOrNull('Who noted it, as `made_by`.'),
              noted_at: textOrNull('When that was, by the clock of the service.', time),
            },
            'One step.',
          ),
        ),
        'All four, in their order.',
      ),
    },
    'What of the freeze is done, and until when it has to be.',
  ),
);

export const clearanceSchemas = {
  ClearanceRequest: Type.Object(
    {
      ...screenRequestSchema.properties,
      row: Type.String({ description: 'The row of the hit, as the screening told it in `row`.' }),
      reason: Type.String({
        description: 'Why, for whoever looks at it later. Sealed at rest.',
        ...reasonLength,
      }),
      despite_number: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Needed to clear a row that has the very number of the customer (`document`, `cnpj_root`).',
        }),
      ),
      kind: Type.Optional(Type.Unsafe<JudgementKind>({ ...kind })),
      until: Type.Optional(
        Type.String({
          description:
            'The last day on which it counts. `accepted` needs one, at most two years from today; `cleared` may have one, the others have none.',
          ...day,
        }),
      ),
      frozen_at: Type.Optional(
        Type.String({ description: 'Of `frozen`, where the assets are frozen already: since when.', ...time }),
      ),
    },
    {
      additionalProperties: false,
      description: 'The customer as in a screening, the row of one of its hits, what you judge of it, and why.',
    },
  ),
  Clearance: object(
    {
      id: text('The identifier of the clearance.', { pattern: '^clr_[0-9a-f]{32}$' }),
      list: text('The list, by its short name.'),
      row: text('The list and the publisher’s own number of the row.'),
      state: oneOf(
        'ClearanceState',
        clearanceStates,
        '`proposed`: it counts once another key or operator has confirmed it. `lapsed`: its last day is over. `replaced`, `revoked` and `rejected` have ended and count no more. Else as `kind`.',
      ),
      reason: text('As it was given.'),
      made_by: text('The id of the key, or `operator:` and the name of the operator.'),
      created_at: text('In UTC.', time),
      confirmed_by: textOrNull('As `made_by`; null where nobody has confirmed it.'),
      confirmed_at: textOrNull('In UTC.', time),
      ended_by: textOrNull('Who revoked, rejected or replaced it, as `made_by`; null where nobody has.'),
      ended_at: textOrNull('In UTC.', time),
      replaced_by: textOrNull('The `id` of the judgement that took its place; null where none has.'),
      kind,
      until: textOrNull('The last day on which it counts, in Brazil; null where it has none.', day),
      freeze: orNull(freeze, 'Of `frozen`; else null.'),
      screening: textOrNull(
        'The request id of the screening in which the hit was judged: its record keeps what was asked and what the row said. Null of a test key, which leaves no record.',
      ),
    },
    'What somebody has judged of a hit. It names no customer: keep its id beside yours.',
  ),
  FreezeStepRequest: Type.Object(
    {
      step: freezeStep,
      at: Type.Optional(Type.String({ description: 'When it was done; now unless told otherwise.', ...time })),
    },
    { additionalProperties: false, description: 'A step of a freeze that is done.' },
  ),
  ClearanceList: listPage('clearances', 'Clearance'),
};

export type ClearanceResponse = Static<typeof clearanceSchemas.Clearance>;
