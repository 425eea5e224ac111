import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Caller } from '../caller.ts';
import type { UsageBatch } from './ports.ts';
import { createUsageMeter } from './usage-meter.ts';

const key = 'key_1' as KeyId;
const caller: Caller = { keyId: key, mode: 'live', requestId: 'req_1', purpose: null };
const asked = (source: string, count: number) => ({ source, outcome: 'answered', count, cost: null }) as const;

function start() {
  const clock = createManualClock();
  const added: UsageBatch[] = [];
  const faults: unknown[] = [];
  const store = { isDown: false };
  const meter = createUsageMeter({
    store: {
      add: async (batch) => {
        if (store.isDown) throw new Error('the disk is full');
        added.push(batch);
      },
      countRequests: () => ({ day: 0, month: 0 }),
    },
    clock,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => meter.stop());
  return { meter, clock, added, faults, store };
}

it('counts every request that a party was sent, in the name of the key, and nothing that it was not', async () => {
  const { meter, added } = start();
  const observed = { operation: 'cpf', caller, status: 'inconclusive', riskLevel: 'high', act: 'manual' } as const;
  const calls = [asked('bureau_a', 2), { ...asked('fraud_registry', 1), outcome: 'timeout' } as const];
  for (const _ of [1, 2]) meter.observeVerification({ ...observed, answers: null, calls });
  meter.observeVerification({
    ...observed,
    caller: { ...caller, purpose: 'credit' },
    answers: null,
    calls: [asked('bureau_a', 1)],
  });
  const company = { ...observed, operation: 'cnpj', status: 'verified', act: null, answers: null } as const;
  meter.observeVerification({ ...company, calls: [asked('company_fallback', 1)] });
  await meter.stop();
  const day = '2026-11-15';
  expect(added[0]?.calls).toEqual([
    { day, keyId: key, source: 'bureau_a', outcome: 'answered', purpose: null, count: 4 },
    { day, keyId: key, source: 'fraud_registry', outcome: 'timeout', purpose: null, count: 2 },
    { day, keyId: key, source: 'bureau_a', outcome: 'answered', purpose: 'credit', count: 1 },
    { day, keyId: key, source: 'company_fallback', outcome: 'answered', purpose: null, count: 1 },
  ]);
  expect(added[0]?.verifications).toEqual([
    { day, keyId: key, operation: 'cpf', outcome: 'inconclusive', act: 'manual', purpose: null, count: 2 },
    { day, keyId: key, operation: 'cpf', outcome: 'inconclusive', act: 'manual', purpose: 'credit', count: 1 },
    { day, keyId: key, operation: 'cnpj', outcome: 'verified', act: null, purpose: null, count: 1 },
  ]);
});

it('keeps what the store does not take, says so once, and hands it over again with what came meanwhile', async () => {
  const { meter, added, faults, store, clock } = start();
  store.isDown = true;
  meter.count(key, 2);
  await meter.stop();
  await meter.stop();
  expect([added, faults.length]).toEqual([[], 1]);
  expect(meter.find(key)).toEqual({ day: 2, month: 2 });
  clock.advance(5);
  meter.count(key, 1);
  store.isDown = false;
  await meter.stop();
  expect(added.flatMap(({ requests }) => requests)).toEqual([
    { day: '2026-11-15', keyId: key, count: 3, lastAtMs: clock.nowMs() },
  ]);
});
