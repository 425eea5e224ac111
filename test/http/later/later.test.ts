// A party that answers later, through the whole service: what the caller, the audit and the usage see of one order.

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { simulatorSecrets } from '../../support/parties/simulated-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import { startLiveStack } from '../../support/service/live-stack.ts';

const { confereHere } = useCommands();
const inOrder = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birthDate: '1985-03-14' } as PersonQuery;

const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
const start = (deadlineMs: number) =>
  startLiveStack({
    further: {
      reports: {
        party: 'idwall',
        settings: {
          ...{ roles: ['identity'], deadline_ms: deadlineMs, connect_ms: Math.min(deadlineMs, 10_000) },
          async: { poll: { pause_ms: 20, pause_max_ms: 100 } },
        },
      },
    },
    prices: { reports: [{ from: '2020-01-01', answered: 2, ...free }] },
  });

/** A service and its answer while a report is on its way. How long it may take is the only wait of this test. */
async function order(deadlineMs: number) {
  const stack = await start(deadlineMs);
  onTestFinished(stack.close);
  await stack.simulator.set('idwall', { laterMs: 3_600_000 });
  const open = await stack.verifyWell(inOrder);
  return { stack, open, isOrdered: open.body.explanation.sources.reports.reason === 'pending' };
}

test('an answer that is not there yet leaves the result open; who asks again gets it, and pays for one order', async () => {
  const soon = await order(2_000);
  // A busy machine may not even order by then.
  const { stack, open } = soon.isOrdered ? soon : await order(28_000);
  const { directory } = stack.service;
  const folders = { CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') };
  const home = { directory, env: { ...folders, ...simulatorSecrets, CONFERE_CONFIG: stack.file } };
  const show = async (id: string) => {
    const shown = await confereHere(home, 'audit', 'show', id, '--unmask', '--json');
    return JSON.parse(shown.stdout).find(({ kind }: { kind: string }) => kind === 'cpf');
  };

  expect(open).toMatchObject({ status: 200, body: { status: 'inconclusive' } });
  expect(open.body.explanation.sources.reports).toMatchObject({ outcome: 'unavailable', reason: 'pending' });

  await stack.simulator.set('idwall', { laterMs: 0 });
  let complete = open;
  const verifyAgain = async () => {
    complete = await stack.verifyWell(inOrder);
    return complete.body.status;
  };
  await expect.poll(verifyAgain, { timeout: 60_000 }).toBe('verified');
  expect(complete.body.explanation.sources.reports).toMatchObject({ outcome: 'answered', reason: null, cached: false });
  expect(stack.simulator.callsFor('idwall', inOrder.cpf)).toBe(1);

  const records = [await show(open.body.request_id), await show(complete.body.request_id)];
  expect(records.map(({ replay }) => replay.kind)).toEqual(['same', 'same']);
  expect(records.map((record) => JSON.stringify(record).includes('"2.0000"'))).toEqual([true, false]);
  const readUsage = async () => JSON.parse((await confereHere(home, 'usage', '--json')).stdout);
  await expect.poll(async () => (await readUsage()).costs.reais, { timeout: 60_000 }).toBe('2.0000');
});
