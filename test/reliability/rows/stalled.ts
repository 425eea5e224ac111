// A process that is held up: stopped for a while, or given a twentieth of the processor. What waits is no queue, and is answered.

import { setTimeout as sleep } from 'node:timers/promises';
import { settings as defaults } from '../../../src/settings/settings.ts';
import { createKey } from '../../support/service/process.ts';
import { type FloodReport, runFlood } from '../load/run-flood.ts';
import type { Findings, Row } from '../row.ts';
import { type Stack, startStack } from '../stack.ts';

const connections = 32;
/** As delivered, in short drives too: what is promised does not depend on the machine. */
const env = { CONFERE_LIMITS_WAIT_MS_MAX: String(defaults['limits.wait_ms_max'].fallback) };

export const stalledProcess: Row = {
  id: 'stalled',
  promise: 'a stalled process',
  test: 'under 32 busy connections: SIGSTOP for 700 ms, 20 times; 5 ms in every 100 to run in, for 20 s; 200 first calls after a start, 5 times',
  pass: '0 requests shed that a few milliseconds of work would have served; a loop that stood still for over a second is told',
  suites: [
    { file: 'src/http/per-tick-limiter.test.ts' },
    { file: 'src/telemetry/loop-watch.test.ts' },
    { file: 'test/http/loop.test.ts' },
  ],
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length, env });
    const { key } = await createKey(stack.home, '--mode', 'test', '--rate', 'unlimited');
    const stalls = isFull ? 20 : 4;
    const stopped = await floodWhile(stack, key, async (stop, go) => {
      for (let round = 0; round < stalls; round++) {
        await sleep(300);
        stop();
        await sleep(700);
        go();
      }
    });
    for (const report of stopped) judge(`stopped ${stalls} times`, report, findings);
    const throttled = await floodWhile(stack, key, async (stop, go) => {
      for (let round = 0; round < (isFull ? 200 : 20); round++) {
        stop();
        await sleep(95);
        go();
        await sleep(5);
      }
    });
    for (const report of throttled) judge('throttled', report, findings);
    for (let round = 0; round < (isFull ? 5 : 1); round++) {
      await stack.service().stop();
      const { address } = await stack.restart();
      judge(
        'first calls',
        await runFlood({ address, key, connections: 200, perSecond: 1_000, seconds: 0.2 }),
        findings,
      );
    }
    await stack.close();
  },
};

async function floodWhile(
  stack: Stack,
  key: string,
  trouble: (stop: () => void, go: () => void) => Promise<void>,
): Promise<readonly FloodReport[]> {
  const { address, child } = stack.service();
  const signal = { isOver: false };
  const reports: FloodReport[] = [];
  const flooding = (async () => {
    while (!signal.isOver) reports.push(await runFlood({ address, key, connections, perSecond: null, seconds: 2 }));
  })();
  await trouble(
    () => void child.kill('SIGSTOP'),
    () => void child.kill('SIGCONT'),
  );
  signal.isOver = true;
  await flooding;
  return reports;
}

function judge(where: string, { answered, refused, others, broken, examples }: FloodReport, findings: Findings): void {
  findings.none('requests shed', refused, { of: answered + refused, where });
  findings.none('answers beside 200 and 503', others, { where, examples });
  findings.none('connections that broke', broken, { where });
  findings.none('drives in which nothing was answered', answered > 0 ? 0 : 1, { where });
}
