// A database that is restored from an older backup lets revoked keys live again. The node that saw them revoked says which.

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useCommands } from '../../support/service/commands.ts';
import { createHome, createKey, type Home, startProcess } from '../../support/service/process.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres } from '../../support/stores/postgres.ts';

const { confereHere } = useCommands();
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());

async function run(home: Home, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await confereHere(home, ...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

async function listLost(home: Home): Promise<Record<string, string>> {
  const lost = JSON.parse(await run(home, 'keys', 'list', '--since-restore', '--json'));
  return Object.fromEntries(lost.map((key: { id: string; lost: string }) => [key.id, key.lost]));
}

const findDoctorsLine = async (home: Home) => {
  const { stdout } = await confereHere(home, 'doctor', '--json');
  const findings = JSON.parse(stdout).findings as readonly { readonly subject: string; readonly state: string }[];
  return findings.find(({ subject }) => subject === 'restored_keys')?.state;
};

async function makeKeys(home: Home) {
  const { id: revoked, key: revokedSecret } = await createKey(home, '--mode', 'test');
  return {
    revoked,
    revokedSecret,
    rotated: (await createKey(home, '--mode', 'test')).id,
    setBack: (await createKey(home, '--mode', 'test')).id,
    untouched: (await createKey(home, '--mode', 'test')).id,
  };
}

async function change(home: Home, { revoked, rotated, setBack }: Awaited<ReturnType<typeof makeKeys>>): Promise<void> {
  await run(home, 'keys', 'revoke', revoked);
  await run(home, 'keys', 'rotate', rotated, '--overlap', '0h');
  await run(home, 'keys', 'update', setBack, '--burst', '7');
  await run(home, 'keys', 'update', setBack, '--burst', 'none');
}

/** Each is mended by hand, and then no longer told of. */
async function mend(home: Home, { revoked, rotated }: Awaited<ReturnType<typeof makeKeys>>): Promise<void> {
  expect(await listLost(home)).toEqual({ [revoked]: 'revocation', [rotated]: 'change' });
  expect(await findDoctorsLine(home)).toBe('warning');
  await run(home, 'keys', 'revoke', revoked);
  expect(await listLost(home)).toEqual({ [rotated]: 'change' });
  await run(home, 'keys', 'rotate', rotated, '--overlap', '0h');
  expect(await listLost(home)).toEqual({});
  expect(await findDoctorsLine(home)).toBe('ok');
}

test('the files of one machine: what was revoked or changed since the backup is listed until it is done again', async () => {
  const home = createHome();
  const keys = await makeKeys(home);
  const backup = join(home.directory, 'backup');
  await run(home, 'backup', backup, '--no-registry');
  await change(home, keys);
  expect(await listLost(home)).toEqual({});
  await run(home, 'restore', backup, '--without-ledger', '--force');
  await mend(home, keys);
});

describeOnPostgres('a database that nodes share', () => {
  test('is known to be older by a node that only heard of the changes, and stays so when it starts again', async () => {
    const server = await startPostgres();
    opened.defer(() => server.close());
    const { service } = await server.createDatabase();
    const changes = createHome({ CONFERE_STORE: service });
    const hears = createHome({ CONFERE_STORE: service });
    const keys = await makeKeys(changes);
    mkdirSync(join(hears.directory, 'secrets'), { mode: 0o700 });
    cpSync(join(changes.directory, 'secrets/master.key'), join(hears.directory, 'secrets/master.key'));
    let node = await startProcess(hears);
    const memory = () => readFileSync(join(hears.directory, 'secrets/audit-heads/postgres/key-memory'), 'utf8');
    await expect.poll(memory).toContain(keys.untouched);
    await server.stop();
    const backup = join(server.directory, '../backup');
    cpSync(server.directory, backup, { recursive: true, preserveTimestamps: true });
    await server.start();
    await expect.poll(async () => (await fetch(`${node.address}/readyz`)).status).toBe(200);

    await change(changes, keys);
    const countSetBack = () => memory().split(keys.setBack).length - 1;
    // As it was made, with the burst, and without it again.
    await expect.poll(countSetBack).toBe(3);
    expect(await listLost(hears)).toEqual({});
    await node.stop();

    await server.stop();
    rmSync(server.directory, { recursive: true });
    renameSync(backup, server.directory);
    await server.start();
    node = await startProcess(hears);
    expect(await listLost(hears)).toEqual({ [keys.revoked]: 'revocation', [keys.rotated]: 'change' });
    const headers = { authorization: `Bearer ${keys.revokedSecret}` };
    const { status } = await fetch(`${node.address}/v1/key`, { headers });
    expect(status).toBe(401);
    await node.stop();
    await mend(hears, keys);
  });
});
