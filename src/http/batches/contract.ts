// The schemas of batches: what is told of one, and a line of its results.

import { batchEnds, rowStatuses, type StoredBatch } from '../../app/batches/ports.ts';
import { mends } from '../../app/bulk/written-number.ts';
import { count, type Json, object, orNull } from '../openapi/schema-pieces.ts';
import type { TSchema } from '../schema.ts';
import { shortScreening } from '../screening/short.ts';

export const batchStatuses = ['running', 'completed', 'failed'] as const;

export interface BatchResponse {
  id: string;
  status: (typeof batchStatuses)[number];
  reason: StoredBatch['reason'];
  rows: number;
  counts: StoredBatch['counts'];
  created_at: string;
  finished_at: string | null;
  expires_at: string | null;
}

const moment = (description: string): Json => ({ type: ['string', 'null'], format: 'date-time', description });

/** Only a row without an answer has the field, and only where the lists were asked. */
function withScreening(result: Json): Json {
  const description = 'Of a row without an answer, where the lists were asked: what they say, in short.';
  const screening = { ...shortScreening, description };
  return { ...result, properties: { ...(result['properties'] as Json), screening } };
}

export const batchReason = orNull(
  { title: 'BatchEnd', type: 'string', enum: batchEnds },
  'Why it ended before its last row; rows that were answered stay.',
);

export const batchSchemas = {
  Batch: object(
    {
      id: { type: 'string', description: '`bat_…`' },
      status: {
        title: 'BatchStatus',
        type: 'string',
        enum: batchStatuses,
        description: '`failed`: it ended before its last row, for `reason`.',
      },
      reason: batchReason,
      rows: count('How many there are.'),
      counts: {
        title: 'BatchCounts',
        ...object(
          {
            answered: count('Rows with an answer, positive or negative.'),
            invalid: count('Rows that could not be read; nobody was asked.'),
            failed: count('Rows without an answer, for the reason in their line.'),
            outcome_unknown: count('Rows that were interrupted while sources were asked; nobody is asked again.'),
          },
          'Rows that are done.',
        ),
      },
      created_at: { type: 'string', format: 'date-time', description: 'When it began to arrive.' },
      finished_at: moment('Null while it runs.'),
      expires_at: moment('When it is deleted with its results; null while it runs.'),
    },
    'A batch of verifications.',
  ),
  BatchList: object(
    {
      batches: { type: 'array', items: { $ref: '#/components/schemas/Batch' }, description: 'The newest first.' },
      next_cursor: {
        type: ['string', 'null'],
        description: 'Send it as `cursor` for the next page; null on the last one.',
      },
    },
    'A page of batches.',
  ),
  BatchResult: withScreening(
    object(
      {
        row: { type: 'integer', minimum: 1, description: 'Counted from 1, without the header.' },
        status: { title: 'BatchRowStatus', type: 'string', enum: rowStatuses, description: 'The result of the row.' },
        line: { type: ['integer', 'null'], description: 'Where it stands in the body, counted from 1.' },
        kind: orNull({ title: 'BatchRowKind', type: 'string', enum: ['cpf', 'cnpj'] }, 'What was asked about.'),
        reason: {
          type: ['string', 'null'],
          description: 'Why there is no answer: what is wrong with the row, or the code of an error.',
        },
        mended: orNull(
          { title: 'BatchRowMend', type: 'string', enum: mends },
          'How the number was put right: zeros that a spreadsheet had dropped, or another form.',
        ),
        answer: {
          anyOf: [
            { $ref: '#/components/schemas/CpfResponse' },
            { $ref: '#/components/schemas/CnpjResponse' },
            { type: 'null' },
          ],
          description: 'As the single verification answers.',
        },
      },
      'One line of the results.',
    ),
  ),
} as unknown as Record<string, TSchema>;
