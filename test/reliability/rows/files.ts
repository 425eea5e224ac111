// Disks and files that fail: nothing false is answered, and room or repair is enough to go on.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQuery } from '../../support/parties/implied.ts';
import { type Answer, post } from '../../support/service/service.ts';
import type { Row } from '../row.ts';
import { type Stack, startStack } from '../stack.ts';

export const diskTrouble: Row = {
  id: 'disk',
  promise: 'disk full, I/O errors',
  test: 'small tmpfs under data, registry, log; every write and sync of the running process fails with EIO (strace), then works again',
  pass: 'no false 2xx; recovery without restart',
  suites: [
    { file: 'test/e2e/service/disk.test.ts' },
    { file: 'test/e2e/service/log-trouble.test.ts' },
    { file: 'test/e2e/registry/crash.test.ts' },
  ],
  async drive(length, findings) {
    const stack = await startStack({ length, env: { CONFERE_AUDIT_DEADLINE_MS: '1500' } });
    let person = 0;
    const verify = () =>
      post(`${stack.service().address}/v1/verify/cpf`, { cpf: createQuery(person++).cpf }, { key: stack.key });
    await verify();
    for (let round = 0; round < (length === 'full' ? 10 : 1); round++) {
      const trouble = await injectIoErrors(stack);
      if (trouble === undefined) {
        findings.note('I/O errors were not injected: strace is missing or may not trace');
        break;
      }
      const during = await Promise.all(Array.from({ length: 20 }, verify));
      await trouble.end();
      const others = countOthers(during);
      findings.none('answers during I/O errors beside 503 `audit_unavailable`', others, { of: during.length });
      findings.none('recoveries that needed a restart', (await recovers(verify)) ? 0 : 1, { of: 1 });
    }
    await stack.close();
  },
};

const countOthers = (answers: readonly Answer[]): number =>
  answers.filter(({ status, body }) => status !== 503 || body.code !== 'audit_unavailable').length;

async function recovers(verify: () => Promise<Answer>): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await verify()).status === 200) return true;
    await sleep(200);
  }
  return false;
}

/** From when it resolves until `end`, the process's file writes and syncs fail. Undefined where that cannot be done. */
async function injectIoErrors(stack: Stack): Promise<{ end(): Promise<void> } | undefined> {
  const calls = 'pwrite64,fsync,fdatasync,ftruncate';
  const { pid } = stack.service();
  const strace = spawn('strace', ['-f', '-p', String(pid), '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`]);
  const ended = new Promise<void>((resolve) => strace.once('close', () => resolve()));
  strace.once('error', () => {});
  const isAttached = await new Promise<boolean>((resolve) => {
    strace.stderr.on('data', (chunk: Buffer) => {
      if (chunk.includes('attached')) resolve(true);
    });
    strace.once('error', () => resolve(false));
    void ended.then(() => resolve(false));
  });
  if (!isAttached) return undefined;
  return {
    async end() {
      strace.kill('SIGINT');
      await ended;
    },
  };
}

export const damagedRegistry: Row = {
  id: 'damaged-registry',
  promise: 'damaged registry file',
  test: '2 × 2,000 random hits (bits, zeros, pages out of place, truncation), before opening and while serving',
  pass: '0 wrong companies, 0 crashes; out of service (503 `registry_unavailable`, or the previous snapshot) as soon as verification sees it',
  suites: [{ file: 'test/e2e/registry/damage.test.ts', env: { REGISTRY_HITS: '2000' } }],
};
