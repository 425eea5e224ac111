// Somebody sets the machine's clock back, or it was wrong and is put right: nothing that was promised is lost or given twice.

import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../../src/app/audit/verify-audit.ts';
import { loadConfig } from '../../src/config.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createQuery } from '../support/parties/implied.ts';
import { startLiveStack } from '../support/service/live-stack.ts';
import { post } from '../support/service/service.ts';
import { openTestAudit } from '../support/stores/operator-audit.ts';

const hourMs = 3_600_000;
const clock = createManualClock();
const stack = await startLiveStack({ clock });
afterAll(() => stack.close());

const verify = (key: string, person: number, headers: Record<string, string> = {}) =>
  post(`${stack.service.address}/v1/verify/cpf`, { cpf: createQuery(person).cpf }, { key, headers });

test('a kept answer is replayed, a limit that is used up stays so, and a key that has not expired works', async () => {
  const once = { 'idempotency-key': 'before' };
  const first = await verify(stack.key, 1, once);
  const limited = await stack.service.createKey({ mode: 'test', rate: { requests: 2, windowSeconds: 600 } });
  const counted = await stack.service.createKey({ mode: 'test', rate: null, dailyQuota: 2 });
  const expiring = await stack.service.createKey({ mode: 'test', expiresAtMs: clock.nowMs() + hourMs });
  for (const key of [limited, counted]) for (const _ of [1, 2]) await verify(key, 2);
  for (const jumpMs of [-hourMs, -2 * hourMs]) {
    clock.jumpCalendar(jumpMs);
    const replayed = await verify(stack.key, 1, once);
    expect([replayed.headers.get('idempotent-replayed'), replayed.body]).toEqual(['true', first.body]);
    expect((await verify(limited, 2)).status).toBe(429);
    expect((await verify(counted, 2)).status).toBe(429);
    expect((await verify(expiring, 2)).status).toBe(200);
  }
  clock.jumpCalendar(3 * hourMs);
  expect((await verify(counted, 2)).status).toBe(429);
});

test('records go on in the order in which they were written, one whole chain, and each person’s are found', async () => {
  const ids: string[] = [];
  for (const jumpMs of [0, -48 * hourMs, 24 * hourMs, 24 * hourMs]) {
    clock.jumpCalendar(jumpMs);
    const { status, body } = await verify(stack.key, 7);
    expect(status).toBe(200);
    ids.push(body.request_id as string);
  }
  const config = loadConfig({
    cwd: stack.service.directory,
    env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
  });
  const audit = await openTestAudit(config);
  expect(await verifyAudit(audit)).toMatchObject({ kind: 'intact' });
  const { things: found } = await audit.read.list(
    { subjects: audit.read.toSubjects(createQuery(7).cpf) },
    { order: 'newest', limit: 10 },
  );
  expect(found.map(({ content }) => content?.requestId)).toEqual(ids.toReversed());
});
