// What several nodes share stays theirs, and is used again as soon as it is back.

import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres } from '../../support/machine.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { post } from '../../support/service/service.ts';
import { startClients } from '../../support/service/steady-clients.ts';
import { startPostgres } from '../../support/stores/postgres.ts';
import { type Row, times } from '../row.ts';
import { startStack } from '../stack.ts';

export const foreignInstallation: Row = {
  id: 'foreign-installation',
  promise: 'a foreign installation',
  test: 'another one on the same Redis without a prefix; its marks, unsigned ones and nonsense under our names; another one on the same database',
  pass: 'neither counts or believes what the other wrote; a forged mark is told and gone',
  suites: [
    { file: 'test/contracts/postgres/newest-server.test.ts' },
    { file: 'test/http/limits/shared-limits.test.ts' },
    { file: 'src/stores/postgres/lineage.test.ts' },
  ],
};

const clients = 8;
/** So many answers one after another, and the service is as it was. */
const normalAfter = 20;
/** Long enough for every pause between two attempts to have grown to its longest. */
const awayMs = { short: 2_000, full: 15_000 };
/** A service that has not come back by then never will; at full length it has two seconds. */
const backMsMax = 60_000;

export const storeComesBack: Row = {
  id: 'store-comes-back',
  promise: 'the store comes back',
  test: 'PostgreSQL killed and started ten times, away for 15 s, under 8 clients that verify people',
  pass: 'normal within 2 s of its first accepted connection, each time; ready for CPF says so',
  suites: [{ file: 'src/stores/audit/log/audit-recovery.test.ts' }],
  async drive(length, findings) {
    // The first one comes before anybody has asked for anything, the next ones in the middle of the work.
    const outages = length === 'full' ? times(10) : 2;
    findings.load('outages (needs a PostgreSQL server)', findPostgres() === undefined ? 0 : outages, times(10));
    if (findPostgres() === undefined) return;
    const server = await startPostgres();
    const database = await server.createDatabase();
    const stack = await startStack({ length, env: { CONFERE_STORE: database.service } });
    const { address } = stack.service();
    let person = 0;
    const toBody = () => JSON.stringify({ cpf: createQuery(person++).cpf });
    let load: ReturnType<typeof startClients> | undefined;
    const isGood = async () =>
      (await post(`${address}/v1/verify/cpf`, { cpf: createQuery(person++).cpf }, { key: stack.key })).status === 200;
    const isReady = async () => (await fetch(`${address}/readyz?for=cpf`)).status === 200;
    for (let outage = 0; outage < outages; outage++) {
      await server.stop('crash');
      await sleep(awayMs[length]);
      findings.none('outages in which ready for CPF was said', (await isReady()) ? 1 : 0, { of: 1 });
      load ??= startClients(clients, () => ({ url: `${address}/v1/verify/cpf`, key: stack.key, body: toBody() }));
      await server.start();
      const startedAtMs = performance.now();
      /** When the first of the last answers that were all good was asked for. */
      let goodSinceMs: number | undefined;
      for (let good = 0; good < normalAfter && performance.now() - startedAtMs < backMsMax; ) {
        const askedAtMs = performance.now();
        good = (await isGood()) ? good + 1 : 0;
        if (good === 0) await sleep(20);
        if (good === 1) goodSinceMs = askedAtMs;
        if (good === 0) goodSinceMs = undefined;
      }
      findings.none('outages after which CPF stayed refused', goodSinceMs === undefined ? 1 : 0, { of: 1 });
      findings.none('returns that ready for CPF did not tell', (await isReady()) ? 0 : 1, { of: 1 });
      if (goodSinceMs !== undefined)
        findings.measure('milliseconds until normal', goodSinceMs - startedAtMs, { atMost: 2_000 });
    }
    await load?.end();
    await stack.close();
    await server.close();
  },
};
