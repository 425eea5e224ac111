// Two nodes on one PostgreSQL, the second behind a way that the test spoils: what holds on both, and what when they are cut apart.

import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonSource, PersonSources } from '../../../src/app/verify/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import { type ContractSource, contractSourceNames } from '../../../src/domain/person/contract-sources.ts';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import { startSimulator } from '../../../src/sim/server.ts';
import { createSandboxSources } from '../../../src/sources/sandbox.ts';
import { parsePostgresAddress } from '../../../src/stores/postgres/address.ts';
import { openSession } from '../../../src/stores/postgres/session.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { byName } from '../../support/parties/contract-parties.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { parties, simulatorSecrets, writeSimulatedConfig } from '../../support/parties/simulated-sources.ts';
import { type Answer, get, post, startTestService, type TestService } from '../../support/service/service.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../../support/stores/tcp-proxy.ts';

const calls: Record<ContractSource, number> = { bureau_a: 0, bureau_b: 0, fraud_registry: 0 };
const sandbox = byName(createSandboxSources(systemClock));
const counted = (name: ContractSource): PersonSource => ({
  ...sandbox[name],
  ask: (query, signal) => {
    calls[name]++;
    return sandbox[name].ask(query, signal);
  },
});
const sources: PersonSources = contractSourceNames.map(counted);
const person = { cpf: '40442820135', name: 'Ana Beatriz Carvalho' };
const toBody = ({ cpf, name, birthDate }: PersonQuery) => ({ cpf, name, birth_date: birthDate });
const company = { cnpj: '11222333000181' };

describeOnPostgres('two nodes on one PostgreSQL', () => {
  let server: TestPostgres;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let near: TestService;
  let far: TestService;
  const secrets = join(createOutputDirectory('secrets'), 'secrets');

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    proxy = await startTcpProxy(server.port);
    const start = (store: string, outageSeconds: string) =>
      startTestService(
        { CONFERE_STORE: store, CONFERE_SECRETS_DIR: secrets, CONFERE_STORE_OUTAGE_SECONDS: outageSeconds },
        { testSources: sources, liveSources: sources },
      );
    near = await start(database.service, '600');
    far = await start(database.service.replace(`:${server.port}/`, `:${proxy.port}/`), '2');
  });
  afterAll(async () => {
    proxy?.set('pass');
    await far?.close();
    await near?.close();
    await proxy?.close();
    await server?.close();
  });
  beforeEach(async () => {
    proxy.set('pass');
    proxy.delay(0);
    for (const name of contractSourceNames) calls[name] = 0;
    await expect.poll(async () => (await get(`${far.address}/readyz`)).status).toBe(200);
  });

  const verify = ({ address }: TestService, key: string, body: object = person) =>
    post(`${address}/v1/verify/${'cpf' in body ? 'cpf' : 'cnpj'}`, body, { key });
  const toSummary = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`);

  test('a node starts although the database answers nobody at first', async () => {
    const slow = await startTcpProxy(server.port);
    slow.set('drop');
    const store = database.service.replace(`:${server.port}/`, `:${slow.port}/`);
    const started = startTestService({ CONFERE_STORE: store, CONFERE_SECRETS_DIR: secrets });
    // The first attempt is given up by then, and the next one is under way.
    await expect.poll(() => slow.connections()).toBeGreaterThan(1);
    slow.set('pass');
    const late = await started;
    expect((await get(`${late.address}/readyz`)).status).toBe(200);
    await late.close();
    await slow.close();
  });

  test('a key that was made on one works on the other at once', async () => {
    const key = await near.createKey({ rate: null });
    expect((await verify(far, key)).status).toBe(200);
    expect((await verify(near, key)).status).toBe(200);
  });

  test('a revoked key works on neither once the revocation has returned', async () => {
    for (let time = 0; time < 5; time++) {
      const name = `revoked ${time}`;
      const key = await near.createKey({ name, rate: null });
      expect((await verify(far, key)).status).toBe(200);
      await near.revokeKeyNamed(name);
      expect([toSummary(await verify(far, key)), toSummary(await verify(near, key))]).toEqual([
        '401 invalid_api_key',
        '401 invalid_api_key',
      ]);
    }
  });

  test.each(['drop', 'reset'] as const)(
    'a revoked key works on a node that is cut off (%s) neither, and a good one does when it is back',
    async (mode) => {
      const name = `cut off by ${mode}`;
      const [key, good] = [await near.createKey({ name, rate: null }), await near.createKey({ rate: null })];
      for (const each of [key, good]) expect((await verify(far, each, company)).status).toBe(200);
      proxy.set(mode);
      await near.revokeKeyNamed(name);
      expect(toSummary(await verify(far, key, company))).toMatch(/^(503 overloaded|401 invalid_api_key)$/);
      expect(toSummary(await verify(near, key, company))).toBe('401 invalid_api_key');
      proxy.set('pass');
      await expect.poll(async () => toSummary(await verify(far, good, company))).toBe('200');
      expect(toSummary(await verify(far, key, company))).toBe('401 invalid_api_key');
    },
  );

  test('a revoked key works on a node that hears late neither', async () => {
    proxy.delay(400);
    const name = 'heard late';
    const key = await near.createKey({ name, rate: null });
    await expect.poll(async () => (await verify(far, key, company)).status).toBe(200);
    await near.revokeKeyNamed(name);
    expect(toSummary(await verify(far, key, company))).toMatch(/^(503 overloaded|401 invalid_api_key)$/);
  });

  test('an answer that one gave is read again from the other, by its own key alone', async () => {
    const wanted = { mode: 'live', scopes: ['verify:cpf', 'read:verification'] } as const;
    const key = await near.createKey(wanted);
    const { body } = await verify(near, key);
    const url = `${far.address}/v1/verifications/${body.request_id}`;
    expect(await get(url, { key })).toMatchObject({ status: 200, body });
    expect((await get(url, { key: await near.createKey(wanted) })).body.code).toBe('verification_not_found');
  });

  test('a change of a key holds on both', async () => {
    const key = await near.createKey({ name: 'changed', rate: null });
    expect((await verify(far, key)).status).toBe(200);
    const found = (await near.keys.list({ limit: 100 })).find(({ name }) => name === 'changed');
    await near.keys.update(found?.id ?? '', { networks: ['203.0.113.0/24'] });
    expect(toSummary(await verify(far, key))).toBe('403 network_not_allowed');
  });

  test('of a hundred duplicates over both nodes one is made: each source is asked once', async () => {
    const key = await near.createKey({ rate: null });
    const nodes = [near, far];
    const sendAll = () =>
      Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          post(`${nodes[index % 2]?.address}/v1/verify/cpf`, person, {
            key,
            headers: { 'idempotency-key': 'one order' },
          }),
        ),
      );
    // A machine that is too busy to claim the call refuses all of them; then they are sent again.
    await expect.poll(async () => (await sendAll()).map(toSummary)).toContain('200');
    expect(calls).toEqual({ bureau_a: 1, bureau_b: 1, fraud_registry: 1 });
    const replayed = await Promise.all(
      nodes.map(({ address }) =>
        post(`${address}/v1/verify/cpf`, person, { key, headers: { 'idempotency-key': 'one order' } }),
      ),
    );
    expect(replayed.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
    expect(calls).toEqual({ bureau_a: 1, bureau_b: 1, fraud_registry: 1 });
  });

  test('both are asked about somebody at the same moment where answers are kept: each party is called once', async () => {
    const simulator = await startSimulator({ clock: systemClock, port: 0 });
    Object.assign(process.env, simulatorSecrets);
    const kept = contractSourceNames.map((ask) => ({ ask, fresh_for: { credit: '1d' } }));
    const patient = Object.fromEntries(contractSourceNames.map((name) => [name, { deadline_ms: 28_000 }]));
    const file = writeSimulatedConfig(createOutputDirectory('kept'), simulator, parties, patient, { checks: [kept] });
    const env = {
      CONFERE_CONFIG: file,
      CONFERE_STORE: database.service,
      CONFERE_SECRETS_DIR: secrets,
      CONFERE_VERIFICATION_DEADLINE_MS: '30000',
    };
    const nodes = [await startTestService(env), await startTestService(env)];
    const key = await near.createKey({ mode: 'live', rate: null });
    for (const party of Object.values(parties)) await simulator.set(party, { latency: { kind: 'fixed', ms: 300 } });
    const ask =
      (query: PersonQuery) =>
      ({ address }: TestService) =>
        post(`${address}/v1/verify/cpf`, toBody(query), { key, headers: { 'confere-purpose': 'credit' } });
    const askAll = async (round: number) => {
      const people = Array.from({ length: 6 }, (_, index) => createQuery(9_000 + 10 * round + index));
      const answers = await Promise.all(people.map((query) => Promise.all(nodes.map(ask(query)))));
      expect(answers.flat().map(toSummary)).toEqual(Array(12).fill('200'));
      return people.map(({ cpf }) =>
        Object.values(parties)
          .map((party) => simulator.callsFor(party, cpf))
          .join(),
      );
    };
    // Each node needs a token first, and while there is none a question may be two requests.
    await askAll(0);
    expect(await askAll(1)).toEqual(Array(6).fill('1,1,1'));
    // Nobody can learn for a while who asks. A second call would cost more than the wait.
    const { session } = await openSession(parsePostgresAddress(database.owner), 0);
    await session.run('BEGIN; LOCK TABLE confere.questions IN ACCESS EXCLUSIVE MODE');
    const [asked] = await Promise.all([
      askAll(2),
      new Promise((resolve) => setTimeout(resolve, 3_000)).then(() => session.run('COMMIT')),
    ]);
    session.close();
    expect(asked).toEqual(Array(6).fill('1,1,1'));
    for (const node of nodes) await node.close();
    await simulator.close();
    for (const name of Object.keys(simulatorSecrets)) delete process.env[name];
  });

  test('a call whose claim the database never heard of asks no source, and can be made again', async () => {
    const key = await near.createKey({ rate: null });
    expect((await verify(far, key)).status).toBe(200);
    proxy.set('drop');
    const before = { ...calls };
    const headers = { 'idempotency-key': 'cut off' };
    const answer = await post(`${far.address}/v1/verify/cpf`, person, { key, headers });
    expect(toSummary(answer)).toBe('503 overloaded');
    expect(calls).toEqual(before);
    proxy.set('pass');
    await expect
      .poll(async () => toSummary(await post(`${far.address}/v1/verify/cpf`, person, { key, headers })))
      .toBe('200');
  });

  test('while the database is gone CPF is refused, CNPJ goes on, and all is back without a restart', async () => {
    const key = await near.createKey({ mode: 'live', rate: null });
    const test = await near.createKey({ rate: null });
    expect([(await verify(near, key)).status, (await verify(near, test, company)).status]).toEqual([200, 200]);
    const recorded = await countRecords();
    expect(recorded).toBeGreaterThan(0);
    const operators = await near.listenForOperators();
    const readMetrics = async () => (await fetch(`${operators}/metrics`)).text();
    expect(await readMetrics()).toMatch(/^confere_store_reachable 1$/m);
    await server.stop();
    const before = { ...calls };
    expect(toSummary(await verify(near, test, company))).toBe('200');
    expect(toSummary(await verify(near, key))).toBe('503 audit_unavailable');
    expect(toSummary(await verify(near, key))).toBe('503 audit_unavailable');
    expect(calls.bureau_a - before.bureau_a).toBeLessThanOrEqual(1);
    // The node is ready, and yet not for CPF: a balancer that asks for it sends them elsewhere.
    expect((await get(`${near.address}/readyz`)).status).toBe(200);
    expect((await get(`${near.address}/readyz?for=cpf`)).body.code).toBe('audit_unavailable');
    await expect.poll(readMetrics).toMatch(/^confere_store_reachable 0$/m);
    expect(await (await fetch(`${operators}/status`)).json()).toMatchObject({
      store: { shared: true, reachable: false },
    });
    await server.start();
    await expect.poll(async () => (await get(`${near.address}/readyz?for=cpf`)).status).toBe(200);
    expect(toSummary(await verify(near, key))).toBe('200');
    await expect.poll(readMetrics).toMatch(/^confere_store_reachable 1$/m);
    const metrics = await readMetrics();
    for (const part of ['keys', 'usage', 'link'])
      expect(metrics).toMatch(
        new RegExp(`^confere_store_statement_duration_seconds_count\\{part="${part}"\\} [1-9]`, 'm'),
      );
    expect(metrics).toMatch(/^confere_store_faults_total\{part="link",fault="unreachable"\} [1-9]/m);
    for (const part of ['link', 'audit'])
      expect(metrics).toMatch(new RegExp(`^confere_store_reconnects_total\\{part="${part}"\\} [1-9]`, 'm'));
    // At the moment of a look all of them may be busy.
    await expect.poll(readMetrics).toMatch(/^confere_store_connections\{state="idle"\} [1-9]/m);
    expect(await countRecords()).toBeGreaterThan(recorded);
  });

  test('a database that refuses the service is an outage: no 500, CNPJ goes on, and all is back without a restart', async () => {
    const [key, known] = [await near.createKey({ mode: 'live', rate: null }), await near.createKey({ rate: null })];
    expect(toSummary(await verify(near, key))).toBe('200');
    expect(toSummary(await verify(near, known, company))).toBe('200');
    const role = parsePostgresAddress(database.service).user;
    const endSessions = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1';
    const refusals: readonly (readonly [begin: string, end: string])[] = [
      [`ALTER ROLE ${role} PASSWORD 'rotated'`, `ALTER ROLE ${role} PASSWORD 'only-of-this-test'`],
      [`ALTER ROLE ${role} CONNECTION LIMIT 0`, `ALTER ROLE ${role} CONNECTION LIMIT -1`],
      [`REVOKE USAGE ON SCHEMA confere FROM ${role}`, `GRANT USAGE ON SCHEMA confere TO ${role}`],
    ];
    // The audit waits for seconds before it tries again, and an answer until then costs more than a look.
    const interval = 250;
    for (const [begin, end] of refusals) {
      await database.query(begin);
      await database.query(endSessions, [role]);
      await expect.poll(async () => toSummary(await verify(near, key)), { interval }).toBe('503 audit_unavailable');
      const answers = await Promise.all(
        Array.from({ length: 40 }, async (_, index) =>
          toSummary(await (index % 2 === 0 ? verify(near, key) : verify(near, known, company))),
        ),
      );
      expect(new Set(answers)).toEqual(new Set(['503 audit_unavailable', '200']));
      expect(answers.filter((answer) => answer === '200')).toHaveLength(20);
      await database.query(end);
      await expect.poll(async () => toSummary(await verify(near, key)), { interval }).toBe('200');
    }
  });

  async function countRecords(): Promise<number> {
    const [row] = await database.query<{ count: string }>(
      'SELECT coalesce(sum(count), 0) AS count FROM confere.audit_groups',
    );
    return Number(row?.count);
  }
});
