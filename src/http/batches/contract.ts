// The schemas of batches: what is told of one, and a line of its results.

import { atBudgets, batchEnds, rowStatuses } from '../../app/batches/ports.ts';
import { columnRoles } from '../../app/bulk/column-names.ts';
import { comparedRoles } from '../../app/bulk/not-compared.ts';
import { mends } from '../../app/bulk/written-number.ts';
import { budgetPeriods, budgetUnits } from '../../domain/budgets/budget.ts';
import {
  count,
  listOf,
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

const batchFields = {
  id: text('`bat_…`'),
  status: oneOf('BatchStatus', batchStatuses, '`failed`: it ended before its last row, for `reason`.'),
  reason: batchReason,
  at_budget: oneOf(
    'BatchAtBudget',
    atBudgets,
    'Where a budget is used up: it waits for the next period, goes on without the source, or ends there.',
  ),
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
};

const columnRole = oneOf('BatchColumnRole', columnRoles);

/** The fields state how the service understood the table's columns. */
const tableFields = {
  columns: listOf(
    titled(
      'BatchColumn',
      object(
        {
          position: count('Counted from 1.'),
          name: text('Its heading; `column_1` and so on in a table without a header.'),
          role: orNull(columnRole, 'What the service reads it as; null: it does not use the column.'),
          masked: listOf(
            text('9 stands for a digit, `A` or `a` for a letter.'),
            'The values of the first three rows, masked.',
          ),
        },
        'A column of the table.',
      ),
    ),
    'At most sixty, those that are used first.',
  ),
  unused: listOf(
    titled(
      'BatchUnusedColumn',
      object(
        {
          name: text('Its heading.'),
          role: oneOf('BatchUnusedRole', ['name', 'birth_date'], 'What it seems to hold.'),
        },
        'A column that the service does not use, and could.',
      ),
    ),
    'Give such a column a heading that the service knows, and send the table again.',
  ),
  not_compared: listOf(
    oneOf('BatchNotCompared', comparedRoles),
    'What no answer can compare, because no column holds it. Without `name`, an answer says only that a number exists.',
  ),
};

/** The fields state the possible cost, and the limits that do not cover it. */
const spendingFields = {
  reais_max: textOrNull('What the calls to sources cost, at most; null where none has a price, and for a test key.', {
    pattern: '^[0-9]+\\.[0-9]{4}$',
  }),
  budgets: listOf(
    titled(
      'BatchBudget',
      object(
        {
          source: textOrNull('Whose budget it is; null: that of the key.'),
          period: oneOf('BudgetPeriod', budgetPeriods, 'How long it is for.'),
          unit: oneOf('BudgetUnit', budgetUnits, 'What it counts.'),
          line: count('The row that it may no longer pay, at the earliest.'),
        },
        'A budget that may not pay for all rows.',
      ),
    ),
    'Those of earlier rows first. What the batch does there, `at_budget` says.',
  ),
};

export const batchSchemas = {
  Batch: object(batchFields, 'A batch of verifications.'),
  ReceivedBatch: object(
    { ...batchFields, ...tableFields, ...spendingFields },
    'A batch, how the service reads its table, and what it may cost.',
  ),
  BatchPlan: object(
    {
      rows: count('How many there are.'),
      people: count('Different CPFs.'),
      companies: count('Different CNPJs.'),
      repeated: count('Rows that ask what an earlier row asks: they get its answer, without another call.'),
      invalid: count('Rows that the service cannot read.'),
      faults: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 1 },
        description: 'What is wrong with them, and how often.',
      }),
      mended: count('Rows whose number the service puts right.'),
      calls_max: Type.Unsafe<Readonly<Record<string, number>>>({
        type: 'object',
        additionalProperties: { type: 'integer', minimum: 0 },
        description: 'Calls to each source, at most: an answer that the service already has costs none.',
      }),
      ...tableFields,
      ...spendingFields,
    },
    'What a batch would ask. Nothing of it is kept, and no source was asked.',
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
export type ReceivedBatchResponse = Static<typeof batchSchemas.ReceivedBatch>;
export type BatchPlanResponse = Static<typeof batchSchemas.BatchPlan>;
