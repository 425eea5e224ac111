// One machine updates its lists and publishes them, another one takes them: the real commands, and a real service that follows.

import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { writeListFile } from '../../support/lists/list-files.ts';
import { type PublisherServer, startPublisherServer } from '../../support/lists/publisher-server.ts';
import { refusal, success, useCommands } from '../../support/service/commands.ts';
import { confere, createHome, type Home, startProcess } from '../../support/service/process.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const { confereHere } = useCommands();
const bcb = 'olinda.bcb.gov.br/olinda/servico/Gepad_QuadrosGeraisInternet/versao/v1/odata';

let publishers: PublisherServer;
let importer: Home = createHome();
const shared = join(importer.directory, 'shared-lists');
const keys = importer.directory;
const [privateKey, publicKey] = [join(keys, 'publisher.pem'), join(keys, 'publisher.pub.pem')];

function offer(resource: string, ...numbers: readonly number[]): void {
  const value = numbers.map((number) => ({
    CPF: completeCpf(`3${String(number).padStart(8, '0')}`),
    Nome: `FULANO ${number}`,
    PAS: String(number),
    Prazo_em_anos: 5,
    Inicio_do_cumprimento: '2024-01-31T00:00:00',
    Prazo_final_penalidade: '31/01/2029',
  }));
  publishers.answers.set(`${bcb}/${resource}?$format=json`, { kind: 'content', content: JSON.stringify({ value }) });
}

beforeAll(async () => {
  publishers = await startPublisherServer();
  importer = { ...importer, env: { ...importer.env, CONFERE_LISTS_DOWNLOAD_URL: publishers.url } };
  const pair = generateKeyPairSync('ed25519');
  writeFileSync(privateKey, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(publicKey, pair.publicKey.export({ type: 'spki', format: 'pem' }));
});
afterAll(() => publishers.close());

test('an update says what happened to each list, in words and in JSON, and how it ends', async () => {
  offer('QuadroGeralInabilitados', 1, 2);
  publishers.answers.set(`${bcb}/QuadroGeralProibidos?$format=json`, {
    kind: 'content',
    content: '<html><body>no</body></html>',
  });
  const first = await confere(importer, 'lists', 'update', 'bcb-inabilitados', 'bcb-proibidos');
  expect(first).toMatchObject(refusal(2, /^bcb-proibidos: .*web page in place/m));
  expect(first.stdout).toMatch(/^bcb-inabilitados +updated +\d{4}-\d\d-\d\d +2$/m);
  expect(first.stdout).toMatch(/^bcb-proibidos +failed$/m);
  offer('QuadroGeralProibidos', 7);
  const second = await confereHere(importer, 'lists', 'update', 'bcb-inabilitados', 'bcb-proibidos', '--json');
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(second.stdout)).toMatchObject([
    { list: 'bcb-inabilitados', outcome: 'unchanged', reason: null },
    { list: 'bcb-proibidos', outcome: 'updated', entries: 1 },
  ]);
  const due = await confereHere(importer, 'lists', 'update', '--due', 'bcb-inabilitados');
  expect(due).toMatchObject({ code: 0, stdout: 'Nothing to do: no list is due.\n' });
  expect(await confereHere(importer, 'lists', 'update', 'own-x')).toMatchObject(refusal(2, 'list of your own'));
  const acts = (await confereHere(importer, 'audit', 'list', '--kind', 'act', '--json')).stdout;
  expect(acts.match(/"list_imported"/g)).toHaveLength(2);
});

test('lists travel from one machine to another, signed, own lists with them, and a service follows', async () => {
  offer('QuadroGeralInabilitados', 1, 2);
  await confereHere(importer, 'lists', 'update', 'bcb-inabilitados');
  const own = writeListFile(join(keys, 'own.csv'), 'nome;motivo\nMaria Exemplo;Fraude\n');
  await confereHere(importer, 'lists', 'import', 'own-fraude', own);
  const node = createHome({ CONFERE_LISTS_PUBLISHER_KEY: publicKey, CONFERE_LISTS_SOURCE: shared });
  expect(await confereHere(createHome(), 'lists', 'pull')).toMatchObject(refusal(2, 'lists.source'));
  expect(await confereHere(node, 'lists', 'pull')).toMatchObject(refusal(3, 'No list was published there yet'));
  const unsigned = await confereHere(importer, 'lists', 'publish', shared, '--only', 'own-fraude');
  expect(unsigned).toMatchObject(success(/^own-fraude +published/m));
  expect(await confereHere(node, 'lists', 'pull')).toMatchObject(refusal(2, /own-fraude: .*carries no signature/));
  const published = await confereHere(importer, 'lists', 'publish', shared, '--sign', privateKey, '--json');
  expect(published).toMatchObject({ code: 0, stderr: '' });
  const lists = (JSON.parse(published.stdout) as { list: string; outcome: string }[]).map(({ list }) => list);
  expect(lists).toEqual(expect.arrayContaining(['bcb-inabilitados', 'own-fraude']));
  const again = await confereHere(importer, 'lists', 'publish', shared, '--sign', privateKey);
  expect(again.stdout).not.toMatch(/ published /);
  const pulled = await confereHere(node, 'lists', 'pull', '--json');
  expect(JSON.parse(pulled.stdout)).toMatchObject(lists.sort().map((list) => ({ list, outcome: 'pulled' })));
  expect((await confereHere(node, 'lists', 'status')).stdout).toMatch(/^own-fraude +current/m);
  expect((await confereHere(node, 'audit', 'list', '--kind', 'act', '--json')).stdout).toContain('"list_pulled"');

  offer('QuadroGeralInabilitados', 1, 2, 3);
  expect(await confereHere(importer, 'lists', 'update', 'bcb-inabilitados')).toMatchObject({ code: 0 });
  await confereHere(importer, 'lists', 'publish', shared, '--sign', privateKey);
  // It is there before the first look: the next one would come a quarter of an hour later.
  const service = await startProcess(node);
  onTestFinished(async () => void (await service.stop()));
  const entriesOf = async () => {
    const status = JSON.parse((await confereHere(node, 'lists', 'status', '--json')).stdout) as {
      list: string;
      live: { entries: number } | null;
    }[];
    return status.find(({ list }) => list === 'bcb-inabilitados')?.live?.entries;
  };
  await expect.poll(() => service.output(), { timeout: 240_000 }).toContain('lists_pulled');
  expect(await entriesOf()).toBe(3);
  const doctor = await confereHere(node, 'doctor', '--json');
  expect(doctor.stdout).toContain('lists, which are live.');
});

test('a depot that puts one list in the place of another is refused, and what was live serves on', async () => {
  const forged = createTemporaryFolder('forged-lists');
  offer('QuadroGeralProibidos', 7);
  await confereHere(importer, 'lists', 'update', 'bcb-inabilitados', 'bcb-proibidos');
  await confereHere(importer, 'lists', 'publish', forged, '--sign', privateKey);
  const node = createHome({ CONFERE_LISTS_PUBLISHER_KEY: publicKey });
  expect(await confereHere(node, 'lists', 'pull', forged)).toMatchObject({ code: 0 });
  offer('QuadroGeralProibidos', 7, 8);
  await confereHere(importer, 'lists', 'update', 'bcb-proibidos');
  await confereHere(importer, 'lists', 'publish', forged, '--sign', privateKey);
  rmSync(join(forged, 'bcb-inabilitados'), { recursive: true });
  cpSync(join(forged, 'bcb-proibidos'), join(forged, 'bcb-inabilitados'), { recursive: true });
  const pulled = await confereHere(node, 'lists', 'pull', forged);
  expect(pulled).toMatchObject(refusal(2, /bcb-inabilitados: .*that of the list bcb-proibidos/));
  expect(pulled.stdout).toMatch(/^bcb-proibidos +pulled/m);
  const pointer = readFileSync(join(node.directory, 'data/lists/bcb-inabilitados/live.json'), 'utf8');
  expect(JSON.parse(pointer)).toMatchObject({ previous: null });
});
