import { expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { type Cpf, completeCpf } from '../../domain/numbers/cpf.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { AuditFilter, AuditLog, AuditRow } from '../audit/ports.ts';
import { personalData } from '../kept/stores.ts';
import type { HeldThings } from './erase-person.ts';
import { makePersonReport } from './person-report.ts';
import { toReportPage } from './report-page.ts';

const cpf = completeCpf('404428201') as Cpf;
const nothingHeld: HeldThings = { counts: {} as HeldThings['counts'], named: {}, damaged: [] };

/** The content as the audit keeps it, with what does not matter here left empty. */
function toRow(sequence: number, fields: Readonly<Record<string, unknown>>): AuditRow {
  const names = ['version', 'atMs', 'kind', 'requestId', 'keyId', 'subject', 'purpose', 'status', 'score', 'riskLevel'];
  const rest = ['policyVersion', 'policyHash', 'latencyMs', 'act', 'target', 'actor'];
  const known = { version: 1, atMs: Date.UTC(2026, 10, 19, 15), kind: 'cpf', ...fields } as Record<string, unknown>;
  const values = [...names, ...rest].map((name) => known[name] ?? null);
  const content = JSON.stringify(values);
  return { chain: 'chain_a', sequence, hash: new Uint8Array(32), content, hasDetails: false, details: null };
}

async function report(
  rows: readonly AuditRow[],
  held = nothingHeld,
  whom: Parameters<typeof makePersonReport>[0] = { subjects: ['one', 'two'], cpf },
) {
  const entries: AuditEntry[] = [];
  const asked: AuditFilter[] = [];
  const named: (readonly string[])[] = [];
  const made = await makePersonReport(whom, held, {
    trail: {
      async find(filter, { after }) {
        asked.push(filter);
        return after === undefined ? rows : [];
      },
    },
    log: { append: async (entry) => void entries.push(entry) } as AuditLog,
    keys: {
      async findNames(ids) {
        named.push(ids);
        return new Map([['key_1', 'Loja & Cia']]);
      },
    },
    clock: createManualClock({ nowMs: Date.UTC(2026, 10, 20) }),
    actor: 'ana',
  });
  return { made, entries, asked, named };
}

const consulted = {
  requestId: 'req_1',
  keyId: 'key_1',
  purpose: 'credit',
  status: 'verified',
  score: 812,
  riskLevel: 'low',
};

test('a report names each consultation of the person, by whom and for what, and is itself an act', async () => {
  const rows = [
    toRow(1, consulted),
    toRow(2, { ...consulted, keyId: 'key_2', status: null }),
    toRow(3, { kind: 'intent' }),
    { ...toRow(4, {}), content: null },
    toRow(5, { ...consulted, requestId: 'req_5' }),
  ];
  const { made, entries, asked, named } = await report(rows);
  const at = '2026-11-19T15:00:00.000Z';
  const first = {
    ...{ at, request_id: 'req_1', asked_by: 'Loja & Cia', purpose: 'credit' },
    ...{ status: 'verified', score: 812, risk_level: 'low', reasons: null },
  };
  expect(made).toEqual({
    cpf: '***.428.201-**',
    document: null,
    made_at: '2026-11-20T00:00:00.000Z',
    consultations: [
      first,
      { ...first, asked_by: 'key_2', status: '' },
      {
        ...{ at, request_id: '', asked_by: '', purpose: null, status: 'unfinished', score: null, risk_level: null },
        reasons: null,
      },
      { ...first, request_id: 'req_5' },
    ],
    held: [],
    damaged: [],
  });
  expect(entries).toEqual([
    { kind: 'act', atMs: Date.UTC(2026, 10, 20), actor: 'ana', act: 'privacy_report', target: null },
  ]);
  expect(asked[0]).toEqual({ subjects: ['one', 'two'], withoutActs: true });
  expect(named).toEqual([['key_1', 'key_2']]);
});

test('a report has the reasons of each result, but those that a person never hears', async () => {
  const toDetails = (reasons: readonly string[]) => JSON.stringify({ format: 1, evidence: [], decision: { reasons } });
  const details = [
    toDetails(['pending_debts', 'fraud_alert', 'screening_un', 'pix_dict_unavailable', 'signal_device']),
    JSON.stringify({ format: 1, evidence: [], decision: null }),
    JSON.stringify({ format: 99 }),
    null,
  ];
  const { made } = await report(details.map((each, index) => ({ ...toRow(index, consulted), details: each })));
  expect(made.consultations.map(({ reasons }) => reasons)).toEqual([['pending_debts'], [], null, null]);
});

test('a place that holds nothing is not in it; one that nobody can count is', async () => {
  const held = {
    counts: { clearances: 0, events: 3, shared_answers: 'unknown', own_lists: 1 },
    named: { own_lists: ['own-fraud:7'] },
    damaged: [{ table: 'events', id: 'evt_1' }],
  } as unknown as HeldThings;
  const { made } = await report([], held);
  const { events } = personalData;
  expect(made.held[0]).toEqual({
    ...{ place: 'events', what: events.what.pt, where: events.where.pt, count: 3, named: [], until: events.until.pt },
  });
  expect(made.held.map(({ place, count, named }) => [place, count, named])).toEqual([
    ['events', 3, []],
    ['shared_answers', null, []],
    ['own_lists', 1, ['own-fraud:7']],
  ]);
  expect(made.damaged).toEqual(['events evt_1']);
});

test('one who was asked about by a document is named by it, masked', async () => {
  const { made } = await report([], nothingHeld, { subjects: ['one'], cpf: undefined, identityNumber: 'AB123456' });
  expect(made.cpf).toBeNull();
  expect(made.document).toMatch(/\*/);
  expect(made.document).not.toContain('AB123456');
  expect(toReportPage(made)).toContain(`Relatório de consultas ao documento ${made.document}`);
});
