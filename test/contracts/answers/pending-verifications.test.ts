// Verifications that wait for a party, in a real database: what a crash, an erasure and two parties leave of them.

import { expect, it, onTestFinished } from 'vitest';
import type { NewEvent } from '../../../src/app/events/ports.ts';
import { createCompleteDue } from '../../../src/app/later/complete-due.ts';
import { createCompleteVerification } from '../../../src/app/later/complete-verification.ts';
import { createOrderCalls } from '../../../src/app/later/order-calls.ts';
import { createPendingVerifications } from '../../../src/app/later/pending-verifications.ts';
import { createSeal } from '../../../src/app/seal.ts';
import type { NoneYet, PersonSource, SourceAnswer } from '../../../src/app/verify/ports.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import { type Evidence, emptyRecord } from '../../../src/domain/person/evidence.ts';
import { defaultPolicy } from '../../../src/domain/risk/risk-policy.ts';
import { createBoughtAnswers } from '../../../src/stores/answers/bought-answers.sql.ts';
import { createEventStore } from '../../../src/stores/events/events.sql.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createRecorded } from '../../support/recorded.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';

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

/** Of two generations of the secret. */
const toOrderNames = (source: string, order: string) => [`${source}-${order}-new`, `${source}-${order}-old`];

/** The first party may call back; the second one never does. */
function start({ callsBack = false, pauseMaxMs = 5_000, giveUpAfterMs = 600_000 } = {}) {
  const clock = createManualClock();
  const askedAtMs = clock.nowMs();
  const directory = createOutputDirectory('pending');
  const recorded = createRecorded(clock);
  /** What the parties say by now, and what they were asked. */
  const said: Record<string, Evidence | NoneYet> = {};
  const looks: string[] = [];
  const kept: string[] = [];
  const during: { look?: () => Promise<unknown>; keep?: () => Promise<unknown> } = {};
  const toSource = (name: string): PersonSource => ({
    ...{ name, roles: ['identity'], required: false, canAdmit: () => true },
    ask: () => expect.fail('nobody may be asked again'),
    later: {
      giveUpAfterMs,
      pauseMaxMs: callsBack && name === 'second' ? 5_000 : pauseMaxMs,
      callsBack: callsBack && name === 'first',
      look: async (_, order) => {
        looks.push(`${name} ${order}`);
        await during.look?.();
        const evidence = said[name] ?? { kind: 'none_yet' };
        return evidence.kind === 'none_yet'
          ? evidence
          : {
              ...{ kind: 'come', evidence },
              keep: async (sinceMs) => {
                await during.keep?.();
                kept.push(`${name} of ${sinceMs - askedAtMs}`);
              },
              discard: async () => void kept.splice(kept.indexOf(`${name} of 0`), 1),
              confirm: () => void kept.push(`${name} for a moment`),
            };
      },
    },
  });
  const sources = ['first', 'second'].map(toSource);

  /** Another process on the same files. */
  function openNode(withEnd: { onEnd?: () => void } = {}) {
    const sqlite = openTestStore(directory, clock);
    onTestFinished(() => sqlite.close());
    const store = createBoughtAnswers(createSqliteSql(sqlite));
    const pending = createPendingVerifications({
      ...{ store, seal: createSeal(Buffer.alloc(32, 7)), clock, sources, toOrderNames },
      toSubject: () => 'subject',
      onFault: (error) => expect.fail(String(error)),
    });
    const calls = createOrderCalls({ store, toOrderNames, clock });
    const complete = createCompleteVerification({
      ...{ calls, sources, plan: undefined, policy: defaultPolicy, clock, record: recorded.record },
      pending: {
        ...pending,
        end: async (id, events) => {
          withEnd.onEnd?.();
          await pending.end(id, events);
        },
      },
      // The audit has the record of the first answer, and those that were written here.
      trail: { find: async () => Array.from({ length: 1 + recorded.entries.length }, () => ({}) as never) },
      toSubject: () => 'subject',
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
    const runAll = () =>
      createCompleteDue({ pending, complete, onFault: (error) => expect.fail(String(error)) })({
        signal: new AbortController().signal,
        beat: () => {},
      });
    const listEvents = () => createEventStore(createSqliteSql(sqlite)).list(keyId, { after: 0, sinceMs: 0 }, 9);
    return { store, pending, calls, complete, run, runAll, listEvents };
  }
  const open = {
    ...{ query, caller, verifiedNeeds: null, askedAtMs },
    answers: [
      toAnswer('first', wait, { order: 'a' }),
      toAnswer('second', wait, { order: 'b' }),
      toAnswer('third', answered),
    ],
  };
  return { clock, recorded, said, looks, kept, during, openNode, open };
}

it('survives a kill at every point, with one record and one event; what one party said is not looked for again', async () => {
  const { clock, recorded, said, looks, kept, openNode, open } = start();
  expect(await openNode().pending.keep(open)).toBe(true);
  const node = openNode();
  expect([await node.pending.has('req_1'), await node.run()]).toEqual([true, 0]);
  clock.advance(5_000);
  said['first'] = answered;
  expect(await node.run()).toBe(1);
  expect([await node.pending.hasDue(), kept]).toEqual([false, ['first of 0', 'first for a moment']]);
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
  expect(looks).toEqual(['first a', 'second b', 'second b']);
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
  const { clock, recorded, said, kept, openNode, open } = start();
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
  expect([recorded.entries, kept, await node.listEvents()]).toEqual([[], [], []]);
});

it('of a person who is erased while an answer is being kept nothing stays', async () => {
  const { clock, recorded, said, kept, during, openNode, open } = start();
  const node = openNode();
  await node.pending.keep(open);
  const beganMs = clock.nowMs();
  clock.advance(5_000);
  Object.assign(said, { first: answered, second: answered });
  during.keep = () => node.store.erase(['subject'], beganMs);
  expect(await node.run()).toBe(1);
  expect([recorded.entries, kept, await node.listEvents()]).toEqual([[], [], []]);
});

it('is gone by an erasure that began before it was put off to another look', async () => {
  const { clock, openNode, open } = start({ pauseMaxMs: 600_000 });
  const node = openNode();
  await node.pending.keep(open);
  const beganMs = clock.nowMs();
  for (let looks = 0; looks < 7; looks++) {
    clock.advance(75_000);
    await node.run();
  }
  expect(await node.store.erase(['subject'], beganMs)).toHaveLength(1);
});

it('is looked for ever more rarely, up to the pause of the party, and no sooner than the party asks', async () => {
  const { clock, said, looks, openNode, open } = start({ pauseMaxMs: 60_000 });
  const node = openNode();
  await node.pending.keep(open);
  /** The seconds at which the second party was looked at. */
  const at: number[] = [];
  const runUntil = async (second: number) => {
    while (clock.nowMs() < open.askedAtMs + second * 1_000) {
      clock.advance(5_000);
      const before = looks.length;
      await node.run();
      if (looks.slice(before).includes('second b')) at.push((clock.nowMs() - open.askedAtMs) / 1_000);
    }
  };
  await runUntil(195);
  expect(at).toEqual([5, 10, 20, 40, 80, 140]);
  said['second'] = { kind: 'none_yet', retryAfterMs: 150_000 };
  await runUntil(345);
  // A party that asks for years gets ten minutes, and the verification ends at its time.
  said['second'] = { kind: 'none_yet', retryAfterMs: 9_999_999_000 };
  await runUntil(595);
  expect([at.slice(6), await node.pending.has('req_1')]).toEqual([[200, 350], true]);
  await runUntil(600);
  expect(await node.pending.has('req_1')).toBe(false);
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

it('a party that calls back is looked at rarely, and as soon as it has called: on any node, once for each call', async () => {
  const { clock, said, looks, openNode, open } = start({ callsBack: true, pauseMaxMs: 300_000 });
  const node = openNode();
  await node.pending.keep(open);
  const listOwn = () => looks.filter((look) => look.startsWith('first'));
  const run = async (afterMs: number) => {
    clock.advance(afterMs);
    const due = await node.run();
    return [due, listOwn().length];
  };
  expect(await run(5_000)).toEqual([1, 1]);
  // The other party does not call, and is looked at as before.
  expect([await run(5_000), looks.length]).toEqual([[1, 1], 3]);

  // It calls, and another node takes it: what waits is due at once.
  const other = openNode();
  const callBack = async (call: string, order = 'a') => {
    await other.calls.tell('first', order, call);
    await other.pending.hasten('first', order);
  };
  await callBack('req_2', 'somebody-elses');
  expect(await run(0)).toEqual([0, 1]);
  await callBack('req_3');
  expect(await run(0)).toEqual([1, 2]);
  // The same call is worth one look, and each further one is worth one more.
  expect(await run(5_000)).toEqual([1, 2]);
  for (const call of ['req_4', 'req_5', 'req_6']) await callBack(call);
  expect(await run(0)).toEqual([1, 3]);
  // Without a call it is looked at after its pause.
  expect(await run(299_000)).toEqual([1, 3]);
  expect(await run(5_000)).toEqual([1, 4]);

  Object.assign(said, { first: answered, second: answered });
  await callBack('req_7');
  // The call of one party is no reason to look at the other.
  expect(await run(0)).toEqual([1, 5]);
  clock.advance(5_000);
  expect([await node.run(), await node.pending.has('req_1')]).toEqual([1, false]);
  // Nothing of it is left but what is no longer of use, and a late call finds nobody.
  expect(await node.store.list('waiter ', clock.nowMs(), 9)).toEqual([]);
  await callBack('req_8');
  expect(await run(5_000)).toEqual([0, 5]);
});

/** A node where the first party calls back and the second one has answered, after the first look. */
async function startCalled(giveUpAfterMs: number, said: Record<string, Evidence | NoneYet> = {}) {
  const stack = start({ callsBack: true, pauseMaxMs: 300_000, giveUpAfterMs });
  const { clock, looks, openNode, open } = stack;
  Object.assign(stack.said, { second: answered, ...said });
  const node = openNode();
  await node.pending.keep(open);
  const callBack = async (call: string) => {
    await node.calls.tell('first', 'a', call);
    await node.pending.hasten('first', 'a');
  };
  /** How many were due, and how often the first party was looked at by now. */
  const run = async (afterMs: number) => {
    clock.advance(afterMs);
    return [await node.run(), looks.filter((look) => look.startsWith('first')).length];
  };
  return { ...stack, node, callBack, run };
}

it('a call that is forgotten is no other call: the party is looked at after its pause', async () => {
  const { callBack, run, node } = await startCalled(3_600_000);
  expect(await run(5_000)).toEqual([1, 1]);
  await callBack('req_2');
  expect(await run(5_000)).toEqual([1, 2]);
  expect(await run(300_000)).toEqual([1, 3]);
  expect(await run(300_000)).toEqual([1, 4]);
  // Made due by whatever, it is not looked at before its time.
  await node.pending.hasten('first', 'a');
  expect(await run(5_000)).toEqual([1, 4]);
  expect(await run(294_999)).toEqual([0, 4]);
});

it('a party that asks to be left alone is, whoever calls, and is looked at when that time is over', async () => {
  const { callBack, run } = await startCalled(600_000, { first: { kind: 'none_yet', retryAfterMs: 120_000 } });
  expect(await run(5_000)).toEqual([1, 1]);
  await callBack('req_2');
  expect(await run(5_000)).toEqual([1, 1]);
  expect(await run(114_999)).toEqual([0, 1]);
  expect(await run(1)).toEqual([1, 2]);
});

it('a call during a look is worth another one at once, and without a call nothing is due before its time', async () => {
  const { during, callBack, run } = await startCalled(600_000);
  during.look = () => callBack('req_2');
  expect(await run(5_000)).toEqual([1, 1]);
  delete during.look;
  expect(await run(0)).toEqual([1, 2]);
  expect(await run(299_999)).toEqual([0, 2]);
});

it('however many are due, one run looks at all, and first at those whose party has called', async () => {
  const { clock, looks, openNode, open } = start({ callsBack: true });
  const node = openNode();
  const [, , third = toAnswer('third', answered)] = open.answers;
  const keep = (requestId: string, order: string) =>
    node.pending.keep({
      ...{ ...open, caller: { ...caller, requestId } },
      answers: [toAnswer('first', wait, { order }), third],
    });
  for (let count = 0; count < 40; count++) await keep(`req_a${count}`, `a${count}`);
  clock.advance(1_000);
  await keep('req_z', 'z');
  clock.advance(60_000);
  await node.pending.hasten('first', 'z');
  expect(await node.pending.takeDue(1)).toMatchObject([{ caller: { requestId: 'req_z' } }]);
  await node.runAll();
  expect(looks).toHaveLength(40);
});

it('a request that waits on one node hears of the callback that another one took', async () => {
  const { openNode } = start();
  const [here, there] = [openNode(), openNode()];
  const end = { ms: 3_600_000, signal: new AbortController().signal };
  const waiting = here.calls.waitFor({ source: 'first', order: 'a' }, undefined, end);
  await there.calls.tell('first', 'b', 'req_2');
  await there.calls.tell('first', 'a', 'req_3');
  expect(await waiting).toBe('req_3');
});
