// Disks and files that fail: nothing false is answered, nobody is asked in vain, and room or repair is enough to go on.

import { setTimeout as sleep } from 'node:timers/promises';
import { createQuery } from '../../support/parties/implied.ts';
import { type Answer, post } from '../../support/service/service.ts';
import { type Row, times } from '../row.ts';
import { readMetric, type Stack, startStack } from '../stack.ts';

export const diskTrouble: Row = {
  id: 'disk',
  promise: 'disk full, I/O errors',
  test: 'small tmpfs under data, registry, log; every write and sync of the running process fails with EIO for 10 s, then works again, 10 times; calls counted at the parties',
  pass: 'no false 2xx; no party asked while nothing can be written; the gauge does not flap; recovery without restart',
  suites: [
    { file: 'test/e2e/service/trouble/disk.test.ts' },
    { file: 'test/e2e/service/trouble/log-trouble.test.ts' },
    { file: 'test/e2e/registry/crash.test.ts' },
  ],
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length, env: { CONFERE_AUDIT_DEADLINE_MS: '1500' }, isPowered: true });
    const { power } = stack;
    findings.load('disks whose writes can be made to fail (needs a C compiler)', power === undefined ? 0 : 1, 1);
    let person = 0;
    const verify = () =>
      post(`${stack.service().address}/v1/verify/cpf`, { cpf: createQuery(person++).cpf }, { key: stack.key });
    await verify();
    let slowestMs = 0;
    for (let round = 0; power !== undefined && round < (isFull ? times(10) : 1); round++) {
      power.failWrites();
      const first = await Promise.all(Array.from({ length: 20 }, verify));
      const callsBefore = stack.calls();
      const left = await lookAlone(stack);
      const { answers, writable } = await askFor(isFull ? 7_000 : 1_500, verify, stack);
      const calls = stack.calls() - callsBefore;
      power.endFault();
      const during = [...first, ...answers];
      const others = countOthers(during);
      findings.none('answers during I/O errors beside 503 `audit_unavailable`', others, { of: during.length });
      findings.none('calls to parties while nothing could be written', calls, {
        where: `by ${answers.length} requests`,
      });
      findings.none(
        'looks at the gauge that found the audit writable',
        [...left, ...writable].filter((value) => value !== 0).length,
        { of: left.length + writable.length },
      );
      const recoveredMs = await recover(verify);
      findings.none('recoveries that needed a restart', recoveredMs === undefined ? 1 : 0, { of: 1 });
      slowestMs = Math.max(slowestMs, recoveredMs ?? 0);
    }
    findings.measure('seconds until the slowest recovery', slowestMs / 1000, { atMost: 75 });
    await stack.close();
  },
};

/** Longer than the first pause of the audit before it looks whether the disk is well: nobody asks, so that nothing but that can tell. */
async function lookAlone(stack: Stack): Promise<readonly number[]> {
  const found: number[] = [];
  for (const endMs = performance.now() + 2_500; performance.now() < endMs; await sleep(50))
    found.push(await readMetric(stack.service(), 'confere_audit_writable'));
  return found;
}

/** Longer than the pauses between looks whether the disk is well again. */
async function askFor(
  ms: number,
  verify: () => Promise<Answer>,
  stack: Stack,
): Promise<{ answers: readonly Answer[]; writable: readonly number[] }> {
  const answers: Answer[] = [];
  const writable: number[] = [];
  for (const endMs = performance.now() + ms; performance.now() < endMs; ) {
    answers.push(...(await Promise.all([verify(), verify()])));
    writable.push(await readMetric(stack.service(), 'confere_audit_writable'));
    await sleep(50);
  }
  return { answers, writable };
}

const countOthers = (answers: readonly Answer[]): number =>
  answers.filter(({ status, body }) => status !== 503 || body.code !== 'audit_unavailable').length;

/** A disk that fails again and again has to prove itself for up to a minute before it is trusted. */
async function recover(verify: () => Promise<Answer>): Promise<number | undefined> {
  const startMs = performance.now();
  for (let tries = 0; tries < 1_000; tries++) {
    if ((await verify()).status === 200) return performance.now() - startMs;
    await sleep(200);
  }
  return undefined;
}

export const damagedRegistry: Row = {
  id: 'damaged-registry',
  promise: 'damaged registry file',
  test: '2 × 2,000 random hits (bits, zeros, pages out of place, truncation), before opening and while serving',
  pass: '0 wrong companies, 0 crashes; out of service (503 `registry_unavailable`, or the previous snapshot) as soon as verification sees it',
  suites: [{ file: 'test/e2e/registry/damage.test.ts', env: { REGISTRY_HITS: '2000' } }],
};

export const hostileFiles: Row = {
  id: 'hostile-files',
  promise: 'hostile files',
  test: 'some 80 tables, workbooks and archives made to harm, as batches, watches and lists; clients that leave in the middle',
  pass: 'each is refused with a sentence, and the next one is read; verifications are answered meanwhile; no work outlives its client',
  suites: [
    { file: 'test/http/tables.test.ts' },
    { file: 'src/bulk/table-threads.test.ts' },
    { file: 'src/bulk/hostile-workbooks.test.ts' },
    { file: 'src/bulk/xlsx/xlsx-table.test.ts' },
    { file: 'src/app/bulk/question.test.ts' },
    { file: 'src/screening/files/hostile-files.test.ts' },
    { file: 'src/datasets/files/file-member.test.ts' },
    { file: 'test/drift/pump/expressions.test.ts' },
  ],
};
