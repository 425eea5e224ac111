import { expect, test } from 'vitest';
import { createKeyChecksum } from '../../app/keys/key-checksum.ts';
import { type KeyId, type KeyRecord, noLimits } from '../../domain/access/api-key.ts';
import { createKeyProof, type FoundRow, type ReplacedRow } from './key-proof.ts';
import { toKeyRow } from './key-row.ts';

const checksum = createKeyChecksum(() => [new Uint8Array(32).fill(2)]);
const record: KeyRecord = {
  ...noLimits,
  id: 'key_1' as KeyId,
  name: 'shop',
  mode: 'test',
  scopes: ['verify:cpf'],
  rate: null,
  createdAtMs: 1,
  expiresAtMs: null,
  revokedAtMs: null,
};
const row = toKeyRow(record, 'own', checksum);

function open() {
  const damaged: string[] = [];
  return { proof: createKeyProof(checksum, (id) => damaged.push(id)), damaged };
}

function toReplaced(hash: string, untilMs: number): ReplacedRow {
  const signed = checksum.signReplaced({ hash, keyId: row.id, untilMs });
  return { hash, key_id: row.id, until_ms: untilMs, checksum: signed };
}

function toFound(replaced: ReplacedRow | undefined): FoundRow {
  return {
    ...row,
    replaced_hash: replaced?.hash ?? null,
    until_ms: replaced?.until_ms ?? null,
    replaced_checksum: replaced?.checksum ?? null,
  };
}

test('a row as the store wrote it is right, and nothing is reported', () => {
  const { proof, damaged } = open();
  expect(proof.isRight(row, record)).toBe(true);
  expect(damaged).toEqual([]);
});

test.each([
  ['another right', row, { ...record, scopes: ['verify:cpf', 'show:cpf'] as const }],
  ['another hash', { ...row, hash: 'other' }, record],
  ['no checksum', { ...row, checksum: null }, record],
])('a row that somebody gave %s is wrong, and its key is reported', (_, changed, read) => {
  const { proof, damaged } = open();
  expect(proof.isRight(changed, read)).toBe(false);
  expect(damaged).toEqual(['key_1']);
});

test('a key that was found under its own hash ends when its record says', () => {
  const { proof, damaged } = open();
  expect(proof.withEnd(toFound(undefined), record)).toEqual(record);
  expect(damaged).toEqual([]);
});

test.each([
  ['when the replaced secret ends, where the key has no end', null, 500],
  ['when the replaced secret ends, where the key lives longer', 900, 500],
  ['when the key ends, where that is sooner', 300, 300],
])('a key that was found under a replaced secret ends %s', (_, expiresAtMs, end) => {
  const { proof, damaged } = open();
  const found = proof.withEnd(toFound(toReplaced('old', 500)), { ...record, expiresAtMs });
  expect(found).toEqual({ ...record, expiresAtMs: end });
  expect(damaged).toEqual([]);
});

test.each([
  ['a later end', { until_ms: 501 }],
  ['another hash', { replaced_hash: 'other' }],
  ['no end', { until_ms: null }],
  ['no checksum', { replaced_checksum: null }],
])('a replaced secret that somebody gave %s finds no key, and its key is reported', (_, change) => {
  const { proof, damaged } = open();
  expect(proof.withEnd({ ...toFound(toReplaced('old', 500)), ...change }, record)).toBeUndefined();
  expect(damaged).toEqual(['key_1']);
});

test('a replaced secret of one key finds no other key', () => {
  const { proof } = open();
  expect(proof.withEnd({ ...toFound(toReplaced('old', 500)), id: 'key_2' }, record)).toBeUndefined();
});

test('after a rotation the key is found under its hash and older ones, none for longer than was asked', () => {
  const older = [toReplaced('long', 900), toReplaced('short', 300)];
  expect(open().proof.toKept(row, older, { hash: 'new', nowMs: 200, untilMs: 500 })).toEqual([
    { hash: 'own', keyId: 'key_1', untilMs: 500 },
    { hash: 'long', keyId: 'key_1', untilMs: 500 },
    { hash: 'short', keyId: 'key_1', untilMs: 300 },
  ]);
});

test('a rotation drops an older hash that has ended or that somebody changed', () => {
  const older = [toReplaced('ended', 200), { ...toReplaced('changed', 300), until_ms: 400 }, toReplaced('last', 201)];
  expect(open().proof.toKept(row, older, { hash: 'new', nowMs: 200, untilMs: 500 })).toEqual([
    { hash: 'own', keyId: 'key_1', untilMs: 500 },
    { hash: 'last', keyId: 'key_1', untilMs: 201 },
  ]);
});

test('a rotation at once keeps no hash at all', () => {
  expect(open().proof.toKept(row, [toReplaced('old', 900)], { hash: 'new', nowMs: 200, untilMs: 200 })).toEqual([]);
});
