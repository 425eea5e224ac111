// `confere watch`: a file of companies in, a switch of the registry, and what changed of them out, by the service and by webhook.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cnpj, completeCnpj, formatCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { importInto } from '../../support/registry/import-dump.ts';
import { company, establishment, writeDump } from '../../support/registry/registry-dump.ts';
import { useCommands } from '../../support/service/commands.ts';
import {
  type CreatedKey,
  confere,
  confereWithInput,
  createHome,
  createKey,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { get, postTable } from '../../support/service/service.ts';

const home = createHome({
  CONFERE_WEBHOOKS_ALLOW_HTTP: 'true',
  CONFERE_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.1',
  CONFERE_WATCHES_COMPANIES_MAX: '10',
});
const roots = ['11111111', '22222222', '33333333'];
const cnpjs = roots.map((root) => completeCnpj(`${root}0001`));
const table = join(home.directory, 'suppliers.csv');

let service: RunningProcess;
let receiver: WebhookReceiver;
let key: CreatedKey;
let imports = 0;

async function importStatuses(...statuses: string[]): Promise<void> {
  const rows = {
    companies: roots.map((root) => company(root, `EMPRESA ${root}`)),
    establishments: roots.map((root, index) => establishment({ base: `${root}0001`, status: statuses[index] ?? '02' })),
  };
  const dump = writeDump(join(home.directory, `dump-${++imports}`), rows, `6080${imports}`);
  await importInto(join(home.env['CONFERE_DATA_DIR'] as string, 'registry'), dump);
}

beforeAll(async () => {
  await importStatuses('02', '02', '02');
  receiver = await startWebhookReceiver();
  service = await startProcess(home);
  key = await createKey(home, '--mode', 'live', '--rate', 'unlimited', '--scope', 'watch:company');
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** For all but the first of each kind, which has a process of its own. */
const { confereHere } = useCommands();
const watch = (...args: string[]) => confereHere(home, 'watch', ...args);
const read = async (path: string) => (await get(`${service.address}/v1/watches/${path}`, { key: key.key })).body;

test('a file of companies is watched, and a switch of the registry tells which of them changed', async () => {
  const added = await confereHere(home, 'webhooks', 'add', `${receiver.origin}/hook`, '--key', key.id, '--json');
  const webhook = (JSON.parse(added.stdout) as { id: string }).id;
  writeFileSync(
    table,
    `Fornecedor;CNPJ;CPF do sócio\nA;${formatCnpj(cnpjs[0] as Cnpj)};40442820135\nB;${cnpjs[1]};\nB;${cnpjs[1]};\nC;11111111000100;\n`,
  );
  const made = await confere(home, 'watch', table, '--key', key.id, '--webhook', webhook, '--json');
  expect(made.code, made.stderr).toBe(0);
  const { id, ...rest } = JSON.parse(made.stdout) as { id: string };
  const refused = [{ line: 5, reason: 'invalid_check_digits' }];
  expect(rest).toEqual({ kind: 'company', companies: 2, until: null, refused_count: 1, refused });
  // The third one changes too, and is not watched.
  await importStatuses('08', '02', '08');
  await expect.poll(async () => (await read(id)).changes, { timeout: 60_000 }).toBe(1);
  expect(await read(`${id}/changes`)).toMatchObject({
    changes: [{ cursor: '1', cnpj: cnpjs[0], kind: 'changed', changed: ['status', 'risk_level'] }],
    next_cursor: null,
  });
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'watch.changed',
    data: { watch_id: id, changes_total: 1, changes: [{ cursor: '1', cnpj: cnpjs[0] }] },
  });
});

test('a bare list of numbers will do, also by the standard input', async () => {
  const made = await confereWithInput(home, `${cnpjs.join('\n')}\n`, 'watch', '-', '--key', key.id);
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^wat_\w+: 3 companies are watched\.\n$/)]);
});

test('a file of people is watched for a purpose and by a right, and until a day', async () => {
  const { id } = await createKey(home, '--mode', 'live', '--scope', 'watch:person', '--purpose', 'credit');
  const people = join(home.directory, 'people.csv');
  writeFileSync(people, 'CPF;Nome;Referencia\n404.428.201-35;Maria Exemplo;c-1\n40442820136;X Y;\n');
  const watchPeople = (...more: string[]) => watch(people, '--people', '--key', id, ...more);
  const without = await watchPeople();
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--purpose and --legal-basis')]);
  const basis = ['--legal-basis', 'legal_obligation'];
  expect((await watchPeople(...basis, '--until', '2020-01-01')).stderr).toContain('`until` a day from');
  const made = await watchPeople(...basis, '--json');
  expect(made.code, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({ kind: 'person', people: 1, refused_count: 1 });
  const listed = JSON.parse((await confere(home, 'watches', 'list', '--key', id, '--json')).stdout);
  expect(listed).toMatchObject([{ kind: 'person', people: 1, companies: 0, lists: true, purpose: 'credit' }]);
  expect(JSON.stringify(listed)).not.toContain('Maria');
  const { stdout } = await confereHere(home, 'audit', 'list', '--json');
  expect(stdout).toContain('people_watched');
  await confere(home, 'watches', 'delete', listed[0].id, '--yes');
});

test('the operator lists, shows and deletes the watches and batches of all keys, without seeing what is in them', async () => {
  const scopes = ['--scope', 'verify:batch', 'verify:cnpj'];
  const other = await createKey(home, '--mode', 'test', ...scopes);
  const { body: batch } = await postTable(`${service.address}/v1/batches`, 'cnpj\n34238864000168\n', other);
  const run = async (...args: string[]) => {
    const done = await confereHere(home, ...args, '--json');
    expect(done.code, done.stderr).toBe(0);
    return JSON.parse(done.stdout);
  };
  const watches = await run('watches', 'list');
  expect(watches).toMatchObject([
    { key_id: key.id, companies: 3, changes: 0 },
    { key_id: key.id, companies: 2, changes: 1, state: 'active' },
  ]);
  expect(await run('watches', 'list', '--key', other.id)).toEqual([]);
  expect(await run('batches', 'list', '--key', other.id)).toMatchObject([{ id: batch.id, rows: 1 }]);
  const shown = await confere(home, 'batches', 'show', batch.id);
  expect(shown.stdout).toContain(other.id);
  expect(shown.stdout).not.toContain('34238864000168');
  const unsure = await confereHere(home, 'batches', 'delete', batch.id);
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect(await run('batches', 'delete', batch.id, '--yes')).toEqual({ id: batch.id, deleted: true });
  expect(await run('watches', 'delete', watches[0].id, '--yes')).toEqual({ id: watches[0].id, deleted: true });
  expect([await run('batches', 'list'), (await run('watches', 'list')).length]).toEqual([[], 1]);
  expect((await read(watches[0].id)).code).toBe('watch_not_found');
  const again = await confereHere(home, 'watches', 'delete', watches[0].id, '--yes');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('There is no such watch')]);
  const { stdout } = await confereHere(home, 'audit', 'list', '--json');
  for (const act of ['batch_deleted', 'watch_deleted']) expect(stdout).toContain(act);
});

test('what is wrong is said in a sentence, and nothing is watched', async () => {
  const { id: unscoped } = await createKey(home, '--mode', 'live', '--scope', 'verify:cnpj');
  const bare = join(home.directory, 'bare.csv');
  writeFileSync(bare, 'razao social\nPadaria\n');
  const wrong: [string, string, string][] = [
    [bare, key.id, 'No column is called cnpj or documento.'],
    [table, unscoped, 'it lacks the scope watch:company'],
    [join(home.directory, 'none.csv'), key.id, 'There is no '],
  ];
  for (const [index, [file, keyId, sentence]] of wrong.entries()) {
    const refused = await (index === 0 ? confere : confereHere)(home, 'watch', file, '--key', keyId);
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
  }
});
