// A batch and a budget that it uses up, through the whole service: it waits, goes on without the source, or stops, as its owner said.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { describeBureau, describeThree, goodAnswer } from '../../support/parties/described-sources.ts';
import { json, type PartyServer, startParty } from '../../support/parties/party-server.ts';
import { useCommands } from '../../support/service/commands.ts';
import { createHome } from '../../support/service/process.ts';
import { get, postTable, startTestService, type TestService } from '../../support/service/service.ts';

const { confereHere } = useCommands();
const price = [{ from: '2020-01-01', answered: '9.00', not_found: 0, minor: 0, timeout: 0, error: 0 }];

describe('a batch that uses a budget up', () => {
  const home = createHome({});
  let party: PartyServer;
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    party = await startParty(json(200, goodAnswer));
    const scopes = ['verify:cpf', 'verify:cnpj', 'verify:batch'];
    const options = ['--mode', 'live', '--rate', 'unlimited', '--scope', ...scopes, '--json'];
    key = JSON.parse((await confereHere(home, 'keys', 'create', '--name', 'batch', ...options)).stdout).key;
    home.env['CONFERE_CONFIG'] = join(home.directory, 'confere.yaml');
    // It says the same of everybody.
    const { cpf: _, ...mapping } = describeBureau(party.origin)['mapping'] as Record<string, string>;
    const bureau = describeBureau(party.origin, { price, mapping });
    // R$ 34: three calls, and R$ 7 that pay no other.
    const sources = { ...describeThree(bureau), bureau_a: { ...bureau, budget: { month: { reais: '34.00' } } } };
    writeFileSync(home.env['CONFERE_CONFIG'], stringify({ sources }));
    service = await startTestService({
      ...home.env,
      CONFERE_VERIFICATION_DEADLINE_MS: '30000',
      CONFERE_BATCHES_ROWS_AT_ONCE: '1',
    });
  });
  afterAll(async () => {
    await service?.close();
    await party?.close();
  });

  const toTable = (first: number, people: number) =>
    `cpf\n${Array.from({ length: people }, (_, index) => completeCpf(String(390_533_400 + first + index))).join('\n')}\n`;
  const send = async (table: string, query: string) => {
    const sent = await postTable(`${service.address}/v1/batches?explain=true${query}`, table, { key });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    return sent.body;
  };
  const read = async (id: string) => (await get(`${service.address}/v1/batches/${id}`, { key })).body;
  const finish = async (id: string) => {
    await expect.poll(async () => (await read(id)).status, { timeout: 60_000 }).not.toBe('running');
    return read(id);
  };

  test('is forecast before it starts, and in its answer: what it costs at most, and the row that the budget may not pay', async () => {
    const [header, first, ...others] = toTable(0, 5).trimEnd().split('\n');
    // Neither what repeats another row nor what cannot be read costs anything.
    const table = [header, first, first, '12345678901', ...others, ''].join('\n');
    const told = {
      reais_max: '135.0000',
      budgets: [{ source: 'bureau_a', period: 'month', unit: 'reais', line: 7 }],
    };
    const plan = await postTable(`${service.address}/v1/batches?dry_run=true`, table, { key });
    expect(plan).toMatchObject({ status: 200, body: { ...told, calls_max: { bureau_a: 5 } } });
    expect([...Value.Errors(toStandaloneSchema('BatchPlan'), plan.body)]).toEqual([]);
    expect((await postTable(`${service.address}/v1/batches?dry_run=true`, toTable(0, 3), { key })).body).toMatchObject({
      reais_max: '81.0000',
      budgets: [],
    });
    const testKey = await service.createKey({ scopes: ['verify:cpf', 'verify:batch'] });
    const sandbox = await postTable(`${service.address}/v1/batches?dry_run=true`, table, { key: testKey });
    expect(sandbox.body).toMatchObject({ reais_max: null, budgets: [] });
  });

  test('stops there where it is to stop', async () => {
    const { id, ...sent } = await send(toTable(0, 5), '&at_budget=stop');
    expect(sent).toMatchObject({
      at_budget: 'stop',
      reais_max: '135.0000',
      budgets: [{ source: 'bureau_a', line: 5 }],
    });
    const counts = { answered: 3, invalid: 0, failed: 0, outcome_unknown: 0 };
    expect(await finish(id)).toMatchObject({ status: 'failed', reason: 'budget_exhausted', rows: 5, counts });
    const repeat = (of: string, by = key) =>
      get(`${service.address}/v1/batches/${of}/repeat`, { key: by, method: 'POST' });
    const { status, body } = await repeat(id);
    expect([status, body]).toMatchObject([202, { status: 'running', rows: 2, at_budget: 'wait' }]);
    expect((await repeat(id)).body.id).toBe(body.id);
    expect((await repeat(body.id)).body.detail).toContain('has not ended yet');
    const other = await service.createKey({ scopes: ['verify:batch'] });
    expect((await repeat(id, other)).body.code).toBe('batch_not_found');
    expect((await get(`${service.address}/v1/batches/${body.id}`, { key, method: 'DELETE' })).status).toBe(204);
  });

  test('waits unless told otherwise, while one that is to go on without the source does', async () => {
    const waiting = await send(toTable(10, 2), '');
    expect(waiting.at_budget).toBe('wait');
    const { id } = await send(toTable(20, 3), '&at_budget=skip');
    expect(await finish(id)).toMatchObject({ status: 'completed', counts: { answered: 3 } });
    const again = await get(`${service.address}/v1/batches/${id}/repeat`, { key, method: 'POST' });
    expect(again).toMatchObject({ status: 202, body: { rows: 3 } });
    expect((await get(`${service.address}/v1/batches/${again.body.id}`, { key, method: 'DELETE' })).status).toBe(204);
    const results = await fetch(`${service.address}/v1/batches/${id}/results`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const [first] = (await results.text()).split('\n');
    expect(JSON.parse(first as string).answer.explanation.sources.bureau_a).toMatchObject({
      outcome: 'not_asked',
      reason: 'budget',
    });
    expect(await read(waiting.id)).toMatchObject({ status: 'running', counts: { answered: 0, failed: 0 } });
    expect((await get(`${service.address}/v1/batches/${waiting.id}`, { key, method: 'DELETE' })).status).toBe(204);
  });

  test('is refused with another word, in a sentence', async () => {
    const sent = await postTable(`${service.address}/v1/batches?at_budget=go`, toTable(0, 1), { key });
    expect([sent.status, sent.body.code, sent.body.detail]).toEqual([
      400,
      'invalid_query',
      '`at_budget` is one of wait, skip, stop.',
    ]);
  });

  test('leaves a budget that counts as used up, though some of it is left', async () => {
    const metrics = await (await fetch(`${await service.listenForOperators()}/metrics`)).text();
    expect(metrics).toContain('confere_source_budget_used_ratio{source="bureau_a",period="month",unit="reais"} 1');
  });
});
