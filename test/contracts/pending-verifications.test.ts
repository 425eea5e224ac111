// Verifications that wait for a party, in a real database: what a crash, an erasure and two parties leave of them.

import { expect, it, onTestFinished } from 'vitest';
import type { NewEvent } from '../../src/app/events/ports.ts';
import { createCompleteVerification } from '../../src/app/later/complete-verification.ts';
import { createPendingVerifications } from '../../src/app/later/pending-verifications.ts';
import { createSeal } from '../../src/app/seal.ts';
import type { PersonSource, SourceAnswer } from '../../src/app/verify/ports.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import type { Cpf } from '../../src/domain/numbers/cpf.ts';
import { type Evidence, emptyRecord } from '../../src/domain/person/evidence.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';
import { createSqliteBoughtAnswers } from '../../src/stores/answers/bought-answers.sqlite.ts';
import { createSqliteEventStore } from '../../src/stores/events/events.sqlite.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createOutputDirectory } from '../support/output.ts';
import { createRecorded } from '../support/recorded.ts';
import { openTestStore } from '../support/stores/sqlite-store.ts';

const keyId = 'key_1' as KeyId;
const caller = { keyId, requestId: 'req_1', mode: 'live', purpose: null } as const;
const query = { cpf: '12345678909' as Cpf, name: 'MARIA DA SILVA', birthDate: null };
const answered: Evidence = {
  kind: 'answered',
  record: { ...emptyRecord, name: 'MARIA DA SILVA', registration: 'regular' },
};
const toAnswer = (source: string, evidence: Evidence, more: Partial<SourceAnswer> = {}): SourceAnswer => ({
  ...{ source, roles: ['identity'], evidence, latencyMs: 1, cached: false, calls: 1 },
  ...more,
});
const wait: Evidence = { kind: 'unavailable', reason: 'pending' };

function start() {
  const clock = createManualClock();
  const directory = createOutputDirectory('pending');
  const recorded = createRecorded(clock);
  /** What the parties say by now, and what they were asked. */
  const said: Record<string, Evidence | undefined> = {};
  const looks: string[] = [];
  const toSource = (name: string): PersonSource => ({
    ...{ name, roles: ['identity'], required: false, canAdmit: () => true },
    ask: () => expect.fail('nobody may be asked again'),
    later: {
      giveUpAfterMs: 600_000,
      look: async (_, order) => {
        looks.push(`${name} ${order}`);
        return said[name];
      },
    },
  });
  const sources = ['first', 'second'].map(toSource);

  /** Another process on the same files. */
  function openNode(withEnd: { onEnd?: () => void } = {}) {
    const sqlite = openTestStore(directory, clock);
    onTestFinished(() => sqlite.close());
    const store = createSqliteBoughtAnswers(sqlite);
    const pending = createPendingVerifications({
      ...{ store, seal: createSeal(Buffer.alloc(32, 7)), clock, sources },
      toSubject: () => 'subject',
      onFault: (error) => expect.fail(String(error)),
    });
    const complete = createCompleteVerification({
      ...{ sources, plan: undefined, policy: defaultPolicy, clock, record: recorded.record },
      pending: {
        ...pending,
        end: async (id, events) => {
          withEnd.onEnd?.();
          await pending.end(id, events);
        },
      },
      // The audit has the record of the first answer, and those that were written here.
      trail: { find: async () => Array.from({ length: 1 + recorded.entries.length }, () => ({}) as never) },
      webhooks: { listEndpoints: async () => [] },
      createEvent: ({ webhookId }, event, data): NewEvent => ({
        ...{ id: `msg_${Math.random()}`, keyId, endpointId: webhookId, event, createdAtMs: clock.nowMs() },
        sealedBody: Buffer.from(JSON.stringify(data)),
      }),
    });
    const run = async () => {
      const due = await pending.takeDue(9);
      for (const each of due) await complete(each, new AbortController().signal);
      return due.length;
    };
    const listEvents = () => createSqliteEventStore(sqlite).list(keyId, { after: 0, sinceMs: 0 }, 9);
    return { store, pending, complete, run, listEvents };
  }
  const open = {
    ...{ query, caller, verifiedNeeds: null, askedAtMs: clock.nowMs() },
    answers: [
      toAnswer('first', wait, { order: 'a' }),
      toAnswer('second', wait, { order: 'b' }),
      toAnswer('third', answered),
    ],
  };
  return { clock, recorded, said, looks, openNode, open };
}

it('survives a kill at every point, with one record and one event; what one party said is not looked for again', async () => {
  const { clock, recorded, said, looks, openNode, open } = start();
  expect(await openNode().pending.keep(open)).toBe(true);
  const node = openNode();
  expect([await node.pending.has('req_1'), await node.run()]).toEqual([true, 0]);
  clock.advance(5_000);
  said['first'] = answered;
  expect(await node.run()).toBe(1);
  expect(await node.pending.hasDue()).toBe(false);
  clock.advance(5_000);
  said['second'] = { kind: 'not_found' };
  const killed = openNode({
    onEnd: () => {
      throw new Error('killed');
    },
  });
  await expect(killed.run()).rejects.toThrow('killed');
  clock.advance(5_000);
  const last = openNode();
  expect([await last.run(), await last.pending.has('req_1')]).toEqual([1, false]);
  expect(looks).toEqual(['first a', 'second b', 'second b', 'second b']);
  expect(recorded.entries).toMatchObject([
    {
      kind: 'cpf',
      requestId: 'req_1',
      latencyMs: 10_000,
      evidence: [{ evidence: answered }, { evidence: { kind: 'not_found' } }, { evidence: answered }],
    },
  ]);
  expect((await last.listEvents()).map(({ event, sealedBody }) => `${event} ${Buffer.from(sealedBody)}`)).toEqual([
    'verification.completed {"request_id":"req_1"}',
  ]);
});

it('of a person who is erased meanwhile neither comes back nor is told of', async () => {
  const { clock, recorded, said, openNode, open } = start();
  const node = openNode();
  await node.pending.keep(open);
  clock.advance(5_000);
  const [due] = await node.pending.takeDue(1);
  expect(await node.store.erase(['subject'], clock.nowMs())).toHaveLength(1);
  if (due !== undefined) await node.pending.update(due);
  Object.assign(said, { first: answered, second: answered });
  if (due !== undefined) await node.complete(due, new AbortController().signal);
  clock.advance(600_000);
  expect([await node.run(), await node.pending.has('req_1')]).toEqual([0, false]);
  expect([recorded.entries, await node.listEvents()]).toEqual([[], []]);
});

it('ends after its time with what there is, and not before', async () => {
  const { clock, recorded, openNode, open } = start();
  const node = openNode();
  await node.pending.keep(open);
  clock.advance(599_999);
  expect([await node.run(), await node.pending.has('req_1'), recorded.entries]).toEqual([1, true, []]);
  clock.advance(5_000);
  expect([await node.run(), await node.pending.has('req_1')]).toEqual([1, false]);
  expect(recorded.entries).toMatchObject([
    { kind: 'cpf', evidence: [{ evidence: wait }, { evidence: wait }, { evidence: answered }] },
  ]);
  expect(await node.listEvents()).toHaveLength(1);
});
