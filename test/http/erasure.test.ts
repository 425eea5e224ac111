// Erasures in the service’s own process: lists of one’s own are not whole while one names the person, and clocks of machines differ.

import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { erase, makeReport, reapply } from '../../src/compose/commands/audit/privacy.ts';
import { openListTools } from '../../src/compose/commands/lists/lists.ts';
import { toListsDirectory } from '../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../src/config.ts';
import { type Cpf, completeCpf, maskCpf } from '../../src/domain/numbers/cpf.ts';
import { toEntry, writeEdition } from '../support/lists/list-editions.ts';
import { openTestService, post } from '../support/service/service.ts';

const listed = completeCpf('300456789') as Cpf;
const other = completeCpf('300456790') as Cpf;

test('a person is erased once no edition of a list of your own names them; published lists stay', async () => {
  const service = await openTestService();
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const config = loadConfig({ cwd: service.directory, env });
  const lists = toListsDirectory(config);
  const named = toEntry({ id: '1', names: ['FULANO INVENTADO'], document: { kind: 'cpf', number: listed } });
  const unnamed = toEntry({ id: '2', names: ['BELTRANO'], document: { kind: 'cpf', number: other } });
  const findOwn = async () => {
    const { held } = JSON.parse(await makeReport(config, listed, 'json'));
    return held.find(({ place }: { place: string }) => place === 'own_lists');
  };
  const failToErase = () => erase(config, listed).then(() => '', String);

  writeEdition(lists, 'ceis', [named]);
  writeEdition(lists, 'own-clean', [unnamed]);
  expect(await findOwn()).toBeUndefined();
  const byNumber = { ...named, id: `x-${listed}` };
  writeEdition(lists, 'own-fraud', [named, byNumber, unnamed], { id: 'edition-0001' });
  expect(await findOwn()).toMatchObject({ count: 1, named: ['own-fraud:1', `own-fraud:x-${maskCpf(listed)}`] });
  expect(await makeReport(config, listed, 'html')).toContain('listas próprias que trazem este número: own-fraud:1, ');
  const said = await failToErase();
  expect(said).toMatch(/lists of your own still name this person: own-fraud\. Import each without them/);
  expect(said).not.toMatch(/own-clean|ceis|\d{11}/);

  writeEdition(lists, 'own-fraud', [unnamed], { id: 'edition-0002' });
  expect(await failToErase()).toContain('edition-0001');
  await (await openListTools(config)).forget('own-fraud', 'older');
  expect(await failToErase()).toBe('');
  expect(await findOwn()).toBeUndefined();
});

test('a person is erased though the clock of another machine was ahead of the one that erases', async () => {
  const aheadMs = 4_000;
  const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs };
  const service = await openTestService({}, { clock });
  const config = loadConfig({
    cwd: service.directory,
    env: { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' },
  });
  const key = await service.createKey({ mode: 'live', scopes: ['screen'] });
  const { status } = await post(`${service.address}/v1/screen`, { cpf: other, name: 'Beltrano Inventado' }, { key });
  expect([status, (await erase(config, other)).erased.audit_records]).toEqual([200, 1]);
});

test('an erasure that another process ends first says so in place of nothing', async () => {
  const service = await openTestService();
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const config = loadConfig({ cwd: service.directory, env });
  const key = await service.createKey({ mode: 'live', scopes: ['screen'] });
  const screen = () => post(`${service.address}/v1/screen`, { cpf: other, name: 'Beltrano Inventado' }, { key });
  expect((await screen()).status).toBe(200);
  expect(await erase(config, other)).toMatchObject({ erased: { audit_records: 1 }, isShared: false });
  expect((await screen()).status).toBe(200);
  let reapplied: Awaited<ReturnType<typeof reapply>> | undefined;
  // The ledger has the line from the first step on, and whoever reads it there may be faster.
  const faster = async () => {
    reapplied ??= await reapply(config);
  };
  expect(await erase(config, other, faster)).toMatchObject({ erased: { audit_records: 0 }, isShared: true });
  expect(reapplied).toMatchObject({ erasures: 1, erased: { audit_records: 1 } });
  expect(await erase(config, other)).toMatchObject({ erased: { audit_records: 0 }, isShared: false });
});
