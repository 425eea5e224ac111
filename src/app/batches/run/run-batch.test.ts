import { afterAll, expect, test } from 'vitest';
import { createOutputDirectory } from '../../../../test/support/output.ts';
import { openTestStore, testRowProof } from '../../../../test/support/stores/sqlite-store.ts';
import { systemClock } from '../../../clock.ts';
import type { KeyId, KeyRecord } from '../../../domain/access/api-key.ts';
import type { Scope } from '../../../domain/access/scopes.ts';
import { type Cnpj, completeCnpj } from '../../../domain/numbers/cnpj.ts';
import type { RiskLevel } from '../../../domain/risk/risk-policy.ts';
import { AppError } from '../../../errors.ts';
import { createSqliteBatchStore } from '../../../stores/batches/batches.sqlite.ts';
import { createInstanceLock } from '../../../stores/sqlite/instance-lock.ts';
import type { Question } from '../../bulk/question.ts';
import type { Caller } from '../../caller.ts';
import type { StoredKey } from '../../keys/ports.ts';
import { createSeal } from '../../seal.ts';
import { createSemaphore } from '../../waiting/semaphore.ts';
import { openResult, sealResult, sealRows } from '../batch-row.ts';
import type { AtBudget } from '../ports.ts';
import { createRunBatch } from './run-batch.ts';

const keyId = 'key_1' as KeyId;
const record = {
  id: keyId,
  mode: 'live',
  scopes: ['verify:cnpj'],
  expiresAtMs: null,
  revokedAtMs: null,
  concurrency: null,
} as unknown as KeyRecord;
const seal = createSeal(new Uint8Array(32).fill(1));
const cnpjs = Array.from({ length: 6 }, (_, index) => completeCnpj(`${11_111_111 + index}0001`));

const nobodyIsLookedUp = () => Promise.reject(new Error('Nobody is to be looked up'));
const nobodyIsAsked = () => Promise.reject(new Error('Nobody is to be asked'));
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

/** A batch of six companies, worked off two at a time by a process whose disk is full when the test says so. */
async function setUp(
  answer: (cnpj: Cnpj, caller: Caller) => Promise<object & { risk_level: RiskLevel }>,
  asking: readonly { readonly cnpj: Cnpj; readonly sameAs?: number }[] = cnpjs.map((cnpj) => ({ cnpj })),
  screened?: { readonly screen: () => Promise<object>; readonly scopes: readonly Scope[]; readonly isAlways?: true },
  clock = systemClock,
  atBudget: AtBudget = 'wait',
) {
  const directory = createOutputDirectory('run-batches');
  const startInstance = () => opened.adopt(createInstanceLock(directory), (lock) => lock.release());
  const instance = startInstance();
  const sqlite = opened.adopt(openTestStore(directory), (database) => database.close());
  const disk = { isFull: false, refused: 0 };
  const write: typeof sqlite.writer.write = (statements) => {
    if (!disk.isFull) return sqlite.writer.write(statements);
    disk.refused++;
    return Promise.reject(new Error('SQLITE_FULL'));
  };
  const store = createSqliteBatchStore(
    { ...sqlite, writer: { ...sqlite.writer, write } },
    instance,
    systemClock,
    testRowProof,
  );
  const batch = { id: 'bat_1', keyId, purpose: null, explain: false, webhookId: null, repeatId: null };
  const screenLanguage = screened === undefined ? null : 'pt';
  await store.begin({ ...batch, screenLanguage, atBudget, createdAtMs: systemClock.nowMs() }, 1);
  const rows = asking.map(({ cnpj, ...same }, index) => ({
    ...same,
    line: index + 1,
    question: { kind: 'cnpj', cnpj, companyName: null } as const,
    mended: null,
  }));
  await store.appendInput('bat_1', sealRows(seal, 'bat_1', 1, rows));
  await store.start('bat_1', rows.length, 'f');
  let looks = 0;
  const listResults: typeof store.listResults = (...asked) => {
    looks++;
    return store.listResults(...asked);
  };
  const run = createRunBatch({
    store: { ...store, listResults },
    keys: {
      find: async () =>
        ({ record: { ...record, ...(screened && { scopes: screened.scopes }) } }) as unknown as StoredKey,
    },
    countRequest: async () => ({ refusal: null }) as never,
    inWork: { enter: () => true, leave: () => {} } as never,
    answer: (question: Question, caller) => answer((question as { cnpj: Cnpj }).cnpj, caller),
    screen: async () => ({
      screening: await (screened?.screen ?? nobodyIsLookedUp)(),
      coverage: { checked: [], not_checked: [] },
    }),
    isAlwaysScreened: screened?.isAlways ?? false,
    seal,
    clock,
    createRequestId: () => 'req_1',
    createEvent: ({ keyId, webhookId }, event) => ({
      id: 'msg_1',
      keyId,
      endpointId: webhookId,
      event,
      sealedBody: new Uint8Array(1),
      createdAtMs: 1,
    }),
    rowsAtOnce: 2,
    rowsInWork: createSemaphore(9),
    keptMs: 1_000,
  });
  return {
    disk,
    run: () => run('bat_1', { signal: new AbortController().signal, beat: () => {} }),
    /** Starts another process on the same data. */
    startOther: () => createSqliteBatchStore(sqlite, startInstance(), systemClock, testRowProof),
    looked: () => looks,
    /** A process claims the row and is then killed. */
    async claim(row: number) {
      const killed = createInstanceLock(directory);
      const other = createSqliteBatchStore(sqlite, killed, systemClock, testRowProof);
      await other.take('bat_1', 99);
      expect(await other.claim('bat_1', row, null)).toBe(true);
      killed.release();
    },
    find: () => store.find('bat_1'),
    results: async () => (await store.listResults('bat_1', 1, 9, 9)).map((result) => openResult(seal, 'bat_1', result)),
  };
}

test('a disk that is full for a while loses no answer, and nobody is asked twice', async () => {
  const asked: Cnpj[] = [];
  const { disk, run, find, results } = await setUp(async (cnpj) => {
    // Two are under way when it fills up: one has to be written down, and the next one claimed.
    if (asked.push(cnpj) === 3) disk.isFull = true;
    return { cnpj, risk_level: cnpj === cnpjs[0] ? 'medium' : 'low' };
  });
  const running = run();
  await expect.poll(() => disk.refused).toBeGreaterThan(2);
  expect(await find()).toMatchObject({ state: 'running' });
  disk.isFull = false;
  await running;
  expect(await find()).toMatchObject({ state: 'completed', counts: { answered: 6, failed: 0, outcome_unknown: 0 } });
  expect((await find())?.risks).toEqual({ low: 5, medium: 1, high: 0 });
  expect(asked.toSorted()).toEqual(cnpjs);
  expect((await results()).map((result) => (result as { answer?: unknown }).answer)).toMatchObject(
    cnpjs.map((cnpj) => ({ cnpj })),
  );
});

test('where sources were asked and what they said is lost, the outcome is unknown, and nobody is asked again', async () => {
  let asked = 0;
  const { run, results } = await setUp(async () => {
    asked++;
    throw asked % 2 === 0 ? new TypeError('boom') : new AppError('audit_unavailable', { isSpent: true });
  });
  await run();
  expect(asked).toBe(6);
  const found = await results();
  expect(found.map(({ status }) => status)).toEqual(found.map(() => 'outcome_unknown'));
  expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['audit_unavailable', 'internal_error']));
});

const [first, second, third] = cnpjs as [Cnpj, Cnpj, Cnpj];

test('rows that ask the same are asked once and answered alike, whatever became of the first', async () => {
  const asked: Cnpj[] = [];
  const rows = [
    { cnpj: first },
    { cnpj: first, sameAs: 1 },
    { cnpj: second },
    { cnpj: first, sameAs: 1 },
    { cnpj: second, sameAs: 3 },
    // A hash that is that of another question is no reason to answer with another company.
    { cnpj: third, sameAs: 1 },
  ];
  const { run, find, results } = await setUp(async (cnpj) => {
    asked.push(cnpj);
    if (cnpj === second) throw new AppError('sources_not_configured');
    return { cnpj, risk_level: 'medium' };
  }, rows);
  await run();
  expect(asked.toSorted()).toEqual([first, second, third]);
  expect(await find()).toMatchObject({ counts: { answered: 4, failed: 2 }, risks: { medium: 4 } });
  const found = await results();
  expect(found.map(({ status, line }) => [status, line])).toEqual(
    ['answered', 'answered', 'failed', 'answered', 'failed', 'answered'].map((status, index) => [status, index + 1]),
  );
  expect(found.map(({ answer }) => (answer as { cnpj?: Cnpj } | null)?.cnpj)).toEqual(
    rows.map(({ cnpj }) => (cnpj === second ? undefined : cnpj)),
  );
});

test('of a person whose row was lost by a kill nobody is asked again by a row that repeats it', async () => {
  const { claim, run, results } = await setUp(nobodyIsAsked, [{ cnpj: first }, { cnpj: first, sameAs: 1 }]);
  await claim(1);
  await run();
  expect((await results()).map(({ status, reason }) => [status, reason])).toEqual([
    ['outcome_unknown', 'idempotency_outcome_unknown'],
    ['outcome_unknown', 'idempotency_outcome_unknown'],
  ]);
});

test('a row that repeats one which another process asks about waits for that answer, and asks nobody', async () => {
  const { startOther, looked, run, find, results } = await setUp(nobodyIsAsked, [
    { cnpj: first },
    { cnpj: first, sameAs: 1 },
  ]);
  const other = startOther();
  await other.take('bat_1', 1);
  await other.claim('bat_1', 1, null);
  const running = run();
  await expect.poll(looked).toBeGreaterThan(1);
  const answer = { cnpj: first, risk_level: 'low' } as const;
  const outcome = { line: 1, kind: 'cnpj', reason: null, mended: null, answer } as const;
  await other.settle('bat_1', sealResult(seal, 'bat_1', 1, 'answered', outcome), 'low');
  await running;
  // The last row of the other one is settled, but still its own: that one ends the batch.
  expect(await find()).toMatchObject({ state: 'running', counts: { answered: 2 } });
  await other.release('bat_1', 1);
  await run();
  expect(await find()).toMatchObject({ state: 'completed' });
  expect((await results()).map(({ line, status }) => [line, status])).toEqual([
    [1, 'answered'],
    [2, 'answered'],
  ]);
});

const bothScopes: readonly Scope[] = ['verify:cnpj', 'screen'];

// Both wait for a retry, and do it together.
test.concurrent('a row is looked up before a source is asked about it, and once, however often that is tried', async () => {
  const order: string[] = [];
  const { run, results } = await setUp(
    async (cnpj) => {
      // The first try fails in a way that passes.
      if (order.push('asked') === 2) throw new AppError('overloaded');
      return { cnpj, risk_level: 'low' };
    },
    [{ cnpj: first }],
    { scopes: bothScopes, screen: async () => ({ status: 'clear', order: order.push('looked up') }) },
  );
  await run();
  expect(order).toEqual(['looked up', 'asked', 'asked']);
  expect((await results()).map(({ answer }) => answer)).toEqual([
    { cnpj: first, risk_level: 'low', screening: { status: 'clear', order: 1 } },
  ]);
});

test.concurrent('while a screening cannot be recorded no source is asked, and the row waits', async () => {
  const order: string[] = [];
  const { run, results } = await setUp(
    async (cnpj) => {
      order.push('asked');
      return { cnpj, risk_level: 'low' };
    },
    [{ cnpj: first }],
    {
      scopes: bothScopes,
      async screen() {
        if (order.push('looked up') === 1) throw new AppError('audit_unavailable');
        return { status: 'clear' };
      },
    },
  );
  await run();
  expect(order).toEqual(['looked up', 'looked up', 'asked']);
  expect((await results())[0]).toMatchObject({ status: 'answered', answer: { screening: { status: 'clear' } } });
});

test('a key that may no longer screen has no answer, and nobody is asked', async () => {
  const { run, results } = await setUp(nobodyIsAsked, [{ cnpj: first }], {
    scopes: ['verify:cnpj'],
    screen: nobodyIsLookedUp,
  });
  await run();
  expect((await results()).map(({ status, reason }) => [status, reason])).toEqual([['failed', 'insufficient_scope']]);
});

test('where verifications are screened by themselves, nobody is looked up besides', async () => {
  const { run, results } = await setUp(
    async (cnpj) => ({ cnpj, risk_level: 'low', screening: { status: 'hit' } }),
    [{ cnpj: first }],
    { scopes: bothScopes, screen: nobodyIsLookedUp, isAlways: true },
  );
  await run();
  expect((await results())[0]?.answer).toMatchObject({ screening: { status: 'hit' } });
});

const usedUp = new AppError('budget_exhausted', { retryAfterSeconds: 3_600 });

test.each([
  ['wait', 'refuse'],
  ['stop', 'refuse'],
  ['skip', undefined],
] as const)('a batch that is to %s at a budget asks so', async (atBudget, asked) => {
  const callers: Caller[] = [];
  const answer = async (cnpj: Cnpj, caller: Caller) => {
    callers.push(caller);
    return { cnpj, risk_level: 'low' as const };
  };
  const { run, find } = await setUp(answer, [{ cnpj: first }], undefined, systemClock, atBudget);
  await run();
  expect(callers.map((caller) => caller.atBudget)).toEqual([asked]);
  expect(await find()).toMatchObject({ state: 'completed', atBudget });
});

test('a batch that is to stop at a budget ends there: what was answered stays, and nobody is asked about the rest', async () => {
  let asked = 0;
  const answer = async (cnpj: Cnpj) => {
    if (++asked > 3) throw usedUp;
    return { cnpj, risk_level: 'low' as const };
  };
  const { run, find, results } = await setUp(answer, undefined, undefined, systemClock, 'stop');
  await run();
  const ended = { state: 'failed', reason: 'budget_exhausted' };
  expect(await find()).toMatchObject({ ...ended, counts: { answered: 3, failed: 0, outcome_unknown: 0 } });
  expect((await results()).map(({ status }) => status)).toEqual(['answered', 'answered', 'answered']);
  expect(asked).toBeLessThanOrEqual(5);
});

test.concurrent('a row that has waited for a budget is looked up again: lists change meanwhile', async () => {
  const order: string[] = [];
  let waitedMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + waitedMs };
  const { run, results } = await setUp(
    async (cnpj) => {
      if (order.push('asked') === 2) {
        waitedMs = 3_600_000;
        throw new AppError('budget_exhausted');
      }
      return { cnpj, risk_level: 'low' };
    },
    [{ cnpj: first }],
    { scopes: bothScopes, screen: async () => ({ status: order.push('looked up') === 1 ? 'clear' : 'hit' }) },
    clock,
  );
  await run();
  expect(order).toEqual(['looked up', 'asked', 'looked up', 'asked']);
  expect((await results())[0]?.answer).toMatchObject({ screening: { status: 'hit' } });
});

test.each([{}, { isAlways: true }] as const)(
  'a row that sources fail, and one that repeats it, keep what the lists say: %j',
  async (way) => {
    let looks = 0;
    const { run, results } = await setUp(
      async (cnpj) => {
        if (cnpj === second) throw new TypeError('boom');
        throw new AppError('sources_not_configured');
      },
      [{ cnpj: first }, { cnpj: first, sameAs: 1 }, { cnpj: second }],
      { scopes: bothScopes, screen: async () => ({ status: 'hit', looks: ++looks }), ...way },
    );
    await run();
    expect(looks).toBe(2);
    const screening = { status: 'hit', looks: expect.any(Number) };
    expect(await results()).toMatchObject([
      { status: 'failed', reason: 'sources_not_configured', answer: null, screening },
      { status: 'failed', reason: 'sources_not_configured', answer: null, screening },
      { status: 'outcome_unknown', reason: 'internal_error', answer: null, screening },
    ]);
  },
);

test('while a failed row cannot be looked up it waits, and nobody is asked again', async () => {
  const order: string[] = [];
  const { run, results } = await setUp(
    async () => {
      order.push('asked');
      throw new AppError('sources_not_configured');
    },
    [{ cnpj: first }],
    {
      scopes: bothScopes,
      isAlways: true,
      async screen() {
        if (order.push('looked up') === 2) throw new AppError('audit_unavailable');
        return { status: 'hit' };
      },
    },
  );
  await run();
  expect(order).toEqual(['asked', 'looked up', 'looked up']);
  expect((await results())[0]).toMatchObject({ reason: 'sources_not_configured', screening: { status: 'hit' } });
});
