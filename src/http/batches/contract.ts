// The schemas of batches: what is told of one, and a line of its results.

import { batchEnds, rowStatuses } from '../../app/batches/ports.ts';
import { mends } from '../../app/bulk/written-number.ts';
import {
  count,
  listPage,
  named,
  object,
  oneOf,
  orNull,
  type Static,
  Type,
  text,
  textOrNull,
  titled,
} from '../schema.ts';
import { withScreening } from '../screening/short.ts';

const batchStatuses = ['running', 'completed', 'failed'] as const;

const moment = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

export const batchReason = orNull(
  oneOf('BatchEnd', batchEnds),
  'Why it ended before its last row; rows that were answered stay.',
);

export const batchSchemas = {
  Batch: object(
    {
      id: text('`bat_…`'),
      status: oneOf('BatchStatus', batchStatuses, '`failed`: it ended before its last row, for `reason`.'),
      reason: batchReason,
      rows: count('How many there are.'),
      counts: titled(
        'BatchCounts',
        object(
          {
            answered: count('Rows with an answer, positive or negative.'),
            invalid: count('Rows that could not be read; nobody was asked.'),
            failed: count('Rows without an answer, for the reason in their line.'),
            outcome_unknown: count('Rows that were interrupted while sources were asked; nobody is asked again.'),
          },
          'Rows that are done.',
        ),
      ),
      created_at: Type.String({ format: 'date-time', description: 'When it began to arrive.' }),
      finished_at: moment('Null while it runs.'),
      expires_at: moment('When it is deleted with its results; null while it runs.'),
    },
    'A batch of verifications.',
  ),
  BatchList: listPage('batches', 'Batch'),
  BatchResult: withScreening(
    object(
      {
        row: { type: 'integer', minimum: 1, description: 'Counted from 1, without the header.' },
        status: oneOf('BatchRowStatus', rowStatuses, 'The result of the row.'),
        line: { type: ['integer', 'null'], description: 'Where it stands in the body, counted from 1.' },
        kind: orNull(oneOf('BatchRowKind', ['cpf', 'cnpj']), 'What was asked about.'),
        reason: textOrNull('Why there is no answer: what is wrong with the row, or the code of an error.'),
        mended: orNull(
          oneOf('BatchRowMend', mends),
          'How the number was put right: zeros that a spreadsheet had dropped, or another form.',
        ),
        answer: {
          anyOf: [named('CpfResponse'), named('CnpjResponse'), { type: 'null' }],
          description: 'As the single verification answers.',
        },
      },
      'One line of the results.',
    ),
    // Only a row without an answer has the field.
    'Of a row without an answer, where the lists were asked: what they say, in short.',
  ),
};

export type BatchResponse = Static<typeof batchSchemas.Batch>;
