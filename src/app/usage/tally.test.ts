import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { emptyRecord } from '../../domain/person/evidence.ts';
import type { Caller } from '../caller.ts';
import type { SourceAnswer } from '../ports.ts';
import type { UsageBatch } from './ports.ts';
import { createUsageTally } from './tally.ts';

const key = 'key_1' as KeyId;
const caller: Caller = { keyId: key, mode: 'live', requestId: 'req_1', purpose: null };
const asked = (calls: number): SourceAnswer => ({
  evidence: { kind: 'answered', record: emptyRecord },
  latencyMs: 1,
  cached: calls === 0,
  calls,
});

function start() {
  const clock = createManualClock();
  const added: UsageBatch[] = [];
  const faults: unknown[] = [];
  const store = { isDown: false };
  const tally = createUsageTally({
    store: {
      add: async (batch) => {
        if (store.isDown) throw new Error('the disk is full');
        added.push(batch);
      },
      countRequests: () => ({ day: 0, month: 0 }),
      findLastUsedMs: () => undefined,
      read: async () => ({ requests: [], verifications: [], calls: [] }),
      listMonths: async () => [],
    },
    clock,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => tally.stop());
  return { tally, clock, added, faults, store };
}

it('counts every request that a party was sent, in the name of the key, and nothing that it was not', async () => {
  const { tally, added } = start();
  const observed = { operation: 'cpf', caller, status: 'inconclusive', riskLevel: 'high' } as const;
  const answers = { bureau_a: asked(2), bureau_b: asked(0), fraud_registry: asked(1) };
  for (const _ of [1, 2]) tally.observeVerification({ ...observed, answers, fallbackCalls: 0 });
  tally.observeVerification({ ...observed, operation: 'cnpj', status: 'verified', answers: null, fallbackCalls: 1 });
  await tally.stop();
  const day = '2026-11-15';
  expect(added[0]?.calls).toEqual([
    { day, keyId: key, source: 'bureau_a', count: 4 },
    { day, keyId: key, source: 'fraud_registry', count: 2 },
    { day, keyId: key, source: 'company_fallback', count: 1 },
  ]);
  expect(added[0]?.verifications).toEqual([
    { day, keyId: key, operation: 'cpf', outcome: 'inconclusive', count: 2 },
    { day, keyId: key, operation: 'cnpj', outcome: 'verified', count: 1 },
  ]);
});

it('keeps what the store does not take, says so once, and hands it over again with what came meanwhile', async () => {
  const { tally, added, faults, store, clock } = start();
  store.isDown = true;
  tally.count(key, 2);
  await tally.stop();
  await tally.stop();
  expect([added, faults.length]).toEqual([[], 1]);
  expect(tally.find(key)).toEqual({ day: 2, month: 2 });
  clock.advance(5);
  tally.count(key, 1);
  store.isDown = false;
  await tally.stop();
  expect(added.flatMap(({ requests }) => requests)).toEqual([
    { day: '2026-11-15', keyId: key, count: 3, lastAtMs: clock.nowMs() },
  ]);
});
