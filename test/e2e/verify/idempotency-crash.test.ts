// RELIABILITY.md, "kill -9" and "idempotency race", with real processes: never a silent second query.

import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHome, createKey, type Home, type RunningProcess, startProcess } from '../../support/service/process.ts';
import { type Answer, post } from '../../support/service/service.ts';

/** bureau_a answers after 800 ms. */
const slow = { cpf: '90000001490' };
const started: RunningProcess[] = [];
let key: string;

afterEach(async () => {
  for (const running of started.splice(0)) await running.stop('SIGKILL');
});

async function createHomeWithKey(): Promise<Home> {
  const home = createHome();
  key = (await createKey(home, '--mode', 'test')).key;
  return home;
}

async function start(home: Home): Promise<RunningProcess> {
  const running = await startProcess(home);
  started.push(running);
  return running;
}

const send = ({ address }: RunningProcess, idempotencyKey: string, body: unknown = slow) =>
  post(`${address}/v1/verify/cpf`, body, { key, headers: { 'idempotency-key': idempotencyKey } });

/** Undefined when the connection broke before the whole answer was there. */
const sendUntilKilled = (to: RunningProcess, idempotencyKey: string): Promise<Answer | undefined> =>
  send(to, idempotencyKey).catch(() => undefined);

function countRecords({ directory }: Home): number {
  const database = new Database(join(directory, 'data/confere.db'), { readonly: true, timeout: 5_000 });
  try {
    return database.prepare('SELECT count(*) FROM idempotent_calls').pluck().get() as number;
  } finally {
    database.close();
  }
}

/** From here on the call is recorded, and runs for 800 ms. */
const waitForRecord = (home: Home, before = 0) =>
  expect.poll(() => countRecords(home), { interval: 10 }).toBeGreaterThan(before);

const summary = ({ status, body, headers }: Answer) =>
  status === 200 ? `200${headers.get('idempotent-replayed') === 'true' ? ' replayed' : ''}` : `${status} ${body.code}`;

describe('a service killed with kill -9', () => {
  test('while a call runs and another comes in: the one is not asked again, of the other nothing is left and it is made', async () => {
    const home = await createHomeWithKey();
    const first = await start(home);
    const body = JSON.stringify(slow);
    const socket = connect(first.port, '127.0.0.1');
    socket.on('error', () => {});
    const head = [
      'POST /v1/verify/cpf HTTP/1.1',
      'host: x',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      'idempotency-key: incomplete',
      `content-length: ${body.length}`,
      'expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 /);
    const call = sendUntilKilled(first, 'a');
    await waitForRecord(home);
    await first.stop('SIGKILL');
    expect(await call).toBeUndefined();
    expect(countRecords(home)).toBe(1);

    const second = await start(home);
    for (let time = 0; time < 2; time++) {
      expect(summary(await send(second, 'a'))).toBe('409 idempotency_outcome_unknown');
    }
    expect(summary(await send(second, 'a', { cpf: '40442820135' }))).toBe('422 idempotency_key_reused');
    expect(summary(await send(second, 'incomplete'))).toBe('200');
    expect(summary(await send(second, 'b'))).toBe('200');
    expect(summary(await send(second, 'b'))).toBe('200 replayed');
  });

  test('at any moment: an answer that was received is replayed, and any other call is unknown or was never begun', async () => {
    const home = await createHomeWithKey();
    let running = await start(home);
    const seen = new Set<string>();
    // From before the record is there to after the answer is out.
    const moments: ((answers: Promise<unknown>[], recordsBefore: number) => Promise<unknown>)[] = [
      () => new Promise(setImmediate),
      (_, recordsBefore) => waitForRecord(home, recordsBefore),
      (answers) => Promise.race(answers),
      (answers) => Promise.all(answers),
    ];
    for (const [round, moment] of moments.entries()) {
      const names = ['x', 'y', 'z'].map((letter) => `${round}${letter}`);
      const recordsBefore = countRecords(home);
      const answers = names.map((name) => sendUntilKilled(running, name));
      await moment(answers, recordsBefore);
      await running.stop('SIGKILL');
      const received = await Promise.all(answers);
      const neverBegun = names.length - (countRecords(home) - recordsBefore);
      running = await start(home);
      let executed = 0;
      for (const [index, name] of names.entries()) {
        const again = await send(running, name);
        const before = received[index];
        seen.add(`${before === undefined ? 'broken off' : before.status}, then ${summary(again)}`);
        if (before !== undefined) expect(again.body).toEqual(before.body);
        if (summary(again) === '200') executed++;
      }
      expect(executed).toBe(neverBegun);
    }
    const possible = [
      '200, then 200 replayed',
      'broken off, then 200 replayed',
      'broken off, then 200',
      'broken off, then 409 idempotency_outcome_unknown',
    ];
    expect([...seen].filter((outcome) => !possible.includes(outcome))).toEqual([]);
    expect([...seen]).toContain('200, then 200 replayed');
    expect([...seen]).toContain('broken off, then 409 idempotency_outcome_unknown');
  });
});

describe('two processes on the same data', () => {
  let home: Home;
  let one: RunningProcess;
  let two: RunningProcess;
  beforeAll(async () => {
    home = await createHomeWithKey();
    [one, two] = await Promise.all([startProcess(home), startProcess(home)]);
  });
  afterAll(() => Promise.all([one.stop('SIGKILL'), two.stop('SIGKILL')]));

  test('run a call once: the other waits for it, then replays it', async () => {
    const first = send(one, 'a');
    await waitForRecord(home);
    expect(summary(await send(two, 'a'))).toBe('409 idempotency_in_progress');
    expect(summary(await first)).toBe('200');
    const replayed = await send(two, 'a');
    expect(summary(replayed)).toBe('200 replayed');
    expect(replayed.body).toEqual((await first).body);
  });

  test('of a hundred equal calls to both, one is executed', async () => {
    const both = [one, two];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(both[index % 2] as RunningProcess, 'hundred')),
    );
    expect(answers.filter((answer) => summary(answer) === '200')).toHaveLength(1);
    const others = answers.map(summary).filter((outcome) => outcome !== '200');
    expect(others).toHaveLength(99);
    for (const outcome of others) expect(['409 idempotency_in_progress', '200 replayed']).toContain(outcome);
  });

  test('a service that is stopped in order finishes the call first', async () => {
    const before = countRecords(home);
    const call = send(one, 'stopped');
    await waitForRecord(home, before);
    await one.stop('SIGTERM');
    expect(summary(await call)).toBe('200');
    expect(summary(await send(two, 'stopped'))).toBe('200 replayed');
  });

  test('the one that lives on knows at once that the other was killed', async () => {
    one = await startProcess(home);
    const before = countRecords(home);
    const call = sendUntilKilled(one, 'killed');
    await waitForRecord(home, before);
    expect(summary(await send(two, 'killed'))).toBe('409 idempotency_in_progress');
    await one.stop('SIGKILL');
    expect(await call).toBeUndefined();
    expect(summary(await send(two, 'killed'))).toBe('409 idempotency_outcome_unknown');
  });
});
