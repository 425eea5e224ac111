// `screening.verify` in doubt: a test key, no list, old lists, clearances that cannot be read; and a service without the setting.

import Database from 'better-sqlite3';
import { Value } from 'typebox/value';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { on, people, type Started, startScreened, today } from '../../support/service/screened-service.ts';
import { post } from '../../support/service/service.ts';

describe('with a test key', () => {
  test('the lists of the sandbox count, for people and for companies, and no live list does', async () => {
    const { service } = await startScreened(on);
    onTestFinished(() => service.close());
    const key = await service.createKey({ rate: null });
    // Live lists have them, and a test key never sees those.
    for (const listed of [people.joao, people.thiago]) {
      const { body } = await post(`${service.address}/v1/verify/cpf`, listed, { key });
      expect(body).toMatchObject({ risk_level: 'low', screening: { status: 'clear', hits: [] } });
    }
    const person = await post(`${service.address}/v1/verify/cpf`, people.marcia, { key });
    expect(person.body).toMatchObject({ status: 'verified', risk_level: 'medium', screening: { status: 'hit' } });
    const ask = (cnpj: string) => post(`${service.address}/v1/verify/cnpj?explain=true`, { cnpj }, { key });
    const { body } = await ask('90000003000207');
    expect(body).toMatchObject({
      status: 'verified',
      risk_level: 'medium',
      explanation: { reasons: ['screening_listed'] },
      screening: { status: 'hit', hits: [{ row: 'cnep:900006', match: 'cnpj_root' }] },
    });
    expect(Object.keys(body).at(-1)).toBe('screening');
    expect([...Value.Errors(toStandaloneSchema('CnpjResponse'), body)].slice(0, 3)).toEqual([]);
    expect((await ask('34238864000168')).body).toMatchObject({ risk_level: 'low', screening: { status: 'clear' } });
  });
});

describe('without a list', () => {
  test('every answer is inconclusive and never low, and the log says what to do', async () => {
    const { service, verify } = await startScreened(on, { hasLists: false });
    onTestFinished(() => service.close());
    const { body } = await verify(people.ana, { query: '?explain=true' });
    expect(body).toMatchObject({ status: 'verified', risk_level: 'medium', score: 699 });
    const lists = [{ list: 'onu', as_of: null, state: 'missing' }];
    expect(body.screening).toEqual({ status: 'inconclusive', hits_total: 0, hits: [], lists });
    expect(body.explanation.reasons).toEqual(['screening_inconclusive']);
    expect(service.readLog()).toContainEqual(
      expect.objectContaining({ event: 'no_list_imported', internal: expect.stringContaining('confere lists update') }),
    );
  });
});

describe('with lists that are too old', () => {
  test('nobody is clear or low, and a hit is still a hit', async () => {
    const { service, verify } = await startScreened(on, { asOf: '2020-01-31' });
    onTestFinished(() => service.close());
    const { body } = await verify(people.ana, { query: '?explain=true' });
    expect(body).toMatchObject({ status: 'verified', risk_level: 'medium', screening: { status: 'inconclusive' } });
    const listed = await verify(people.joao, { query: '?explain=true' });
    expect(listed.body).toMatchObject({ risk_level: 'high', screening: { status: 'hit' } });
    expect(listed.body.explanation.reasons).toEqual(['screening_un', 'screening_inconclusive']);
  });
});

test('while it cannot be read what was cleared, every hit counts, and the log says so', async () => {
  const { service, key, data, verify } = await startScreened(on);
  onTestFinished(() => service.close());
  const cleared = { ...people.paulo, row: 'ceis:3', despite_number: true, reason: 'Decisão judicial.' };
  expect((await post(`${service.address}/v1/screen/clearances`, cleared, { key })).status).toBe(201);
  expect((await verify(people.paulo)).body.risk_level).toBe('low');
  const database = new Database(toDatabasePath(data));
  database.exec('UPDATE clearances SET sealed = zeroblob(64)');
  database.close();
  const { status, body } = await verify(people.paulo);
  expect([status, body.risk_level, body.screening.hits_total]).toEqual([200, 'medium', 1]);
  expect(JSON.stringify(service.readLog())).toContain('clearances');
});

test('without the setting the bodies are those of before, to the byte', async () => {
  const [without, withIt] = [await startScreened({}), await startScreened(on)];
  onTestFinished(async () => {
    await without.service.close();
    await withIt.service.close();
  });
  const ask = async ({ service, key }: Started, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return text.replace(/req_[0-9a-f]{32}/, 'req_').replace(/"processed_at":"[^"]+"/, '"processed_at":""');
  };
  const plain = await ask(without, '/v1/verify/cpf', people.ana);
  expect(plain).toBe(
    '{"request_id":"req_","status":"verified","cpf":"40442820135","name":"ANA BEATRIZ CARVALHO","name_match":"exact",' +
      '"score":812,"risk_level":"low","bureau_a":{"status":"regular","pending_debts":false},' +
      '"bureau_b":{"status":"regular","score":812},"fraud_registry":{"fraud_alert":false},"processed_at":""}',
  );
  const toClear = (names: readonly string[]) => {
    const lists = names.map((list) => ({ list, as_of: today, state: 'current' }));
    return `,"screening":{"status":"clear","hits_total":0,"hits":[],"lists":${JSON.stringify(lists)}}}`;
  };
  const clear = toClear(['ceis', 'pep', 'onu', 'own-house']);
  expect(await ask(withIt, '/v1/verify/cpf', people.ana)).toBe(`${plain.slice(0, -1)}${clear}`);
  const keys = [await without.service.createKey(), await withIt.service.createKey()] as const;
  const company = { cnpj: '34238864000168' };
  const plainCompany = await ask({ ...without, key: keys[0] }, '/v1/verify/cnpj', company);
  expect(plainCompany).toBe(
    '{"request_id":"req_","status":"verified","cnpj":"34238864000168","company_name":"PLANALTO CENTRAL TECNOLOGIA LTDA",' +
      '"company_status":"active","foundation_date":"2012-08-20","mei":false,"matriz":true,"risk_level":"low"}',
  );
  const screenedCompany = await ask({ ...withIt, key: keys[1] }, '/v1/verify/cnpj', company);
  expect(screenedCompany).toBe(`${plainCompany.slice(0, -1)}${toClear(['ceis', 'cnep', 'pep', 'onu'])}`);
});
