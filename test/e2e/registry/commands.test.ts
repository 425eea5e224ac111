import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDump } from '../../../scripts/make-dump/make-dump.ts';
import { loadConfig } from '../../../src/config.ts';
import { openCheckout } from '../../support/open-checkout.ts';
import { main } from '../../support/program.ts';
import { readExpected } from '../../support/registry/expected-answers.ts';
import { writeDump } from '../../support/registry/registry-dump.ts';
import { createRegistryFolders } from '../../support/registry/registry-folders.ts';
import { post } from '../../support/service/service.ts';
import { unhurried } from '../../support/service/unhurried.ts';
import { gatherText } from '../../support/texts.ts';

const { newFolder } = createRegistryFolders();
const dump = newFolder();
beforeAll(() => makeDump({ establishments: 6_000, folder: dump, seed: 8 }));

const nobody = 65534;
const start = (data: string, ...words: string[]) => startAs({}, data, [main, ...words]);

interface StartOptions {
  readonly user?: number;
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

function startAs(
  { user, program = process.execPath, env = unhurried, input = '' }: StartOptions,
  data: string,
  words: readonly string[],
) {
  const child = spawn(program, words, {
    ...(user === undefined ? {} : { uid: user, gid: user }),
    env: {
      PATH: process.env['PATH'],
      CONFERE_DATA_DIR: data,
      CONFERE_SECRETS_DIR: `${data}-secrets`,
      CONFERE_PORT: '0',
      ...env,
    },
  });
  child.stdin.end(input);
  const [out, error] = [gatherText(child.stdout), gatherText(child.stderr)];
  const ended = new Promise<{ code: number | null; out: string; error: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out: out(), error: error() })),
  );
  return { child, out, ended };
}

const confere = (data: string, ...words: string[]) => start(data, ...words).ended;

const eventually = (holds: () => boolean | Promise<boolean>): Promise<void> => expect.poll(holds).toBe(true);

describe('confere registry', () => {
  it('imports, shows, verifies and rolls back, in words and in JSON', async () => {
    const data = newFolder();
    expect((await confere(data, 'registry', 'status')).out).toContain('No registry has been imported');
    const first = await confere(data, 'registry', 'import', dump);
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/Live: 6,000 establishments of 5,[67]\d\d /) });
    const second = await confere(data, 'registry', 'import', dump, '--json');
    expect(JSON.parse(second.out)).toMatchObject({
      establishments: 6_000,
      data_as_of: '2026-10-10',
      rejected_rows: 0,
    });
    const status = JSON.parse((await confere(data, 'registry', 'status', '--json')).out);
    expect(Object.keys(status)).toEqual(['live', 'previous', 'held', 'last_import']);
    for (const snapshot of [status.live, status.previous]) {
      expect(snapshot).toMatchObject({
        data_as_of: '2026-10-10',
        establishments: 6_000,
        companies: expect.any(Number),
      });
      expect(snapshot).toMatchObject({ imported_at: expect.any(String), verified_at: expect.any(String) });
    }
    expect((await confere(data, 'registry', 'verify')).code).toBe(0);
    const rolledBack = JSON.parse((await confere(data, 'registry', 'rollback', '--json')).out);
    expect(rolledBack.live.id).toBe(status.previous.id);
    expect((await confere(data, 'registry', 'status')).out).toContain('Held by a rollback');
    const byHand = await confere(data, 'registry', 'import', dump);
    expect(byHand).toMatchObject({ code: 2, error: expect.stringContaining('--force rollback_hold\n') });
    expect((await confere(data, 'registry', 'status')).out).toContain('Held by a rollback');
    const acts = JSON.parse((await confere(data, 'audit', 'list', '--kind', 'act', '--json')).out) as { act: string }[];
    expect(acts.map(({ act }) => act).filter((act) => act.startsWith('registry_'))).toEqual([
      'registry_rolled_back',
      'registry_imported',
      'registry_imported',
    ]);
    expect(JSON.parse((await confere(data, 'registry', 'release', '--json')).out)).toMatchObject({ held: false });
    expect(await confere(data, 'registry', 'release')).toMatchObject({
      code: 2,
      error: expect.stringContaining('Nothing is held'),
    });
    const all = JSON.parse((await confere(data, 'audit', 'list', '--kind', 'act', '--json')).out) as typeof acts;
    expect(all).toContainEqual(expect.objectContaining({ act: 'registry_released', target: rolledBack.live.id }));
  });

  it('ends with one sentence and a code that is not zero when it fails', async () => {
    const data = newFolder();
    const empty = newFolder();
    mkdirSync(empty);
    const failed = await confere(data, 'registry', 'import', empty);
    expect(failed).toMatchObject({ code: 2, out: '' });
    expect(failed.error).toBe(
      `${empty}: there are no files of the Receita Federal here (Empresas*, Estabelecimentos*, Simples).\n`,
    );
    expect(await confere(data, 'registry', 'verify')).toMatchObject({
      code: 2,
      error: expect.stringContaining('registry import'),
    });
    expect(await confere(data, 'registry', 'rollback')).toMatchObject({
      code: 2,
      error: expect.stringContaining('no previous'),
    });
  });

  it('names what it would override, and overrides nothing else', async () => {
    const data = newFolder();
    const older = newFolder();
    await makeDump({ establishments: 600, folder: older, seed: 8, date: '2026-09-12' });
    await confere(data, 'registry', 'import', dump);
    const refused = await confere(data, 'registry', 'import', older);
    expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('--force older_data\n') });
    const wrong = await confere(data, 'registry', 'import', older, '--force', 'older_data');
    expect(wrong).toMatchObject({ code: 2, error: expect.stringMatching(/--force .*fewer_rows.*\n/) });
    const unknown = await confere(data, 'registry', 'import', older, '--force', 'anything');
    expect(unknown).toMatchObject({ code: 2, error: expect.stringContaining('Known are: older_data, part_rows') });
    const forced = await confere(data, 'registry', 'import', older, '--force', 'older_data,part_rows,fewer_rows');
    expect(forced.code).toBe(0);
    expect(forced.out).toContain('Overridden by --force older_data: The files are of 2026-09-12');
    const { last_import } = JSON.parse((await confere(data, 'registry', 'status', '--json')).out);
    expect(new Set(last_import.overridden)).toEqual(new Set(['older_data', 'part_rows', 'fewer_rows']));
    const imported = JSON.parse((await confere(data, 'audit', 'list', '--kind', 'act', '--json')).out).find(
      ({ act }: { act: string }) => act === 'registry_imported',
    );
    expect(imported.target).toMatch(/^\S+ forced:older_data,(?:part_rows,|fewer_rows,)+(?:part_rows|fewer_rows)$/);
  });

  it('says in a sentence that the files belong to another user', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can start a process as another user');
    const data = newFolder();
    await confere(data, 'registry', 'import', dump);
    const program = join(openCheckout(), 'bin/confere');
    for (const words of [['import', dump], ['rollback'], ['release']]) {
      const refused = await startAs({ user: nobody, program }, data, ['registry', ...words]).ended;
      expect(refused).toMatchObject({ code: 2, error: expect.stringMatching(/^[^\n]*registry[^\n]*\n$/) });
      expect(refused.error).not.toContain('    at ');
    }
  });

  it('cleans up on Ctrl-C and leaves what was live', async () => {
    const [data, large] = [newFolder(), newFolder()];
    // So large that it cannot be imported before the signal comes.
    await makeDump({ establishments: 60_000, folder: large, seed: 8 });
    const { child, ended } = start(data, 'registry', 'import', large);
    const incoming = join(data, 'registry', 'incoming');
    await eventually(() => existsSync(incoming));
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, error: expect.stringContaining('nothing was published') });
    expect(existsSync(incoming)).toBe(false);
    expect((await confere(data, 'registry', 'status')).out).toMatch(/Last import: interrupted/);
  });
});

describe('the priority of an import', () => {
  /** The process tells its own when it ends, and each of its threads when it begins: both are read by whom they belong to. */
  const witness = `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { isMainThread } from 'node:worker_threads';
    const tell = () => appendFileSync(process.env.WITNESS, (isMainThread ? 'process ' : 'thread ') + getPriority() + '\\n');
    if (isMainThread) process.on('exit', tell); else tell();
  `)}`;
  const job = join(import.meta.dirname, '../../../src/compose/dataset-jobs/main.ts');

  /** Small: at the lowest priority it waits for all other work. */
  const small = writeDump(newFolder(), {});

  /** As the command line and as the console does it, with what the setting says. */
  const ways = {
    command: (data: string, env: Record<string, string>) => startAs({ env }, data, [main, 'registry', 'import', small]),
    'job of the console': (data: string, env: Record<string, string>) => {
      const own = { CONFERE_DATA_DIR: data, CONFERE_SECRETS_DIR: `${data}-secrets` };
      const config = loadConfig({ cwd: data, env: { ...env, ...own } });
      const order = { kind: 'import', folder: small, overridden: [] };
      return startAs(
        { env, input: JSON.stringify({ dataset: 'registry', config, id: 'one', order, by: 'tester' }) },
        data,
        [job],
      );
    },
  };

  it.each([
    ['command', 'nothing', constants.priority.PRIORITY_LOW],
    ['command', 'normal', getPriority()],
    ['job of the console', 'nothing', constants.priority.PRIORITY_LOW],
    ['job of the console', 'normal', getPriority()],
  ] as const)('of a %s with %s set is %i, for all of its threads', async (way, set, priority) => {
    const data = newFolder();
    const told = `${data}-priority`;
    const env: Record<string, string> = { WITNESS: told, NODE_OPTIONS: `--import=${witness}` };
    if (set === 'normal') env['CONFERE_REGISTRY_IMPORT_PRIORITY'] = set;
    expect(await ways[way](data, env).ended).toMatchObject({ code: 0 });
    expect((await confere(data, 'registry', 'status')).out).toMatch(/^live +2026-08-08 +10 /m);
    const lines = readFileSync(told, 'utf8').trim().split('\n');
    expect(new Set(lines)).toEqual(new Set([`thread ${priority}`, `process ${priority}`]));
  });
});

describe('a running service', () => {
  it('answers live keys from the registry as soon as it is imported, without a restart', async () => {
    const data = newFolder();
    const key = JSON.parse(
      (await confere(data, 'keys', 'create', '--name', 'test', '--mode', 'live', '--json')).out,
    ).key;
    const { child, out, ended } = start(data, 'serve');
    await eventually(() => /listens on http/.test(out()));
    const address = /listens on (\S+)/.exec(out())?.[1];
    const answers = readExpected(dump);
    const known = answers
      .flatMap(({ expected }) => expected ?? [])
      .find((each) => each.status === 'active' && each.legalName);
    const absent = answers.find(({ expected }) => expected === null);
    const ask = (cnpj?: string) => post(`${address}/v1/verify/cnpj?explain=true`, { cnpj }, { key });

    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    expect(await ask(known?.cnpj)).toMatchObject({ status: 503, body: { code: 'registry_unavailable' } });
    expect((await confere(data, 'registry', 'import', dump)).code).toBe(0);
    await eventually(async () => (await ask(known?.cnpj)).status === 200);
    expect((await ask(known?.cnpj)).body).toMatchObject({
      status: 'verified',
      company_name: known?.legalName,
      company_status: 'active',
      matriz: known?.headOffice,
      explanation: { data_as_of: '2026-10-10' },
    });
    expect((await ask(absent?.cnpj)).body).toMatchObject({ status: 'not_found', company_name: null });
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
