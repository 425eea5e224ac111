// Two nodes on one PostgreSQL: an erasure on one of them leaves nothing in any row of any table, nor in the other node's files, and a
// database that comes back from an older copy is noticed and forgets the person again.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonQuery } from '../../../src/domain/person/evidence.ts';
import type { Simulator } from '../../../src/sim/server.ts';
import { readSecrets, readSharedRecords } from '../../support/audit-rows.ts';
import { formsOfCpf, formsOfText, type Needle, searchFiles } from '../../support/canaries.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { createQuery } from '../../support/parties/implied.ts';
import { refusal, success } from '../../support/service/commands.ts';
import {
  confere,
  confereWithInput,
  createKey,
  type Home,
  type RunningProcess,
  startProcess,
} from '../../support/service/process.ts';
import { get, post, postTable } from '../../support/service/service.ts';
import { createSimulatedHome, startParties } from '../../support/service/simulated-home.ts';
import { describeOnPostgres } from '../../support/stores/on-postgres.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../support/stores/postgres.ts';

describeOnPostgres('an erasure on one PostgreSQL', () => {
  const secrets = join(createOutputDirectory('secrets'), 'secrets');
  let server: TestPostgres;
  let database: TestDatabase;
  let simulator: Simulator;
  let one: Home;
  let two: Home;
  let nodes: RunningProcess[] = [];
  let person: PersonQuery;
  let batchId: string;
  let key: string;
  let forms: Needle[];

  const erase = () => confereWithInput(one, `${person.cpf}\n`, 'privacy', 'erase', '--yes');
  const startNodes = async () => {
    nodes = await Promise.all([startProcess(one), startProcess(two)]);
  };
  const stopNodes = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [];
  };

  beforeAll(async () => {
    server = await startPostgres();
    database = await server.createDatabase();
    simulator = await startParties();
    const env = {
      CONFERE_STORE: database.service,
      CONFERE_STORE_MAINTENANCE: database.owner,
      CONFERE_SECRETS_DIR: secrets,
    };
    [one, two] = [createSimulatedHome(simulator, { env }), createSimulatedHome(simulator, { env })];
    ({ key } = await createKey(one, '--mode', 'live', '--rate', 'unlimited', '--scope', 'verify:cpf', 'verify:batch'));
    await startNodes();
    person = createQuery(91_017);
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop('SIGKILL');
    await simulator?.close();
    await server?.close();
  });

  /** Every row of every table as text, with what the planner noted of the values. */
  async function dump(): Promise<string> {
    const tables = await database.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'confere'",
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await database.query<{ text: string }>(`SELECT r::text AS text FROM ${name} AS r`);
      texts.push(...rows.map(({ text }) => text));
    }
    const noted = await database.query<{ text: string }>(
      "SELECT s::text FROM pg_stats AS s WHERE schemaname = 'confere'",
    );
    return [...texts, ...noted.map(({ text }) => text)].join('\n');
  }

  const findIn = (text: string) => [
    ...new Set(forms.filter((form) => text.includes(form.text)).map(({ form }) => form)),
  ];

  test('leaves nothing in any row of any table, and nothing in the files of the other node', async () => {
    const [near, far] = nodes as [RunningProcess, RunningProcess];
    const body = { cpf: person.cpf, name: person.name, birth_date: person.birthDate };
    const headers = { 'idempotency-key': 'shared-plant' };
    const asked = await post(`${near.address}/v1/verify/cpf`, body, { key, headers });
    expect(asked.status).toBe(200);
    const table = `cpf\n${person.cpf}\n${createQuery(91_018).cpf}\n`;
    batchId = (await postTable(`${far.address}/v1/batches`, table, { key })).body.id;
    const readBatch = async () => (await get(`${far.address}/v1/batches/${batchId}`, { key })).body;
    await expect.poll(async () => (await readBatch()).status, { timeout: 30_000 }).toBe('completed');
    const all = await readSharedRecords((sql) => database.query(sql), readSecrets(secrets));
    const own = all.find(({ content }) => content.requestId === asked.body.request_id);
    const rows = all.filter(({ content, details }) => details !== null && content.subject === own?.content.subject);
    expect(rows).toHaveLength(2);
    const [{ answer } = { answer: '' }] = await database.query<{ answer: string }>(
      "SELECT encode(sealed_answer, 'hex') AS answer FROM confere.idempotent_calls WHERE sealed_answer IS NOT NULL",
    );
    forms = [
      ...formsOfCpf(person.cpf),
      ...(person.name === null ? [] : formsOfText(person.name)),
      { text: answer.slice(0, 64), form: 'idempotent answer' },
      ...rows.flatMap(({ content, group }) => [
        { text: content.subject ?? '', form: 'subject' },
        { text: content.requestId ?? '', form: 'request id' },
        { text: group.contents?.toString('hex', 0, 32) ?? '', form: 'sealed records' },
        { text: group.evidence?.toString('hex', 0, 32) ?? '', form: 'evidence' },
      ]),
    ];
    await database.query('ANALYZE');
    expect(findIn(await dump()).sort()).toEqual(['evidence', 'idempotent answer', 'sealed records']);
    await stopNodes();
    await server.query('postgres', `CREATE DATABASE older TEMPLATE ${database.name}`);
    await startNodes();
    const erased = await erase();
    expect(erased, erased.stderr).toMatchObject(success('4 records erased'));
    expect(findIn(await dump())).toEqual([]);
    await expect.poll(() => nodes[1]?.output() ?? '', { timeout: 30_000 }).toContain('erasures_reapplied');
    const results = await fetch(`${nodes[1]?.address}/v1/batches/${batchId}/results`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await results.text()).split('\n')[0]).toContain('person_erased');
    expect([one, two].flatMap(({ directory }) => searchFiles(join(directory, 'data'), forms))).toEqual([]);
    expect((await confere(one, 'audit', 'verify')).stdout).toContain('Intact');
  });

  test('is noticed to be missing where the database came back from an older copy, and is made again', async () => {
    await stopNodes();
    await server.query('postgres', `DROP DATABASE ${database.name} WITH (FORCE)`);
    await server.query('postgres', `ALTER DATABASE older RENAME TO ${database.name}`);
    expect(findIn(await dump()).length).toBeGreaterThan(0);
    const examined = JSON.parse((await confere(one, 'doctor', '--json')).stdout) as {
      findings: { subject: string; state: string }[];
    };
    expect(examined.findings.find(({ subject }) => subject === 'erasures')?.state).toBe('fault');
    await startNodes();
    const results = await fetch(`${nodes[0]?.address}/v1/batches/${batchId}/results`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await results.text()).split('\n')[0]).toContain('person_erased');
    expect(nodes.map((node) => node.output()).join('')).toContain('erasures_forgotten');
    await stopNodes();
    const first = await confere(one, 'privacy', 'reapply');
    expect(first).toMatchObject(refusal(1, 'confere audit accept-loss'));
    const accepted = await confere(one, 'audit', 'accept-loss', '--yes', '--reason', 'restored from an older copy');
    expect(accepted.code, accepted.stderr).toBe(0);
    const again = await confere(one, 'privacy', 'reapply');
    expect(again, again.stderr).toMatchObject(success('1 erasure made again'));
    expect(findIn(await dump())).toEqual([]);
  });
});
