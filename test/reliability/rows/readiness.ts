// Probes that begin before the service does, and a file that cannot be read for a moment: unready is said with its reason, and is
// over by itself.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../support/free-port.ts';
import { createHome, startProcess } from '../../support/service/process.ts';
import type { Findings, Row } from '../row.ts';

export const readiness: Row = {
  id: 'readiness',
  promise: 'readiness',
  test: '20 first starts, with one and with two workers, probed at both addresses from the first millisecond; the database away for 3 s, 10 times',
  pass: '503 with the reason while unready, ready again by itself',
  suites: [{ file: 'src/stores/sqlite/database.test.ts' }],
  async drive(length, findings) {
    for (let round = 0; round < (length === 'full' ? 20 : 2); round++) {
      const ports = { service: await findFreePort(), operators: await findFreePort() };
      const home = createHome({
        CONFERE_PORT: String(ports.service),
        CONFERE_ADMIN_PORT: String(ports.operators),
        CONFERE_SERVER_WORKERS: String(1 + (round % 2)),
      });
      const watches = Object.values(ports).map((port) => watchReadiness(`http://127.0.0.1:${port}/readyz`));
      const service = await startProcess(home);
      for (const watch of watches) judge(await watch.end('ready'), 'first start', findings);
      await service.stop();
    }
    const home = createHome();
    const service = await startProcess(home);
    const file = join(home.directory, 'data', 'confere.db');
    for (let round = 0; round < (length === 'full' ? 10 : 1); round++) {
      const watch = watchReadiness(`${service.address}/readyz`);
      renameSync(file, `${file}.away`);
      judge(await watch.end('not ready'), 'away', findings);
      renameSync(`${file}.away`, file);
      judge(await watchReadiness(`${service.address}/readyz`).end('ready'), 'back', findings);
    }
    findings.none('services that ended', service.child.exitCode === null ? 0 : 1);
    await service.stop();
  },
};

interface Watched {
  /** Whether it came to what was waited for. */
  readonly isReached: boolean;
  readonly asked: number;
  /** What was answered beside 200 and a 503 that says why. */
  readonly others: readonly string[];
}

/** Asks again as soon as there is an answer, from now on until the answer is what is waited for, and a little longer. */
function watchReadiness(url: string) {
  const others: string[] = [];
  let asked = 0;
  let last = 'nobody';
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      last = await ask(url);
      if (last !== 'nobody') asked++;
      if (last.startsWith('other')) others.push(last);
      await sleep(5);
    }
  })();
  return {
    async end(wanted: 'ready' | 'not ready'): Promise<Watched> {
      for (let tries = 0; tries < 600 && last !== wanted; tries++) await sleep(50);
      const reachedBy = asked;
      for (let tries = 0; tries < 100 && asked < reachedBy + 5; tries++) await sleep(20);
      isOver = true;
      await watching;
      return { isReached: last === wanted, asked, others };
    },
  };
}

async function ask(url: string): Promise<string> {
  const answer = await fetch(url).catch(() => undefined);
  if (answer === undefined) return 'nobody';
  const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
  if (answer.status === 200) return 'ready';
  const saysWhy = answer.status === 503 && /not ready: \S/.test(detail ?? '');
  return saysWhy ? 'not ready' : `other: ${answer.status} ${code} ${detail}`;
}

function judge({ isReached, asked, others }: Watched, where: string, findings: Findings): void {
  const examples = [...new Set(others)].slice(0, 3);
  findings.none('probes answered other than 200, or 503 with the reason', others.length, {
    of: asked,
    where,
    examples,
  });
  findings.none('states that were not reached by themselves', isReached ? 0 : 1, { of: 1, where });
}
