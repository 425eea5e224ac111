// The two verifications of a service with `screening.verify`: what the lists weigh, what is told, and what is recorded.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erase, makeReport } from '../../../src/compose/commands/audit/privacy.ts';
import { toListsDirectory } from '../../../src/compose/parts/lists-directory.ts';
import type { Cpf } from '../../../src/domain/numbers/cpf.ts';
import { toStandaloneSchema } from '../../support/http/component-schema.ts';
import { toEntry, writeEdition } from '../../support/lists/list-editions.ts';
import {
  on,
  openAudit,
  type Person,
  people,
  type Started,
  startScreened,
  today,
} from '../../support/service/screened-service.ts';
import { get, post } from '../../support/service/service.ts';

const lists = ['ceis', 'pep', 'onu', 'own-house'].map((list) => ({ list, as_of: today, state: 'current' }));

describe('with lists', () => {
  let started: Started;
  const verify: Started['verify'] = (...call) => started.verify(...call);
  beforeAll(async () => {
    started = await startScreened(on);
  });
  afterAll(() => started.service.close());

  test.each<[string, Person, string, string | undefined, string]>([
    ['whom nobody lists', people.ana, 'clear', undefined, 'low'],
    ['whom the United Nations list', people.joao, 'hit', 'onu:1', 'high'],
    ['who is politically exposed', people.marcia, 'hit', 'pep:2', 'medium'],
    ['who is under a sanction', people.paulo, 'hit', 'ceis:3', 'medium'],
    ['whom a list of one’s own has', people.thiago, 'hit', 'own-house:5', 'high'],
    ['of whom a list of one’s own only informs', people.fernanda, 'hit', 'own-house:6', 'low'],
    ['who was under a sanction that has ended', people.bruno, 'clear', 'ceis:4', 'low'],
  ])('somebody %s is still verified, and the risk follows', async (_, person, status, row, risk) => {
    const { body } = await verify(person);
    expect(body).toMatchObject({ status: 'verified', risk_level: risk, screening: { status } });
    expect(body.screening.hits.map((hit: { row: string }) => hit.row)).toEqual(row === undefined ? [] : [row]);
    expect([...Value.Errors(toStandaloneSchema('CpfResponse'), body)].slice(0, 3)).toEqual([]);
  });

  test('the last field is the screening in short, in the language of the caller', async () => {
    const { body } = await verify(people.joao, { query: '?explain=true' });
    expect(Object.keys(body).slice(-2)).toEqual(['explanation', 'screening']);
    const sentence = `The list onu of ${today} has this name and date of birth, in force, without an end date.`;
    const hit = { list: 'onu', as_of: today, row: 'onu:1', match: 'name_and_birth_date', strength: 'hit' };
    const whole = { status: 'hit', hits_total: 1, hits: [{ ...hit, state: 'in_force', sentence }], lists };
    expect(body.screening).toEqual(whole);
    const portuguese = await verify(people.joao, { headers: { 'accept-language': 'pt-BR' } });
    expect(portuguese.body.screening.hits[0].sentence).toMatch(/^A lista onu de .* traz este nome/);
  });

  test('the explanation names the reason and the factor', async () => {
    const { body } = await verify(people.joao, { query: '?explain=true' });
    expect(body.explanation).toMatchObject({
      reasons: ['screening_un'],
      score_factors: [{ code: 'screening_un', penalty: 0, cap: 499 }],
    });
    expect(body.score).toBe(499);
  });

  test('without a name, the one that the sources know is looked for', async () => {
    const { body } = await verify({ cpf: people.joao.cpf });
    expect(body).toMatchObject({ risk_level: 'high', screening: { status: 'hit', hits: [{ row: 'onu:1' }] } });
    expect((await verify({ cpf: people.ana.cpf })).body.screening.status).toBe('clear');
  });

  test.each([
    ['another name', { cpf: people.marcia.cpf, name: 'Mauricio Alves Pinto' }, 'pep:2'],
    ['a part of the name', { cpf: people.joao.cpf, name: 'João' }, 'onu:1'],
    ['another birth date', { ...people.joao, birth_date: '1970-01-01' }, 'onu:1'],
    ['somebody else’s name and birth date', { ...people.joao, cpf: people.ana.cpf }, 'onu:1'],
  ])(
    'whom the sources or the caller name is found, also where %s was sent, and again from the record',
    async (_, asked, row) => {
      const { body } = await verify(asked);
      expect(body.screening).toMatchObject({ status: 'hit', hits_total: 1, hits: [{ row, strength: 'hit' }] });
      const { read } = await openAudit(started);
      const [item] = (await read.show(body.request_id)).filter(({ content }) => content?.kind === 'cpf');
      expect(item?.replay.kind).toBe('same');
    },
  );

  test('nobody needs a name whom the sources know by a whole one', async () => {
    const { body } = await verify({ cpf: people.ana.cpf, name: 'Ana' });
    expect(body.screening).toEqual({ status: 'clear', hits_total: 0, hits: [], lists });
  });

  test('one record says what was screened, is made again the same, and is read again as it was', async () => {
    const { body } = await verify(people.joao);
    const { read } = await openAudit(started);
    const items = await read.show(body.request_id);
    const [item] = items.filter(({ content }) => content?.kind !== 'intent' && content?.kind !== 'act');
    expect(items.filter(({ content }) => content?.kind === 'screen' || content?.kind === 'cpf')).toHaveLength(1);
    expect(item?.replay).toMatchObject({ kind: 'same', decision: { riskLevel: 'high' } });
    const { screening } = JSON.parse(item?.unmaskedDetails ?? '');
    expect(screening).toMatchObject({ status: 'hit', rungs: ['un'], today, isWhole: true });
    expect(screening.hits).toEqual([
      { row: 'onu:1', match: 'name_and_birth_date', strength: 'hit', state: 'in_force', partner: null },
    ]);
    expect(screening.editions).toContainEqual({
      list: 'onu',
      edition: 'edition-0001',
      asOf: today,
      state: 'current',
      sensitivity: 'high',
    });
    const again = await get(`${started.service.address}/v1/verifications/${body.request_id}`, { key: started.key });
    expect(again.body).toEqual(body);
  });

  test('the same call with one Idempotency-Key has the same body', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await verify(people.marcia, { headers });
    expect(first.body.screening).toMatchObject({ status: 'hit', hits: [{ row: 'pep:2' }] });
    const second = await verify(people.marcia, { headers });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  test('a hit that somebody has cleared neither decides nor is told', async () => {
    const clearances = `${started.service.address}/v1/screen/clearances`;
    const cleared = { ...people.paulo, row: 'ceis:3', despite_number: true, reason: 'Decisão judicial.' };
    const { status, body: made } = await post(clearances, cleared, { key: started.key });
    expect(status).toBe(201);
    const { body } = await verify(people.paulo);
    expect(body).toMatchObject({ risk_level: 'low', screening: { status: 'clear', hits_total: 0, hits: [] } });
    const { read } = await openAudit(started);
    const [item] = (await read.show(body.request_id)).filter(({ content }) => content?.kind === 'cpf');
    expect(item?.replay.kind).toBe('same');
    const headers = { authorization: `Bearer ${started.key}` };
    expect((await fetch(`${clearances}/${made.id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await verify(people.paulo)).body.risk_level).toBe('medium');
  });

  test('screenings are counted in the metrics', async () => {
    const admin = await started.service.listenForOperators();
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toMatch(/confere_screenings_total\{mode="live",status="hit"\} [1-9]/);
  });

  test('privacy report and erase cover what was screened', async () => {
    const { body } = await verify(people.bruno);
    const { config, read } = await openAudit(started);
    const report = await makeReport(config, people.bruno.cpf as Cpf, 'json');
    expect(report).toContain(body.request_id);
    await erase(config, people.bruno.cpf as Cpf);
    const [item] = (await read.show(body.request_id)).filter(({ content }) => content?.kind === 'cpf');
    expect(item?.unmaskedDetails ?? null).toBeNull();
  });

  test('a record that the lists of its day do not bear out is told as different', async () => {
    const { body } = await verify(people.joao);
    const { read, config } = await openAudit(started);
    const lists = toListsDirectory(config);
    rmSync(join(lists, 'onu', 'snapshots', 'edition-0001'), { recursive: true });
    // The person is still listed there, by another row.
    const other = toEntry({ id: '7', names: [people.joao.name], births: [people.joao.birth_date] });
    writeEdition(lists, 'onu', [other], { dataAsOf: today, id: 'edition-0001' });
    const [item] = (await read.show(body.request_id)).filter(({ content }) => content?.kind === 'cpf');
    expect(item?.replay).toMatchObject({
      kind: 'different',
      recorded: { status: 'hit', hits: [{ row: 'onu:1' }] },
      replayed: { status: 'hit', hits: [{ row: 'onu:7' }] },
    });
  });

  test('a record whose edition is gone says so, and is not decided again from other lists', async () => {
    const { body } = await verify(people.marcia);
    const { read, config } = await openAudit(started);
    rmSync(join(toListsDirectory(config), 'pep', 'snapshots', 'edition-0001'), { recursive: true });
    const [item] = (await read.show(body.request_id)).filter(({ content }) => content?.kind === 'cpf');
    expect(item?.replay).toEqual({
      kind: 'impossible',
      reason: 'these editions of lists are no longer here: pep edition-0001',
    });
  });
});
