// Lists of one's own are personal data: a person's report counts them, and an erasure is not whole while one names the person.

import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { erase, makeReport } from '../../src/compose/commands/audit/privacy.ts';
import { toListsDirectory } from '../../src/compose/parts/lists-directory.ts';
import { loadConfig } from '../../src/config.ts';
import { type Cpf, completeCpf } from '../../src/domain/numbers/cpf.ts';
import { toEntry, writeEdition } from '../support/lists/list-editions.ts';
import { startTestService } from '../support/service/service.ts';

const listed = completeCpf('300456789') as Cpf;
const other = completeCpf('300456790') as Cpf;

test('a person is erased once no edition of a list of your own names them; published lists stay', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const config = loadConfig({ cwd: service.directory, env });
  const lists = toListsDirectory(config);
  const named = toEntry({ id: '1', names: ['FULANO INVENTADO'], document: { kind: 'cpf', number: listed } });
  const unnamed = toEntry({ id: '2', names: ['BELTRANO'], document: { kind: 'cpf', number: other } });
  const countOwn = async () => {
    const { held } = JSON.parse(await makeReport(config, listed, 'json'));
    return held.find(({ place }: { place: string }) => place === 'own_lists')?.count ?? 0;
  };
  const failToErase = () => erase(config, listed).then(() => '', String);

  writeEdition(lists, 'ceis', [named]);
  writeEdition(lists, 'own-clean', [unnamed]);
  expect(await countOwn()).toBe(0);
  const before = writeEdition(lists, 'own-fraud', [named, unnamed], { id: 'edition-0001' });
  expect(await countOwn()).toBe(1);
  expect(await makeReport(config, listed, 'html')).toContain('listas próprias que trazem este CPF');
  const said = await failToErase();
  expect(said).toMatch(/lists of your own still name this person: own-fraud\. Import each without them/);
  expect(said).not.toMatch(/own-clean|ceis|\d{11}/);

  writeEdition(lists, 'own-fraud', [unnamed], { id: 'edition-0002' });
  expect(await failToErase()).toContain('edition-0001');
  rmSync(before, { recursive: true });
  expect(await failToErase()).toBe('');
  expect(await countOwn()).toBe(0);
});
