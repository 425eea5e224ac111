// What must happen once, and no more often than the policy of a key says.

import { createQuery } from '../../support/implied.ts';
import { startProcess } from '../../support/process.ts';
import { post } from '../../support/service.ts';
import { parties } from '../../support/simulated-sources.ts';
import type { Row } from '../row.ts';
import { createKeys, startStack } from '../stack.ts';

export const idempotencyRace: Row = {
  id: 'idempotency-race',
  promise: 'idempotency race',
  test: '100 parallel duplicates over two processes, 50 times, parties at 200 ms',
  pass: 'each source asked once; the rest replay or 409',
  suites: [{ file: 'test/http/idempotency.test.ts' }, { file: 'test/e2e/idempotency-crash.test.ts' }],
  async drive(length, findings) {
    const stack = await startStack({ length });
    const other = await startProcess(stack.home);
    const addresses = [stack.service().address, other.address];
    await stack.setLatency({ kind: 'fixed', ms: 200 });
    const rounds = length === 'full' ? 50 : 2;
    let repeated = 0;
    let unexpected = 0;
    for (let round = 0; round < rounds; round++) {
      const { cpf } = createQuery(round);
      const headers = { 'idempotency-key': `race-${round}` };
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          post(`${addresses[index % 2]}/v1/verify/cpf`, { cpf }, { key: stack.key, headers }),
        ),
      );
      const first = answers.find(({ status, headers: got }) => status === 200 && !got.has('idempotent-replayed'));
      for (const { status, body } of answers) {
        const isReplay = status === 200 && JSON.stringify(body) === JSON.stringify(first?.body);
        if (!isReplay && !(status === 409 && body.code === 'idempotency_in_progress')) unexpected++;
      }
      for (const party of Object.values(parties)) if (stack.simulator.callsFor(party, cpf) !== 1) repeated++;
    }
    findings.none(`of ${3 * rounds} questions were not asked exactly once`, repeated);
    findings.none(`of ${100 * rounds} answers are neither the first one nor 409`, unexpected);
    await other.stop('SIGKILL');
    await stack.close();
  },
};

const windowSeconds = 3_600;

export const limits: Row = {
  id: 'limits',
  promise: 'limits',
  test: '`serve --workers 2`, 1,000 keys of 20 requests each, 40 sent with each over 16 connections',
  pass: 'within ± 2 % of the policy',
  suites: [{ file: 'test/contracts/counters.test.ts' }],
  async drive(length, findings) {
    const stack = await startStack({ length, env: { CONFERE_SERVER_WORKERS: '2' } });
    const count = length === 'full' ? 1_000 : 20;
    const rate = { requests: 20, windowSeconds };
    const keys = await createKeys(
      stack.home,
      Array.from({ length: count }, () => ({ mode: 'test' as const, rate })),
    );
    let admitted = 0;
    let unexpected = 0;
    const next = keys.entries();
    const client = async () => {
      for (const [, key] of next) {
        for (let request = 0; request < 2 * rate.requests; request++) {
          const { status } = await post(`${stack.service().address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
          if (status === 200) admitted++;
          else if (status !== 429) unexpected++;
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    findings.none('answers beside 200 and 429', unexpected);
    const share = admitted / (count * rate.requests);
    findings.none(
      `deviation beyond 2 % (${admitted} of ${count * rate.requests} admitted)`,
      Math.abs(share - 1) <= 0.02 ? 0 : 1,
    );
    // In order, so that the workers are gone before what they wrote is searched.
    await stack.service().stop();
    await stack.close();
  },
};
