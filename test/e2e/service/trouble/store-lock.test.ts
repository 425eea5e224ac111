// Another process holds the write lock of the database: those who need a write wait for it, and nobody else does.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openRaw, probe, toCpfRequest } from '../../../support/http/raw-client.ts';
import { createHome, createKey, startProcess } from '../../../support/service/process.ts';

/** A write gives up after five seconds, so a round that a busy machine drew out proves nothing and is made again. */
const roundsMax = 20;
const turns = 10;

test('while a lock makes idempotent calls wait, probes and plain calls are answered, and the lock gone, the waiting calls too; who waited too long may come again', async () => {
  const home = createHome();
  const { key } = await createKey(home, '--mode', 'test', '--rate', 'unlimited');
  const service = await startProcess(home);
  const database = new Database(join(home.directory, 'data/confere.db'), { timeout: 60_000 });

  async function answerBehindLock(round: number) {
    const plain = await openRaw(service.port);
    const waiting = await Promise.all(Array.from({ length: 4 }, () => openRaw(service.port)));
    database.exec('BEGIN IMMEDIATE');
    for (const [index, client] of waiting.entries()) {
      client.socket.write(toCpfRequest(key, '40442820135', [`Idempotency-Key: ${round}-${index}`]));
    }
    // Each in its turn: the service has read the waiting calls long before the last of these.
    for (let turn = 0; turn < turns; turn++) {
      plain.socket.write(turn % 2 === 0 ? probe : toCpfRequest(key));
      await expect.poll(() => plain.statuses().length, { timeout: 60_000, interval: 1 }).toBe(turn + 1);
    }
    const settledBefore = waiting.flatMap((client) => client.statuses());
    database.exec('ROLLBACK');
    await expect
      .poll(() => waiting.flatMap((client) => client.statuses()).length, { timeout: 60_000 })
      .toBe(waiting.length);
    const settledAfter = waiting.flatMap((client) => client.statuses());
    for (const { socket } of [plain, ...waiting]) socket.destroy();
    return { plain: plain.statuses(), settledBefore, settledAfter };
  }

  let outcome = await answerBehindLock(0);
  for (let round = 1; outcome.settledBefore.length > 0 && round < roundsMax; round++) {
    outcome = await answerBehindLock(round);
  }
  expect(outcome).toEqual({
    plain: Array.from({ length: turns }, () => 200),
    settledBefore: [],
    settledAfter: [200, 200, 200, 200],
  });

  database.exec('BEGIN IMMEDIATE');
  const call = { method: 'POST', body: '{"cpf":"40442820135"}' };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'late' };
  const refused = await fetch(`${service.address}/v1/verify/cpf`, { ...call, headers });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 'overloaded' });
  database.exec('ROLLBACK');
  const again = await fetch(`${service.address}/v1/verify/cpf`, { ...call, headers });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  database.close();
  await service.stop();
});
