// Clients that send nonsense, take their time or guess keys.

import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { toApiKey } from '../../../src/domain/access/api-key.ts';
import { createRandom } from '../../support/http/malformed.ts';
import { confere } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { findFaults } from '../load/judge-report.ts';
import { runFlood } from '../load/run-flood.ts';
import { runLoad, summarizeReport } from '../load/run-load.ts';
import { openSlowClients } from '../load/slow-clients.ts';
import type { Findings, Row } from '../row.ts';
import { createLiveKey, type Stack, startStack } from '../stack.ts';

export const malformedInput: Row = {
  id: 'malformed',
  promise: 'malformed input',
  test: '10^6 generated requests over HTTP, in a heap of 64 MB',
  pass: 'only documented 4xx problem bodies, 0 5xx, memory flat',
  suites: [{ file: 'test/e2e/service/trouble/malformed.test.ts', env: { MALFORMED_REQUESTS: '1000000' } }],
};

export const framing: Row = {
  id: 'framing',
  promise: 'framing and injection',
  test: 'duplicate Host, CL+TE, CRLF, ANSI, deep JSON, oversize, pipelining',
  pass: '400/413/431; one log line per event',
  suites: [
    { file: 'test/http/connections/framing.test.ts' },
    { file: 'test/http/connections/pipelining.test.ts' },
    { file: 'test/http/connections/connections.test.ts' },
  ],
};

export const slowClients: Row = {
  id: 'slow-clients',
  promise: 'slow clients',
  test: 'a thousand connections with slow headers, slow bodies and slow reading, 200 more each second, beside 100 req/s',
  pass: 'dropped in 6 s; p99 of others ≤ 2 ×',
  suites: [{ file: 'test/http/connections/framing.test.ts' }, { file: 'test/e2e/service/trouble/floods.test.ts' }],
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length });
    const { address, port } = stack.service();
    const [perSecond, seconds] = isFull ? [100, 12] : [10, 1];
    const load = { address, key: stack.key, perSecond, seconds, warmUpSeconds: isFull ? 5 : 0.5 };
    const alone = await runLoad({ ...load, subjects: { kind: 'people', first: 10_000 } });
    const loading = runLoad({ ...load, subjects: { kind: 'people', first: 20_000 } });
    await sleep(load.warmUpSeconds * 1000);
    const slow = await openSlowClients({ port, key: stack.key, count: isFull ? 1_000 : 60 });
    findings.measure('seconds until the slowest to go was dropped', slow.slowestMs / 1000, { atMost: 6 });
    findings.none('slow clients still connected after a minute', slow.remaining, { of: slow.opened });
    const beside = await loading;
    findFaults(findings, 'of others', beside, { length });
    findings.measure('p99 of others beside / alone', summarizeReport(beside).p99 / summarizeReport(alone).p99, {
      atMost: 2,
    });
    await stack.close();
  },
};

export const keyGuessing: Row = {
  id: 'key-guessing',
  promise: 'key guessing, timing',
  test: '10^6 keys of the right form; 5,000 requests each with an unknown, a revoked and an expired key, in random order',
  pass: '0 hits; no measurable difference (ranks within 4 standard deviations of chance); per-address limit on failures',
  suites: [{ file: 'test/http/connections/framing.test.ts' }],
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length, env: { CONFERE_LIMITS_AUTH_FAILURES_PER_MINUTE: '1000000' } });
    await compareTimes(stack, isFull ? 5_000 : 20, findings);
    let tried = 0;
    let hits = 0;
    while (tried < (isFull ? 1_000_000 : 200)) {
      const { address } = stack.service();
      const report = await runFlood({
        address,
        key: null,
        connections: 16,
        perSecond: null,
        seconds: isFull ? 10 : 0.5,
      });
      tried += report.others;
      hits += report.answered;
    }
    findings.none('guessed keys hit', hits, { of: tried });
    await stack.close();
  },
};

async function compareTimes(stack: Stack, each: number, findings: Findings): Promise<void> {
  const random = createRandom(3);
  const unknown = toApiKey('live', randomBytes(64));
  const revoked = await createLiveKey(stack.home, { name: 'revoked' });
  const expired = await createLiveKey(stack.home, { expiresAtMs: 1 });
  const listed = JSON.parse((await confere(stack.home, 'keys', 'list', '--json')).stdout) as {
    id: string;
    name: string;
  }[];
  await confere(stack.home, 'keys', 'revoke', listed.find(({ name }) => name === 'revoked')?.id ?? '');
  const kinds = { unknown, revoked, expired };
  const times: Record<keyof typeof kinds, number[]> = { unknown: [], revoked: [], expired: [] };
  let admitted = 0;
  for (let index = 0; index < 3 * each; index++) {
    const kind = (Object.keys(kinds) as (keyof typeof kinds)[])[Math.floor(random() * 3)] as keyof typeof kinds;
    const startedAtMs = performance.now();
    const { status } = await post(`${stack.service().address}/v1/verify/cpf`, {}, { key: kinds[kind] });
    times[kind].push(performance.now() - startedAtMs);
    if (status !== 401) admitted++;
  }
  findings.none('requests with a refused key admitted', admitted, { of: 3 * each });
  for (const kind of ['revoked', 'expired'] as const) {
    const deviation = Math.abs(compareRanks(times.unknown, times[kind]));
    findings.measure('deviation of ranks', deviation, { atMost: 4 }, kind);
  }
}

/** Mann and Whitney: how many standard deviations the ranks of one sample lie from what chance gives. */
function compareRanks(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))];
  all.sort((a, b) => a.value - b.value);
  const rankSum = all.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0);
  const [m, n] = [one.length, other.length];
  return (rankSum - (m * (m + n + 1)) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}
