// Batches as they are kept.

import { inDatabase, type Stores, sealed, takenIn } from './store.ts';

/** The place of a batch's own file, before those of its rows. */
export const filePlace = 0;

export function toFilePlace(id: string): string {
  return `batch ${id} file`;
}

export function toInputPlace(id: string, firstRow: number): string {
  return firstRow === filePlace ? toFilePlace(id) : `batch ${id} input ${firstRow}`;
}

export function toResultPlace(id: string, row: number): string {
  return `batch ${id} result ${row}`;
}

const batchCounts = [
  'answered',
  'invalid',
  'failed',
  'outcome_unknown',
  'risk_low',
  'risk_medium',
  'risk_high',
] as const;
const handedOut =
  'nobody works on a row after a move: rows are handed out anew, and what was claimed is not asked again';
const ofBatch = { column: 'sealed', purpose: 'batch', isPassing: true } as const;

export const batchStores = {
  batches: {
    what: {
      en: 'batches, those of the console with the cells of their file: rows and results',
      pt: 'lotes, os do console com as células do arquivo: linhas e resultados',
    },
    ...inDatabase,
    form: sealed,
    until: { en: '`batches.kept_hours` after its end', pt: '`batches.kept_hours` depois do fim' },
    onErase: {
      en: 'each row of theirs becomes one that says `person_erased`',
      pt: 'cada linha da pessoa passa a dizer `person_erased`',
    },
    personal: {
      report: ['linhas de listas consultadas de uma vez', 'algumas horas depois do fim da lista'],
      erased: ['row of batches erased.', 'rows of batches erased.'],
      searching: 'Searching batches',
    },
    tables: {
      // Not what their results are counted by: the rows themselves tell.
      batches: {
        key: ['id'],
        proven: [
          ...['id', 'key_id', 'purpose', 'explain', 'screen_language', 'webhook_id', 'repeat_id', 'fingerprint'],
          'at_budget',
          ...['created_at_ms', 'state', 'reason', 'row_count', 'finished_at_ms', 'expires_at_ms', 'erasures'],
        ],
        columns: batchCounts,
        where: "state <> 'deleted'",
        moved: {
          part: 'batches',
          how: 'in pieces',
          where: "state NOT IN ('receiving', 'deleted')",
          counts: { table: 'batch_counts', owner: 'batch_id', columns: batchCounts },
          stays: { owner: takenIn, seen_at: takenIn, next_row: handedOut },
        },
        reconciled: { gone: 'submit the batch again', putBack: 'confere batches delete ID' },
        keptFor: { as: 'batch', setting: 'batches.kept_hours', until: 'expires_at_ms' },
      },
      batch_inputs: {
        key: ['batch_id', 'first_row'],
        columns: ['batch_id', 'first_row', 'sealed'],
        sealed: { ...ofBatch, place: (row) => toInputPlace(String(row['batch_id']), Number(row['first_row'])) },
        moved: { part: 'batches', pieceOf: 'batch_id' },
      },
      batch_rows: {
        key: ['batch_id', 'row_number'],
        columns: ['batch_id', 'row_number', 'status', 'sealed'],
        sealed: { ...ofBatch, place: (row) => toResultPlace(String(row['batch_id']), Number(row['row_number'])) },
        moved: { part: 'batches', pieceOf: 'batch_id' },
      },
      batch_portions: { moved: handedOut },
      batch_counts: { in: 'postgres', moved: 'goes with its batch' },
    },
  },
} as const satisfies Stores;
