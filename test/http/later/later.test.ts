// A party that answers later, through the whole service: what the caller, the audit and the usage see of one order.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { simulatorSecrets } from '../../support/parties/simulated-sources.ts';
import { useCommands } from '../../support/service/commands.ts';
import { startLiveStack } from '../../support/service/live-stack.ts';

const { confereHere } = useCommands();
const inOrder = { cpf: '12345678909', name: 'João Pedro da Silva Santos', birthDate: '1985-03-14' } as PersonQuery;

test('an answer that is not there yet leaves the result open; who asks again gets it, and pays for one order', async ({
  onTestFinished,
}) => {
  const free = { not_found: 0, minor: 0, timeout: 0, error: 0 };
  const stack = await startLiveStack({
    further: {
      reports: {
        party: 'idwall',
        // The only wait of this test: long enough for a busy machine to order.
        settings: {
          ...{ roles: ['identity'], deadline_ms: 10_000, connect_ms: 10_000 },
          async: { poll: { pause_ms: 20, pause_max_ms: 100 } },
        },
      },
    },
    prices: { reports: [{ from: '2020-01-01', answered: 2, ...free }] },
  });
  onTestFinished(stack.close);
  const { directory } = stack.service;
  const folders = { CONFERE_DATA_DIR: join(directory, 'data'), CONFERE_SECRETS_DIR: join(directory, 'secrets') };
  const home = { directory, env: { ...folders, ...simulatorSecrets, CONFERE_CONFIG: stack.file } };
  const show = async (id: string) => {
    const shown = await confereHere(home, 'audit', 'show', id, '--unmask', '--json');
    return JSON.parse(shown.stdout).find(({ kind }: { kind: string }) => kind === 'cpf');
  };

  await stack.simulator.set('idwall', { laterMs: 3_600_000 });
  const open = await stack.verifyWell(inOrder);
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
