import { expect, test } from 'vitest';
import type { ReconciledTable } from '../../kept/stores.ts';
import type { OperatorAct } from '../entry.ts';
import type { AuditContent } from '../record.ts';
import { createExpectations } from './expectations.ts';

type Told = readonly [act: OperatorAct, target: string, atMs: number];

function fold(table: ReconciledTable, ...acts: readonly Told[]): Record<string, unknown> {
  const expected = createExpectations({ batchMs: 100, clearanceMs: 50 });
  for (const [act, target, atMs] of acts) expected.see({ kind: 'act', act, target, atMs } as AuditContent);
  return Object.fromEntries(expected.list()[table]);
}

test('what was ended once is ended, in whatever order the acts of several chains come', () => {
  const acts: Told[] = [
    ['key_created', 'key_1', 1],
    ['key_revoked', 'key_1', 3],
    ['key_updated', 'key_1', 2],
  ];
  for (const ordered of [acts, acts.toReversed()])
    expect(fold('api_keys', ...ordered)).toEqual({ key_1: { presence: 'ended', atMs: 3 } });
});

test('the newest act alone says whether an operator is disabled, and which role they have', () => {
  const acts: Told[] = [
    ['operator_created', 'opr_1', 1],
    ['operator_changed', 'opr_1 role=admin', 2],
    ['operator_disabled', 'opr_1', 3],
    ['operator_changed', 'opr_1 role=viewer', 4],
    ['operator_enabled', 'opr_1', 5],
    ['operator_changed', 'opr_1 totp=enrolled', 6],
  ];
  for (const ordered of [acts, acts.toReversed()])
    expect(fold('operators', ...ordered)).toMatchObject({
      opr_1: { presence: 'there', role: 'viewer', isDisabled: false },
    });
});

test('a passkey that was added may have no row, one that was used has one, and one that was removed has none', () => {
  const added: Told = ['passkey_added', 'opr_1 psk_1', 1];
  const used: Told = ['passkey_used', 'opr_1 psk_1', 2];
  const removed: Told = ['passkey_removed', 'opr_1 psk_1', 3];
  const after = (...acts: Told[]) => fold('operator_passkeys', ...acts)['psk_1'];
  expect(after(added)).toMatchObject({ presence: 'may_be_gone' });
  expect(after(added, used)).toMatchObject({ presence: 'there' });
  expect(after(removed, used, added)).toMatchObject({ presence: 'ended' });
});

test('an operator who was made may have no row: somebody had the name', () => {
  expect(fold('operators', ['operator_created', 'opr_1', 1])).toEqual({});
});

test('a clearance may be gone by one that took its place, or by an erasure, and not by an earlier one', () => {
  const made = fold(
    'clearances',
    ['clearance_made', 'ceis:1 clr_1', 1],
    ['clearance_made', 'ceis:1 clr_2 clr_1', 2],
    ['clearance_made', 'ceis:2 clr_3', 3],
    ['privacy_erasure', '{}', 4],
    ['clearance_made', 'ceis:2 clr_4', 5],
    ['clearance_revoked', 'ceis:2 clr_5', 6],
  );
  expect(Object.entries(made).map(([id, known]) => `${id} ${(known as { presence: string }).presence}`)).toEqual([
    'clr_1 may_be_gone',
    'clr_2 may_be_gone',
    'clr_3 may_be_gone',
    'clr_4 there',
    'clr_5 ended',
  ]);
});

test('a judgement that was revoked or replaced is kept for its time; an erasure may take it, and a freeze is told as one', () => {
  const acts: Told[] = [
    ['clearance_made', 'ceis:1 clr_1', 1],
    ['privacy_erasure', '{}', 2],
    ['clearance_made', 'onu:1 clr_2 clr_1 kind=frozen', 3],
    ['clearance_revoked', 'onu:1 clr_2', 4],
  ];
  expect(fold('ended_clearances', ...acts)).toEqual({
    clr_1: { presence: 'there', untilMs: 53, atMs: 3 },
    clr_2: { presence: 'there', untilMs: 54, atMs: 4 },
  });
  expect(fold('ended_clearances', ...acts, ['privacy_erasure', '{}', 5])).toMatchObject({
    clr_1: { presence: 'may_be_gone' },
  });
  expect(fold('clearances', ...acts)).toMatchObject({ clr_2: { presence: 'ended', isFreeze: true } });
});

test('a watch and a batch have their time; an older act does not say of a watch which', () => {
  const until = '2026-12-01T00:00:00.000Z';
  expect(
    fold(
      'watches',
      ['people_watched', `wat_1 credit consent until=${until}`, 1],
      ['people_watched', 'wat_2 credit', 2],
    ),
  ).toEqual({
    wat_1: { presence: 'there', untilMs: Date.parse(until), atMs: 1 },
    wat_2: { presence: 'may_be_gone', atMs: 2 },
  });
  expect(fold('batches', ['batch_started', 'bat_1', 7])).toEqual({
    bat_1: { presence: 'there', untilMs: 107, atMs: 7 },
  });
});
