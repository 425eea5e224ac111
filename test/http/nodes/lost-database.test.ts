// A database that is deleted under a running service, over real HTTP.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestService, post } from '../../support/service/service.ts';

test('while the database is away callers are asked to come again, and all goes on once it is back', async () => {
  const service = await openTestService();
  const key = await service.createKey({ rate: null });
  const ask = (headers: Record<string, string> = {}) =>
    post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key, headers });
  expect((await ask()).status).toBe(200);
  const file = join(service.directory, 'data/confere.db');
  renameSync(file, `${file}.away`);
  await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(503);
  const refused = await ask({ 'idempotency-key': 'one' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } });
  expect(refused.headers.get('retry-after')).toBe('2');
  renameSync(`${file}.away`, file);
  await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(200);
});
