import { expect, test } from 'vitest';
import type { RegistrySnapshotStatus, RegistryStatus } from '../app/registry/registry-status.ts';
import { judgeRegistry } from './registry-probe.ts';

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const live: RegistrySnapshotStatus = {
  id: 'snapshot-1',
  data_as_of: '2026-11-08',
  establishments: 70_000_000,
  companies: 60_000_000,
  bytes: 1,
  records_bytes: null,
  imported_at: '2026-11-10T00:00:00Z',
  verified_at: '2026-11-10T01:00:00Z',
  problem: null,
};
const status: RegistryStatus = { live, previous: null, held: false, last_import: null };

test.each<[string, Partial<RegistryStatus>, string, string]>([
  ['of this month and read as a whole', {}, 'ok', ''],
  ['that was never imported', { live: null }, 'warning', 'registry update'],
  ['of fifty-one days ago', { live: { ...live, data_as_of: '2026-09-25' } }, 'warning', 'registry update'],
  ['as old that a rollback holds', { live: { ...live, data_as_of: '2026-09-25' }, held: true }, 'warning', 'release'],
  ['that nobody read as a whole', { live: { ...live, verified_at: null } }, 'warning', 'registry verify'],
  ['whose last import failed', { last_import: { outcome: 'failed' } }, 'warning', 'registry status'],
  ['that is damaged', { live: { ...live, problem: 'manifest.json is damaged.' } }, 'fault', 'rollback'],
])('a registry %s is told as it is, with the command that helps', (_name, change, state, command) => {
  const finding = judgeRegistry({ ...status, ...change }, nowMs);
  expect(finding.state).toBe(state);
  expect(finding.advice ?? '').toContain(command);
});
