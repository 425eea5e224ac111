import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import type { KeyId } from '../../domain/api-key.ts';
import { emptyRecord, type UnavailableReason } from '../../domain/evidence.ts';
import type { Caller } from '../caller.ts';
import type { SourceAnswer } from '../ports.ts';
import type { UsageBatch } from './ports.ts';
import { createUsageTally } from './tally.ts';

const key = 'key_1' as KeyId;
const caller = (mode: Caller['mode']): Caller => ({ keyId: key, mode, requestId: 'req_1', purpose: null });
const answered: SourceAnswer = { evidence: { kind: 'answered', record: emptyRecord }, latencyMs: 1, cached: false };
const failed = (reason: UnavailableReason): SourceAnswer => ({
  evidence: { kind: 'unavailable', reason },
  latencyMs: 1,
  cached: false,
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
    },
    clock,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => tally.stop());
  return { tally, clock, added, faults, store };
}

it('counts as calls what a party may bill: no cached answer, and none that it was never asked for', async () => {
  const { tally, added } = start();
  const observed = { operation: 'cpf', caller: caller('live'), status: 'inconclusive', riskLevel: 'high' } as const;
  const answers = { bureau_a: answered, bureau_b: { ...answered, cached: true }, fraud_registry: failed('timeout') };
  tally.observeVerification({ ...observed, answers, fallback: null });
  for (const reason of ['not_configured', 'circuit_open', 'overloaded', 'birth_date_required'] as const) {
    const unasked = { bureau_a: failed(reason), bureau_b: failed(reason), fraud_registry: failed(reason) };
    tally.observeVerification({ ...observed, answers: unasked, fallback: null });
  }
  tally.observeVerification({ ...observed, operation: 'cnpj', status: 'verified', answers: null, fallback: 'found' });
  tally.countSecondTry('bureau_a');
  await tally.stop();
  const day = '2026-11-15';
  expect(added[0]?.calls).toEqual([
    { day, keyId: key, source: 'bureau_a', count: 1 },
    { day, keyId: key, source: 'fraud_registry', count: 1 },
    { day, keyId: key, source: 'company_fallback', count: 1 },
    { day, keyId: null, source: 'bureau_a', count: 1 },
  ]);
  expect(added[0]?.verifications).toEqual([
    { day, keyId: key, operation: 'cpf', outcome: 'inconclusive', count: 5 },
    { day, keyId: key, operation: 'cnpj', outcome: 'verified', count: 1 },
  ]);
});

it('counts no call of a test key: the sandbox bills nobody', async () => {
  const { tally, added } = start();
  const answers = { bureau_a: answered, bureau_b: answered, fraud_registry: answered };
  const observed = { operation: 'cpf', caller: caller('test'), status: 'verified', riskLevel: 'low' } as const;
  tally.observeVerification({ ...observed, answers, fallback: null });
  await tally.stop();
  expect([added[0]?.verifications.length, added[0]?.calls]).toEqual([1, []]);
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
