import { describe, expect, it } from 'vitest';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { completeCpf } from '../../domain/numbers/cpf.ts';
import type { RequestDescription } from '../schema/calls/request.ts';
import { compileRequest } from './request.ts';

const cpf = completeCpf('000000001');
const person = { cpf, birth_date: '1987-05-02', name: 'José & Ana/Silva?' };

function build(description: RequestDescription, values: Record<string, string | null> = person) {
  const subjectNames = ['cpf', 'birth_date', 'name', 'cnpj'];
  const slots = { subjectNames, secretNames: ['token'], accept: 'application/json' };
  const request = compileRequest(description, slots, (path, problem) => expect.fail(`${path.join('.')}: ${problem}`));
  return request.build({ ...values, 'secret.token': 's&cret' });
}

describe('a request', () => {
  it('writes numbers and dates in the form that the party wants', () => {
    const cnpj = completeCnpj('12ABC34501DE');
    const query = {
      a: '{cpf}',
      b: '{cpf|mask}',
      c: '{cnpj|mask}',
      d: '{birth_date}',
      e: '{birth_date|ddmmyyyy}',
      f: '{birth_date|dd/mm/yyyy}',
      g: '{birth_date|yyyymmdd}',
    };
    const { path } = build({ path: '/', query }, { ...person, cnpj });
    expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
      a: '00000000191',
      b: '000.000.001-91',
      c: '12.ABC.345/01DE-35',
      d: '1987-05-02',
      e: '02051987',
      f: '02/05/1987',
      g: '19870502',
    });
  });

  it('encodes every value for the place where it stands, so that a name cannot change the request', () => {
    expect(build({ path: '/v1/{cpf}', query: { n: '{name}' } }).path).toBe(
      '/v1/00000000191?n=Jos%C3%A9+%26+Ana%2FSilva%3F',
    );
    expect(build({ path: '/', form: { n: '{name}', t: '{secret.token}' } })).toMatchObject({
      method: 'POST',
      body: 'n=Jos%C3%A9+%26+Ana%2FSilva%3F&t=s%26cret',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const json = build({ path: '/', json: { q: '{name}' } }, { ...person, name: '","admin":true,"x":"' });
    expect(JSON.parse(String(json.body))).toEqual({ q: '","admin":true,"x":"' });
  });

  it('writes braces that belong to the party, such as doc{number}', () => {
    const { body } = build({ path: '/', json: { q: 'doc{{{cpf}}}', Datasets: ['basic_data'], limit: 1, deep: null } });
    expect(JSON.parse(String(body))).toEqual({
      q: 'doc{00000000191}',
      Datasets: ['basic_data'],
      limit: 1,
      deep: null,
    });
  });

  it('leaves out every entry whose value was not supplied', () => {
    const nobody = { cpf, birth_date: null, name: null };
    const description = {
      path: '/',
      headers: { 'X-Birth': '{birth_date}', 'X-Cpf': '{cpf}' },
      query: { n: '{name}', c: '{cpf}' },
      json: { n: 'Name: {name}', list: ['{name}', '{cpf}'] },
    };
    const request = build(description, nobody);
    expect(request.path).toBe('/?c=00000000191');
    expect(request.headers).not.toHaveProperty('x-birth');
    expect(JSON.parse(String(request.body))).toEqual({ list: ['00000000191'] });
  });

  it('carries a fresh identifier wherever {uuid} stands, the same one within a request', () => {
    const description = { path: '/', headers: { 'X-Id': '{uuid}' }, json: { id: '{uuid}' } };
    const [first, second] = [build(description), build(description)];
    expect(first.headers['x-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(String(first.body))).toEqual({ id: first.headers['x-id'] });
    expect(second.headers['x-id']).not.toBe(first.headers['x-id']);
  });
});
