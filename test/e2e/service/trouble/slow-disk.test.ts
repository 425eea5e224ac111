// A disk that takes its time for whatever must be durable: nothing is an error that only takes longer, and what takes too long is a sentence.

import { expect, test } from 'vitest';
import { findSlowDisk } from '../../../support/service/disks.ts';
import { confere, createHome, createKey, startProcess } from '../../../support/service/process.ts';

const toSlow = findSlowDisk();

test.skipIf(toSlow === undefined)('a first start on a slow disk logs no error of the audit', async () => {
  // Opening the audit takes several writes, each of them longer than a record may wait.
  const home = toSlow?.(createHome({ CONFERE_AUDIT_DEADLINE_MS: '200' }), 300);
  if (home === undefined) throw new Error('no disk');
  const service = await startProcess(home);
  await expect.poll(() => service.output(), { timeout: 60_000 }).toContain('"event":"started"');
  const ready = async () => (await fetch(`${service.address}/readyz`)).status;
  await expect.poll(ready, { timeout: 60_000, interval: 500 }).toBe(200);
  expect((await service.stop()).code).toBe(0);
  expect(service.output()).not.toMatch(/audit_failed|audit_not_purged|^\s+at /m);
});

test.skipIf(toSlow === undefined)(
  'a command whose record waits too long for the disk says so in a sentence, and nothing was done',
  async () => {
    const home = createHome({ CONFERE_AUDIT_DEADLINE_MS: '100' });
    const { id } = await createKey(home, '--mode', 'test', '--name', 'before');
    const slow = toSlow?.(home, 2_500);
    if (slow === undefined) throw new Error('no disk');
    // One after the other: they would wait for each other's lock as well.
    const listed = await confere(slow, 'audit', 'list');
    const updated = await confere(slow, 'keys', 'update', id, '--name', 'after');
    for (const { code, stdout, stderr } of [listed, updated]) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/did not take the record of this command within 2 s, so nothing was done/);
      expect(stderr).not.toMatch(/^\s+at |please report/m);
    }
    expect((await confere(home, 'keys', 'show', id)).stdout).toContain('before');
  },
);
