// What must happen once, and no more often than the policy of a key says.

import type { NewKey } from '../../../src/app/keys/manage-keys.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties } from '../../support/parties/simulated-sources.ts';
import { startProcess } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import type { Row } from '../row.ts';
import { createKeys, startStack } from '../stack.ts';

export const idempotencyRace: Row = {
  id: 'idempotency-race',
  promise: 'idempotency race',
  test: '100 parallel duplicates over two processes, 50 times, parties at 200 ms',
  pass: 'each source asked once; the rest replay or 409',
  suites: [{ file: 'test/http/idempotency.test.ts' }, { file: 'test/e2e/verify/idempotency-crash.test.ts' }],
  async drive(length, findings) {
    const stack = await startStack({ length });
    const other = await startProcess(stack.home);
    const addresses = [stack.service().address, other.address];
    await stack.setLatency({ kind: 'fixed', ms: 200 });
    const rounds = length === 'full' ? 50 : 2;
    let repeated = 0;
    let unexpected = 0;
    /** Asked nobody: the database was locked for longer than a call waits, as it may be on a busy machine. */
    let refused = 0;
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
        if (isReplay || (status === 409 && body.code === 'idempotency_in_progress')) continue;
        if (status === 503 && body.code === 'overloaded') refused++;
        else {
          unexpected++;
          findings.note(`answered ${status} ${body.code ?? ''}`);
        }
      }
      for (const party of Object.values(parties)) if (stack.simulator.callsFor(party, cpf) !== 1) repeated++;
    }
    findings.none('questions not asked exactly once', repeated, { of: 3 * rounds });
    findings.none('answers neither the first one nor 409', unexpected, { of: 100 * rounds });
    findings.measure('refused because the database was locked', refused, { atMost: 0 });
    await other.stop('SIGKILL');
    await stack.close();
  },
};

/** How much of each a key is given, and that twice as much is asked for. */
const policies: Readonly<Record<string, (requests: number) => Partial<NewKey>>> = {
  rate: (requests) => ({ rate: { requests, windowSeconds: 3_600 } }),
  'quota of a day': (dailyQuota) => ({ rate: null, dailyQuota }),
  'quota of a month': (monthlyQuota) => ({ rate: null, monthlyQuota }),
};
const clients = 16;

export const limits: Row = {
  id: 'limits',
  promise: 'limits',
  test: '`serve --workers 2`: 1,000 keys of 20 requests, sent 40 each; a rate, a quota of a day and one of a month of 2,000 requests, sent 4,000 over 16 connections; in-flight requests',
  pass: 'within ± 2 % of the policy',
  suites: [
    { file: 'test/contracts/limits/counters.test.ts' },
    { file: 'test/e2e/service/workers-concurrency.test.ts' },
  ],
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length, env: { CONFERE_SERVER_WORKERS: '2' } });
    const { address } = stack.service();
    let unexpected = 0;
    /** How many of all the requests with these keys were let in. */
    const sendAll = async (keys: readonly string[]): Promise<number> => {
      const next = keys.values();
      let admitted = 0;
      const client = async () => {
        for (const key of next) {
          const { status } = await post(`${address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
          if (status === 200) admitted++;
          else if (status !== 429) unexpected++;
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      return admitted;
    };
    const judge = (name: string, admitted: number, allowed: number) => {
      const isOff = Math.abs(admitted / allowed - 1) > 0.02;
      findings.none('limits that were off by more than 2 %', isOff ? 1 : 0, { of: 1, where: name });
      findings.note(`${name}: ${admitted} of ${allowed} admitted`);
    };

    const count = isFull ? 1_000 : 20;
    const many = await createKeys(
      stack.home,
      Array.from({ length: count }, () => ({ mode: 'test' as const, ...policies['rate']?.(20) })),
    );
    judge(`${count} keys`, await sendAll(many.flatMap((key) => Array<string>(40).fill(key))), count * 20);
    const allowed = isFull ? 2_000 : 100;
    for (const [name, toPolicy] of Object.entries(policies)) {
      const [key = ''] = await createKeys(stack.home, [{ mode: 'test', ...toPolicy(allowed) }]);
      judge(name, await sendAll(Array<string>(2 * allowed).fill(key)), allowed);
    }
    findings.none('answers beside 200 and 429', unexpected);
    // In order, so that the workers are gone before what they wrote is searched.
    await stack.service().stop();
    await stack.close();
  },
};
