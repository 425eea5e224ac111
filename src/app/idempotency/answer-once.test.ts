import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manual-clock.ts';
import { createOutputDirectory } from '../../../test/support/output.ts';
import { openTestStore } from '../../../test/support/stores/sqlite-store.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import { createSqliteIdempotencyStore } from '../../stores/idempotency/idempotency.sqlite.ts';
import type { SqliteStore } from '../../stores/sqlite/database.ts';
import { createInstanceLock, type InstanceLock } from '../../stores/sqlite/instance-lock.ts';
import type { Caller } from '../caller.ts';
import { createSeal } from '../seal.ts';
import { type AnswerOnce, createAnswerOnce, type RepeatableCall } from './answer-once.ts';
import type { CallClaim, IdempotencyStore, RecordedCall } from './ports.ts';

const call: RepeatableCall = {
  idempotencyKey: 'k',
  route: '/v1/verify/cpf',
  query: '',
  body: Buffer.from('{}'),
};
const caller: Caller = { keyId: 'key_1' as KeyId, mode: 'test', requestId: 'req_1', purpose: null };
const dayMs = 24 * 3_600_000;

let sqlite: SqliteStore;
let instance: InstanceLock;
let answerOnce: AnswerOnce;
let clock: ManualClock;
let faults: string[];
let executions: number;

beforeEach(() => {
  const directory = createOutputDirectory('answer-once');
  sqlite = openTestStore(directory);
  instance = createInstanceLock(directory);
  clock = createManualClock();
  faults = [];
  executions = 0;
  answerOnce = open();
});
afterEach(async () => {
  instance.release();
  await sqlite.close();
});

const openStore = () => createSqliteIdempotencyStore(sqlite, { instance, recordsPerKeyMax: 300, recordsMax: 300 });
const createSecrets = () => ({ hashSecret: randomBytes(32), seal: createSeal(randomBytes(32)) });
const secrets = createSecrets();
const only = [secrets] as const;

/** On the database of the test, unless it is told otherwise. */
function open(changed: Partial<Parameters<typeof createAnswerOnce>[0]> = {}): AnswerOnce {
  return createAnswerOnce({
    keptMs: dayMs,
    store: openStore(),
    secrets: () => only,
    toSubjects: () => [],
    clock,
    onStoreFault: (what) => faults.push(what),
    ...changed,
  });
}

const run = (changed: Partial<RepeatableCall> = {}, execute = async () => 'answer', who = caller) =>
  answerOnce({ ...call, ...changed }, who, () => {
    executions++;
    return execute();
  });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Keeps the database from growing from now on, which raises the real SQLITE_FULL. */
async function fillDisk(): Promise<void> {
  const pages = sqlite.reader.get('PRAGMA page_count')?.['page_count'];
  await sqlite.writer.write([{ sql: `PRAGMA max_page_count = ${pages}`, parameters: [] }]);
}

async function emptyDisk(): Promise<void> {
  await sqlite.writer.write([{ sql: 'PRAGMA max_page_count = 1000000', parameters: [] }]);
}

describe('a call that is made again', () => {
  test('receives the first answer without being executed', async () => {
    expect(await run()).toEqual({ body: 'answer', isReplayed: false });
    expect(await run({}, async () => 'another')).toEqual({ body: 'answer', isReplayed: true });
    expect(executions).toBe(1);
  });

  test.each<[string, Partial<RepeatableCall>]>([
    ['route', { route: '/v1/verify/cnpj' }],
    ['query', { query: 'explain=true' }],
    ['body', { body: Buffer.from('{} ') }],
    ['split of query and body', { query: '{', body: Buffer.from('}') }],
  ])('with another %s is refused, whether the first one runs or was answered', async (_name, changed) => {
    await run({}, async () => {
      expect(await codeOf(run(changed))).toBe('idempotency_key_reused');
      return 'answer';
    });
    expect(await codeOf(run(changed))).toBe('idempotency_key_reused');
    expect(executions).toBe(1);
  });

  test('by another API key is another call', async () => {
    await run();
    const other = { ...caller, keyId: 'key_2' as KeyId };
    expect(await run({}, async () => 'other', other)).toEqual({ body: 'other', isReplayed: false });
  });

  test('while the first one runs is told to wait, also when the calendar jumps a day ahead meanwhile', async () => {
    await run({}, async () => {
      expect(await codeOf(run())).toBe('idempotency_in_progress');
      clock.advance(dayMs);
      expect(await codeOf(run())).toBe('idempotency_in_progress');
      return 'answer';
    });
    expect(executions).toBe(1);
  });

  test('a day later is executed anew', async () => {
    await run();
    clock.advance(dayMs - 1);
    expect((await run()).isReplayed).toBe(true);
    clock.advance(1);
    expect(await run({}, async () => 'new')).toEqual({ body: 'new', isReplayed: false });
  });
});

test('a repeated call that looks while the answer is being stored receives it, however slow the store is', async () => {
  // A store across a network: what a look brings was true when it was made, and arrives when it may no longer be.
  const store = openStore();
  const looks: (() => void)[] = [];
  const slow = open({
    store: {
      ...store,
      find: async (id, atMs) => {
        const found = await store.find(id, atMs);
        if (executions > 0) await new Promise<void>((resolve) => looks.push(resolve));
        return found;
      },
    },
  });
  let repeated: Promise<string> | undefined;
  const first = await slow(call, caller, async () => {
    executions++;
    repeated = codeOf(slow(call, caller, async () => 'another'));
    return 'answer';
  });
  for (const look of looks) look();
  expect(first.body).toBe('answer');
  expect(await repeated).not.toBe('idempotency_outcome_unknown');
  const many = Array.from({ length: 5 }, () => slow(call, caller, async () => 'another'));
  await expect.poll(() => looks.length).toBeGreaterThan(0);
  for (const look of looks) look();
  expect(await Promise.all(many)).toEqual(Array(5).fill({ body: 'answer', isReplayed: true }));
  expect(executions).toBe(1);
});

describe('after the master secret was rotated', () => {
  const before = createSecrets();
  const since = createSecrets();
  const createWith = (current: typeof before, older: readonly (typeof before)[]) =>
    open({ secrets: () => [current, ...older] });

  test('a call that was answered before is answered from there, and another one under its key is refused', async () => {
    await createWith(before, [])(call, caller, async () => 'answer');
    const rotated = createWith(since, [before]);
    expect(await rotated(call, caller, async () => 'another')).toEqual({ body: 'answer', isReplayed: true });
    expect(await codeOf(rotated({ ...call, query: 'explain=true' }, caller, async () => 'another'))).toBe(
      'idempotency_key_reused',
    );
  });

  test('a call that was begun before is not made again', async () => {
    await createWith(before, [])(call, caller, () => Promise.reject(new Error('the process was ended'))).catch(
      () => {},
    );
    expect(await codeOf(createWith(since, [before])(call, caller, async () => 'another'))).toBe(
      'idempotency_outcome_unknown',
    );
  });

  test('a new call is made, and kept under the new secret', async () => {
    const rotated = createWith(since, [before]);
    expect(await rotated(call, caller, async () => 'new')).toEqual({ body: 'new', isReplayed: false });
    expect(await createWith(since, [])(call, caller, async () => 'another')).toEqual({ body: 'new', isReplayed: true });
  });
});

describe('after an error', () => {
  test('of ours, the call can be made again', async () => {
    const fail = () => Promise.reject(new AppError('sources_unavailable'));
    expect(await codeOf(run({}, fail))).toBe('sources_unavailable');
    expect(await run()).toEqual({ body: 'answer', isReplayed: false });
  });

  test.each([
    ['that nobody expected', new TypeError('boom')],
    ['told as internal_error', new AppError('internal_error')],
    ['that came after sources were asked', new AppError('audit_unavailable', { isSpent: true })],
  ])('%s, sources may have been asked, so nothing is asked again', async (_name, error) => {
    expect(await codeOf(run({}, () => Promise.reject(error)))).not.toBe('answered');
    expect(await codeOf(run())).toBe('idempotency_outcome_unknown');
    expect(executions).toBe(1);
  });
});

describe('on a full disk', () => {
  test('nothing is executed that could not be recorded first, and it works again once there is room', async () => {
    await fillDisk();
    // More records than the free space of the pages that are there can hold.
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => codeOf(run({ idempotencyKey: `k${index}` }))),
    );
    const answered = outcomes.filter((code) => code === 'answered').length;
    expect(answered).toBeLessThan(200);
    expect(executions).toBe(answered);
    await emptyDisk();
    const before = executions;
    expect((await run({ idempotencyKey: 'k199' })).isReplayed).toBe(false);
    expect(executions).toBe(before + 1);
  });

  test('an answer that cannot be kept still goes out, is reported, and is never asked for twice', async () => {
    const long = 'x'.repeat(100_000);
    const first = await run({}, async () => {
      await fillDisk();
      return long;
    });
    expect(first).toEqual({ body: long, isReplayed: false });
    expect(faults).toEqual(['answer not kept']);
    await emptyDisk();
    expect(await codeOf(run())).toBe('idempotency_outcome_unknown');
    expect(executions).toBe(1);
  });
});

describe('what the store says', () => {
  /** A store that holds nothing and claims at once, except for what a test changes. */
  function startWith(
    changed: Partial<IdempotencyStore>,
    onStoreFault: (what: string) => void = (what) => faults.push(what),
    keptMs = dayMs,
  ) {
    const store: IdempotencyStore = {
      find: async () => undefined,
      claim: async () => undefined,
      complete: async () => {},
      release: async () => {},
      purge: async () => false,
      ...changed,
    };
    const once = open({ store, keptMs, onStoreFault });
    return (execute = async () => 'answer', changedCall: Partial<RepeatableCall> = {}, who = caller) =>
      once({ ...call, ...changedCall }, who, () => {
        executions++;
        return execute();
      });
  }

  test.each([
    ['key', 'quota_exceeded', 'This API key', 'Esta chave de API'],
    ['all', 'overloaded', 'This service', 'Este serviço'],
  ] as const)(
    'when the records of %s are full: %s, nothing is run, and it is said what to do',
    async (whose, code, en, pt) => {
      const once = startWith({ claim: async () => ({ kind: 'full', whose }) });
      await expect(once()).rejects.toMatchObject({
        code,
        retryAfterSeconds: 600,
        detail: {
          en: expect.stringMatching(`^${en} .*without \`Idempotency-Key\``),
          pt: expect.stringMatching(`^${pt} .*sem`),
        },
      });
      expect(executions).toBe(0);
    },
  );

  test('when others keep it from writing: overloaded, nothing is run, and the same call may be sent again', async () => {
    const once = startWith({ claim: async () => ({ kind: 'busy', code: 'SQLITE_BUSY' }) });
    await expect(once()).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 5,
      message: 'the idempotency store takes no writes (SQLITE_BUSY)',
      detail: { en: expect.stringContaining('send the same call again'), pt: expect.stringContaining('de novo') },
    });
    expect(executions).toBe(0);
  });

  test.each([
    [1, '1 hour.', '1 hora.'],
    [24, '24 hours.', '24 horas.'],
    [72, '72 hours.', '72 horas.'],
  ])('when it is full: for how long it keeps records is what the operator has set, %i h', async (hours, en, pt) => {
    const claim = async () => ({ kind: 'full', whose: 'key' }) as const;
    const once = startWith({ claim }, () => {}, hours * 3_600_000);
    const detail = { en: expect.stringContaining(`for ${en}`), pt: expect.stringContaining(`por ${pt}`) };
    await expect(once()).rejects.toMatchObject({ detail });
  });

  test('about a call that another process runs is told as it is, with the time to wait', async () => {
    let fingerprint = '';
    const claimed = startWith({
      claim: async (claim) => {
        fingerprint = claim.fingerprint;
        return { kind: 'started', fingerprint, owner: 'other' };
      },
    });
    await expect(claimed()).rejects.toMatchObject({ code: 'idempotency_in_progress', retryAfterSeconds: 1 });
    const found = startWith({ find: async () => ({ kind: 'started', fingerprint, owner: 'other' }) });
    await expect(found()).rejects.toMatchObject({ code: 'idempotency_in_progress', retryAfterSeconds: 1 });
    expect(executions).toBe(0);
  });

  test('is that another process was quicker: with another call under the same key, this one is refused', async () => {
    const once = startWith({ claim: async () => ({ kind: 'started', fingerprint: 'another', owner: 'other' }) });
    expect(await codeOf(once())).toBe('idempotency_key_reused');
    expect(executions).toBe(0);
  });

  test('about the time of a record is the time of the clock, and a day later it ends', async () => {
    const claims: CallClaim[] = [];
    const looks: number[] = [];
    const once = startWith({
      find: async (_id, nowMs) => {
        looks.push(nowMs);
        return undefined;
      },
      claim: async (claim) => {
        claims.push(claim);
        return undefined;
      },
    });
    await once();
    expect(looks).toEqual([clock.nowMs()]);
    expect(claims).toMatchObject([{ keyId: 'key_1', nowMs: clock.nowMs(), expiresAtMs: clock.nowMs() + dayMs }]);
  });

  test('when it cannot be asked is the error, and the next call is not taken for a second one', async () => {
    let isBroken = true;
    const once = startWith({
      find: async () => {
        if (isBroken) throw new Error('disk I/O error');
        return undefined;
      },
    });
    expect(await codeOf(once())).toBe('Error: disk I/O error');
    isBroken = false;
    expect(await once()).toEqual({ body: 'answer', isReplayed: false });
  });

  test('is a damaged answer: nothing of it goes out, and nothing is run again', async () => {
    let record: RecordedCall | undefined;
    let fingerprint = '';
    const once = startWith({
      find: async () => record,
      claim: async (claim) => {
        fingerprint = claim.fingerprint;
        return undefined;
      },
      complete: async (_id, sealed) => {
        record = { kind: 'answered', fingerprint, sealedAnswer: Buffer.from(sealed).fill(0, 30) };
      },
    });
    await once();
    const error = await once().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'internal_error', message: expect.stringContaining('damaged') });
    expect(executions).toBe(1);
  });

  test('is the answer of another call in the place of this one: it does not open there', async () => {
    const records = new Map<string, RecordedCall>();
    const fingerprints = new Map<string, string>();
    let kept: Uint8Array | undefined;
    const once = startWith({
      find: async (id) => records.get(id),
      claim: async ({ id, fingerprint }) => {
        fingerprints.set(id, fingerprint);
        return undefined;
      },
      complete: async (id, sealed) => {
        kept ??= sealed;
        records.set(id, { kind: 'answered', fingerprint: fingerprints.get(id) ?? '', sealedAnswer: kept });
      },
    });
    await once(async () => 'of a person', { idempotencyKey: 'one' });
    await once(async () => 'of another', { idempotencyKey: 'two' });
    expect((await once(undefined, { idempotencyKey: 'one' })).body).toBe('of a person');
    expect(await codeOf(once(undefined, { idempotencyKey: 'two' }))).toBe('internal_error');
  });

  test('after an error of ours, when the call cannot be released, is told to the operator and not to the caller', async () => {
    const release = async () => Promise.reject(new Error('disk full'));
    const fail = () => Promise.reject(new AppError('sources_unavailable'));
    expect(await codeOf(startWith({ release })(fail))).toBe('sources_unavailable');
    expect(faults).toEqual(['call not released']);
  });

  test('is released after an error of ours, and after no other', async () => {
    const released: string[] = [];
    const once = startWith({
      release: async (id) => {
        released.push(id);
      },
    });
    await codeOf(once(() => Promise.reject(new TypeError('boom'))));
    await codeOf(once(() => Promise.reject(new AppError('internal_error'))));
    await codeOf(once(async () => 'answer'));
    expect(released).toEqual([]);
    await codeOf(once(() => Promise.reject(new AppError('overloaded'))));
    expect(released).toHaveLength(1);
  });

  test('changes nothing by how its faults are told', async () => {
    const complete = async () => Promise.reject(new Error('disk full'));
    const broken = () => {
      throw new Error('the log is full');
    };
    expect(await startWith({ complete }, broken)()).toEqual({ body: 'answer', isReplayed: false });
  });

  test('is kept under a name that no other pair of API key and Idempotency-Key has, and that tells neither', async () => {
    const claims: CallClaim[] = [];
    const once = startWith({
      claim: async (claim) => {
        claims.push(claim);
        return undefined;
      },
    });
    for (const [keyId, idempotencyKey] of [
      ['key_1', '2k'],
      ['key_12', 'k'],
      ['key_1', '2'],
      ['key_', '12k'],
    ] as const) {
      await once(undefined, { idempotencyKey }, { ...caller, keyId: keyId as KeyId });
    }
    expect(new Set(claims.map(({ id }) => id)).size).toBe(4);
    expect(new Set(claims.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    for (const { id, fingerprint } of claims) for (const text of [id, fingerprint]) expect(text).toMatch(/^[\w-]{43}$/);
  });
});
