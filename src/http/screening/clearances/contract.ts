// A clearance as callers send and read it, as schemas.

import { clearanceStates } from '../../../domain/screening/clearance.ts';
import { listPage, object, oneOf, type Static, Type, text, textOrNull } from '../../schema.ts';
import { screenRequestSchema } from '../contract.ts';

const reasonLength = { minLength: 3, maxLength: 1_000 } as const;

/** Line breaks are no fault of a text that a person has written. */
export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= reasonLength.minLength && length <= reasonLength.maxLength && !/[^\P{Cc}\n\r\t]/u.test(text);
}

const time = { format: 'date-time' };

export const clearanceSchemas = {
  ClearanceRequest: Type.Object(
    {
      ...screenRequestSchema.properties,
      row: Type.String({ description: 'The row of the hit, as the screening told it in `row`.' }),
      reason: Type.String({
        description: 'Why it is not the same one, for whoever looks at it later. Sealed at rest.',
        ...reasonLength,
      }),
      despite_number: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Needed where the row has the very number of the customer (`document`, `cnpj_root`).',
        }),
      ),
    },
    {
      additionalProperties: false,
      description: 'The customer as in a screening, the row of one of its hits, and why it is not the same one.',
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
        '`proposed`: it counts once another key or operator has confirmed it.',
      ),
      reason: text('As it was given.'),
      made_by: text('The id of the key, or `operator:` and the name of the operator.'),
      created_at: text('In UTC.', time),
      confirmed_by: textOrNull('As `made_by`; null where nobody has confirmed it.'),
      confirmed_at: textOrNull('In UTC.', time),
    },
    'A hit that somebody has judged false. It names no customer: keep its id beside yours.',
  ),
  ClearanceList: listPage('clearances', 'Clearance'),
};

export type ClearanceResponse = Static<typeof clearanceSchemas.Clearance>;
