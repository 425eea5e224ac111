import { expect, test } from 'vitest';
import { plainCsv, type Row } from '../table.ts';
import type { Outcome } from './outcome.ts';
import { createResultWriter } from './results.ts';
import { countOutcome, createRunCounts } from './run-counts.ts';

test('the id of a row in a list of one’s own stays in its cell, whatever stands in it', () => {
  const row: Row = { line: 2, cells: ['1'], text: undefined, fault: undefined };
  const hits = [{ list: 'own-x', row: 'own-x:7;=HYPERLINK("http://x")', state: 'in_force' }];
  const screening = { status: 'hit', hits_total: 1, hits };
  const outcome: Outcome = { kind: 'answered', body: { screening }, mend: undefined, isReplayed: false };
  const writer = createResultWriter({
    ...{ format: 'csv', columns: ['cpf'], found: { cpf: 0 }, asks: 'screen', isNdjson: false },
    csv: { ...plainCsv, delimiter: ';' },
  });
  expect(writer.row(row, outcome)).toContain(';own-x;"own-x:7;=HYPERLINK(""http://x"")";');
});

test('a row without an answer says its problem and what the lists say, in every format', () => {
  const row: Row = { line: 2, cells: ['1'], text: undefined, fault: undefined };
  const hits = [{ list: 'onu', row: 'onu:1', state: 'in_force' }];
  const screening = { status: 'hit', hits, lists: [{ list: 'onu', as_of: '2026-11-15', state: 'current' }] };
  const outcome: Outcome = { kind: 'failed', code: 'overloaded', detail: 'd', mend: undefined, screening };
  const rules = { columns: ['cnpj'], found: { cnpj: 0 }, asks: 'verify_and_screen', csv: plainCsv } as const;
  const write = (format: 'csv' | 'ndjson' | 'xlsx', given: Outcome) =>
    createResultWriter({ ...rules, format, isNdjson: false })
      .row(row, given)
      .trimEnd();
  expect(write('csv', outcome)).toBe('1,2,failed,overloaded,,,,,,,,,,,,,,hit,onu,onu:1,onu:2026-11-15,');
  expect(write('csv', { ...outcome, screening: undefined })).toBe('1,2,failed,overloaded,,,,,,,,,,,,,,,,,,');
  expect(JSON.parse(write('ndjson', outcome)).confere).toMatchObject({ problem: 'overloaded', screening });
  expect(JSON.parse(write('xlsx', outcome)).values.slice(-5)).toEqual(['hit', 'onu', 'onu:1', 'onu:2026-11-15', null]);
  const counts = createRunCounts();
  countOutcome(counts, outcome);
  expect(counts).toMatchObject({ failed: 1, screening: { hit: 1 }, screeningLists: { onu: 1 } });
});
