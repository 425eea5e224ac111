// Two nodes and a balancer under load, and one part after the other fails. No answer is wrong, nothing is refused that need not be, and
// everything is back by itself. Times are printed and decide nothing. `npm run test:cluster` lets the faults last longer, and writes
// docs/cluster-faults.md.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSecrets, readSharedRecords } from '../../support/audit-rows.ts';
import { findPostgres, findRedis } from '../../support/machine.ts';
import { refusal, success } from '../../support/service/commands.ts';
import { type CommandResult, confereWithInput, type Home } from '../../support/service/process.ts';
import { post } from '../../support/service/service.ts';
import { noPostgres } from '../../support/stores/postgres.ts';
import { noAnswer } from './balancer.ts';
import { type Cluster, type NodeName, nodeNames, startCluster } from './cluster.ts';
import { type FaultFigures, type FaultId, faultIds, keepFaultResults, toFigures } from './faults.ts';
import { isNormal, type Kind } from './load.ts';
import { makeNextVersion, type NextVersion } from './next-version.ts';
import { toFaultLines, writeClusterFaults } from './page.ts';
import { impatient, outageSeconds } from './settings.ts';

const missing = [
  ...(findPostgres() === undefined ? [noPostgres] : []),
  ...(findRedis() === undefined ? ['no Redis is installed here: apt-get install redis-server'] : []),
];
if (missing.length > 0) process.stderr.write(`test/e2e/cluster is SKIPPED: ${missing.join('; ')}\n`);

const isFull = process.env['CLUSTER_FAULTS'] === 'full';
/** How long a part stays away, and how long the load goes on between two faults. */
const awayMs = isFull ? 10_000 : 1_500;
const betweenMs = isFull ? 5_000 : 0;

const cnpj = { cnpj: '00000000000191' };

/** Only ends a hang. */
const hangMs = 180_000;

/** What may be answered beside the right answer, by what was asked. */
type Allowed = Partial<Readonly<Record<Kind, readonly string[]>>>;

/** Whether the first of two equal calls was carried out is not known, or not yet. */
const inDoubt = ['409 idempotency_outcome_unknown', '409 idempotency_in_progress'];
const withoutDatabase: Allowed = {
  cpf: ['503 audit_unavailable'],
  once: ['503 audit_unavailable', '503 overloaded', ...inDoubt],
};

describe.skipIf(missing.length > 0)('two nodes behind a balancer', () => {
  let cluster: Cluster;
  let next: NextVersion | undefined;
  let firstRevocation: Promise<CommandResult>;
  const figures: Partial<Record<FaultId, FaultFigures>> = {};

  beforeAll(async () => {
    cluster = await startCluster({ outageSeconds: outageSeconds[isFull ? 'full' : 'short'] });
    await untilNormal();
  });
  afterAll(async () => {
    await cluster?.close();
    next?.remove();
    process.stdout.write(`${toFaultLines(figures).join('\n')}\n`);
  });

  /** Of the version that the nodes have by then. */
  const confere = (home: Home, ...args: string[]) => confereWith(home, '', ...args);
  const confereWith = (home: Home, input: string, ...args: string[]) =>
    confereWithInput(
      next === undefined ? home : { ...home, root: next.root, env: { ...home.env, ...next.env } },
      input,
      ...args,
    );

  /** Also outside of a test, where nothing can be polled by the test runner. */
  async function untilNormal(): Promise<void> {
    const sinceMs = performance.now();
    while (!isNormal(cluster.load, nodeNames, sinceMs)) {
      if (performance.now() - sinceMs > hangMs) {
        const last = cluster.load.outcomes.slice(-20).map(({ kind, node, result }) => `${kind} by ${node}: ${result}`);
        throw new Error(`Not normal again: ${last.join(', ')}`);
      }
      await sleep(50);
    }
  }

  /** `inflict` ends when the part is there again. */
  async function tryFault(id: FaultId, allowed: Allowed, inflict: () => Promise<void>): Promise<void> {
    const { outcomes } = cluster.load;
    const before = outcomes.length;
    const beganAtMs = performance.now();
    await inflict();
    const endedAtMs = performance.now();
    await untilNormal();
    await sleep(betweenMs);
    const found = outcomes.slice(before);
    figures[id] = toFigures(found, beganAtMs, endedAtMs);
    expect(found.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    const refused = found.filter(({ kind, result }) => result !== '200' && !allowed[kind]?.includes(result));
    expect(refused.map(({ kind, node, result }) => `${kind} by node ${node}: ${result}`)).toEqual([]);
  }

  const pids = () => nodeNames.map((name) => cluster.get(name).pid);
  const ask = (name: NodeName, key: string) =>
    post(`${cluster.get(name).address}/v1/verify/cnpj`, cnpj, { key }).then(({ status }) => status);

  /** Of those about whom an answer was given. */
  async function findUnrecorded(): Promise<readonly string[]> {
    const answered = [...cluster.load.answered.keys()];
    const secrets = readSecrets(cluster.home.env['CONFERE_SECRETS_DIR'] as string);
    const rows = await readSharedRecords((sql) => cluster.replica.query(cluster.database.name, sql), secrets);
    const ofPeople = rows.filter(({ content }) => content.kind === 'cpf');
    const recorded = new Set(ofPeople.map(({ content }) => content.requestId));
    return answered.filter((id) => !recorded.has(id));
  }

  test('lose with a node that is killed what that node was at, and nothing else', async () => {
    await tryFault('node-killed', { cpf: [noAnswer], once: [noAnswer, ...inDoubt], cnpj: [noAnswer] }, async () => {
      await cluster.get('two').stop('SIGKILL');
      await sleep(awayMs);
      await cluster.start('two');
    });
    // It comes back when the one that was killed must have given up by itself; that is waited for further down.
    firstRevocation = confere(cluster.home, 'keys', 'revoke', cluster.doomed[0].record.id);
  });

  test('refuse nothing without Redis, and let no key pass its limit: each keeps to its share', async () => {
    const { limited, redis } = cluster;
    const use = async (times: number) => {
      const statuses: number[] = [];
      for (let count = 0; count < times; count++) {
        const { status } = await post(`${cluster.balancer.address}/v1/verify/cnpj`, cnpj, { key: limited.key });
        statuses.push(status);
      }
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 200).length;
    };
    const countLines = (event: string) =>
      nodeNames.map((name) => cluster.get(name).output().split(`"event":"${event}"`).length - 1);
    const shared = countLines('counters_shared');
    const before = await use(10);
    expect(before).toBe(10);
    await tryFault('redis-gone', {}, async () => {
      await redis.kill();
      const alone = await use(limited.requests + 10);
      expect(alone).toBeGreaterThan(0);
      expect(before + alone).toBeLessThanOrEqual(limited.requests);
      await sleep(awayMs);
      await redis.restart();
    });
    await expect
      .poll(() => countLines('counters_shared').every((count, index) => count > (shared[index] as number)))
      .toBe(true);
    // What Redis held is gone with it, so that a window may begin anew once; it ends as well.
    expect(await use(limited.requests * 2)).toBeLessThanOrEqual(limited.requests);
  });

  test('answer about companies without PostgreSQL, refuse people, and are back by themselves', async () => {
    const before = pids();
    await tryFault('database-gone', withoutDatabase, async () => {
      await cluster.primary.stop();
      await sleep(awayMs);
      await cluster.primary.start();
    });
    expect(figures['database-gone']?.refused['503 audit_unavailable']).toBeGreaterThan(0);
    expect(pids()).toEqual(before);
  });

  test('follow a replica that takes over, by a list of hosts or an address that moves, and miss no record of an answer', async () => {
    const before = pids();
    await tryFault('failover', withoutDatabase, async () => {
      await cluster.primary.stop('crash');
      await sleep(awayMs);
      await cluster.replica.promote();
      cluster.way.aim(cluster.replica.port);
    });
    expect(pids()).toEqual(before);
    expect(await findUnrecorded()).toEqual([]);
  });

  test('are brought to the next version one by one, after the migration, and no request fails', async () => {
    expect(await firstRevocation).toMatchObject({ code: 0 });
    next = makeNextVersion();
    const { root, env, schema } = next;
    await tryFault('upgrade', {}, async () => {
      const migrated = await confere(cluster.owner, 'store', 'migrate', '--json');
      expect(migrated, migrated.stderr).toMatchObject({ code: 0 });
      expect(JSON.parse(migrated.stdout)).toEqual({ version: schema, made: ['of the next version'] });
      // Those of the version before go on.
      await untilNormal();
      await sleep(awayMs);
      for (const name of nodeNames) {
        expect(await cluster.get(name).stop('SIGTERM')).toMatchObject({ code: 0 });
        await cluster.start(name, { root, env: { ...env, ...(name === 'two' ? impatient : {}) } });
        await expect.poll(() => cluster.balancer.isReady(name)).toBe(true);
      }
    });
  });

  test('go on without one that is cut off from the database, and a key that was revoked meanwhile works on none', async () => {
    const { key, record } = cluster.doomed[1];
    for (const name of nodeNames) expect(await ask(name, key)).toBe(200);
    // Once it has given up, and until the balancer has asked it.
    const allowed = { ...withoutDatabase, cpf: ['503 audit_unavailable', '503 overloaded'], cnpj: ['503 overloaded'] };
    const before = pids();
    await tryFault('node-cut-off', allowed, async () => {
      cluster.way.set('drop');
      const revoked = await confere(cluster.home, 'keys', 'revoke', record.id);
      expect(revoked, revoked.stderr).toMatchObject({ code: 0 });
      expect(await ask('one', key)).toBe(401);
      expect([401, 503]).toContain(await ask('two', key));
      cluster.way.set('reset');
      await sleep(awayMs);
      expect([401, 503]).toContain(await ask('two', key));
      cluster.way.set('pass');
    });
    for (const name of nodeNames) expect(await ask(name, key)).toBe(401);
    expect(pids()).toEqual(before);
  });

  test('have asked no party twice about anybody, and have a record of every answer in chains that are whole', async () => {
    await cluster.load.end();
    const { cpfs, answered } = cluster.load;
    expect(cpfs.filter((cpf) => cluster.simulator.callsFor('serasa', cpf) > 1)).toEqual([]);
    expect(answered.size).toBeGreaterThan(50);
    expect(await findUnrecorded()).toEqual([]);
    const heads = join(cluster.home.directory, 'heads.ndjson');
    writeFileSync(heads, (await confere(cluster.home, 'audit', 'heads')).stdout);
    const { code, stdout, stderr } = await confere(cluster.home, 'audit', 'verify', '--heads', heads, '--json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'intact' });
    expect(JSON.parse(stdout).chains).toBeGreaterThan(1);
    if (isFull) keep();
  });

  test('have one audit for the operator’s commands, wherever they run', async () => {
    const { home, owner, load } = cluster;
    const [requestId, cpf] = [...load.answered].at(-1) as [string, string];
    const [listed, shown, replayed, exported] = await Promise.all([
      confere(home, 'audit', 'list', '--kind', 'cpf', '--limit', '10', '--json'),
      confere(home, 'audit', 'show', requestId, '--json'),
      confere(home, 'audit', 'replay', requestId),
      confere(home, 'audit', 'export', '--kind', 'cpf', '--format', 'csv'),
    ]);
    expect(JSON.parse(listed.stdout)).toHaveLength(10);
    expect(JSON.parse(shown.stdout)).toMatchObject([{ request_id: requestId, replay: { kind: 'same' } }]);
    expect(replayed).toMatchObject(success('same'));
    const [header = '', ...lines] = exported.stdout.trim().split('\n');
    expect(header.split(',').at(-1)).toBe('chain');
    const ids = new Set(lines.flatMap((line) => /\breq_\w+/.exec(line)?.[0] ?? []));
    expect([...load.answered.keys()].filter((id) => !ids.has(id))).toEqual([]);
    expect(new Set(lines.map((line) => line.split(',').at(-1))).size).toBeGreaterThan(1);

    const backup = join(home.directory, 'backup');
    const [reported, refused, made] = await Promise.all([
      confereWith(home, `${cpf}\n`, 'privacy', 'report', '--format', 'json'),
      confereWith(home, `${cpf}\n`, 'privacy', 'erase', '--yes'),
      confere(home, 'backup', backup),
    ]);
    expect(reported.stdout).toContain(requestId);
    expect(refused).toMatchObject(refusal(2, 'store_maintenance'));
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const [whole, erased] = await Promise.all([
      confere(home, 'restore', backup, '--check'),
      confereWith(owner, `${cpf}\n`, 'privacy', 'erase', '--yes'),
    ]);
    expect(whole).toMatchObject(success('Whole'));
    expect(erased, erased.stderr).toMatchObject(success('2 records erased'));
    expect(await confere(home, 'audit', 'verify')).toMatchObject(success('Intact'));
  });

  function keep(): void {
    expect(faultIds.filter((id) => figures[id]?.wrong !== 0)).toEqual([]);
    keepFaultResults({
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} cores (${process.arch}), Node ${process.version}`,
      faults: figures as Record<FaultId, FaultFigures>,
    });
    writeClusterFaults();
  }
});
