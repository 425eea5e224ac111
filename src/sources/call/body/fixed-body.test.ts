import { describe, expect, it } from 'vitest';
import type { RequestDescription } from '../../schema/calls/request.ts';
import { compileRequest } from '../request.ts';
import type { RequestProblem } from './request-body.ts';

type Fixed = NonNullable<RequestDescription['fixed']>;

const fields: Fixed['blocks'][number]['fields'] = [
  { name: 'transaction', width: 8, value: 'CSR60' },
  { name: 'password', width: 8, value: '{secret.password}' },
  { name: 'document', width: 14, value: '{cpf}', align: 'right', pad: '0' },
  { name: 'born', width: 8, value: '{birth_date|ddmmyyyy}' },
  { name: 'name', width: 12, value: '{name}' },
  { width: 3, pad: '0' },
  { name: 'end', width: 1, value: '\r' },
];
const values = {
  cpf: '12345678909',
  birth_date: '1985-03-14',
  name: 'JOÃO & MARIA',
  'secret.password': 's3cret',
};

function compile(fixed: Fixed, more: Partial<RequestDescription> = {}) {
  const problems: RequestProblem[] = [];
  const slots = { subjectNames: ['cpf', 'birth_date', 'name'], secretNames: ['password'], accept: '*/*' };
  const request = compileRequest({ path: '/ask', ...more, fixed }, slots, (path, problem) => {
    problems.push({ path, problem });
  });
  return { request, problems };
}

const oneBlock = (more: Partial<Fixed> = {}, width = 60): Fixed => ({ blocks: [{ width, fields }], ...more });
const text = 'CSR60   s3cret  0001234567890914031985JOÃO & MARIA000\r      ';

describe('a positional string', () => {
  it('is the body, each value at its place and what is left of a block blank', () => {
    const { request, problems } = compile(oneBlock());
    expect(problems).toEqual([]);
    const { method, path, headers, body } = request.build(values);
    expect([method, path, headers['content-type']]).toEqual(['POST', '/ask', 'text/plain; charset=iso-8859-1']);
    expect(Buffer.from(body as Uint8Array).toString('latin1')).toBe(text);
    expect(request.names).toEqual(['cpf', 'birth_date', 'name']);
  });

  it('goes into the query or a form byte by byte, beside other parameters', () => {
    const inQuery = compile(oneBlock({ query: 'consulta' }), { query: { v: '1' } });
    const { method, path, body, headers } = inQuery.request.build(values);
    expect([method, body, headers['content-type']]).toEqual(['GET', null, undefined]);
    expect(path).toBe(
      '/ask?v=1&consulta=CSR60%20%20%20s3cret%20%200001234567890914031985JO%C3O%20%26%20MARIA000%0D%20%20%20%20%20%20',
    );
    const inForm = compile(oneBlock({ form: 'p' })).request.build(values);
    expect(inForm.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(inForm.body).toBe(`p=${path.split('consulta=')[1]}`);
  });

  it('pads what has no value, so that nothing behind it moves', () => {
    const { request } = compile(oneBlock());
    const { body } = request.build({ ...values, name: null });
    expect(Buffer.from(body as Uint8Array).toString('latin1')).toBe(text.replace('JOÃO & MARIA', ' '.repeat(12)));
  });

  it.each([
    ['a name with one letter too many', { name: 'JOÃO E MARIAS' }, /^it has 13 characters, and the field 12$/],
    ['a letter that the encoding lacks', { name: 'ŁUKASZ' }, /^it holds a character that iso-8859-1 does not have$/],
    ['a line end', { name: 'A\nB' }, /^it holds a control character$/],
    ['a secret that is too long', { 'secret.password': 'S3CRET-VALUE' }, /^it has 12 characters, and the field 8$/],
  ])('is refused with %s, and never cut', (_what, wrong, problem) => {
    const { request } = compile(oneBlock());
    expect(request.findUnfit?.(values)).toBeUndefined();
    const unfit = request.findUnfit?.({ ...values, ...wrong });
    expect(unfit?.problem).toMatch(problem);
    expect(unfit?.path.slice(0, 3)).toEqual(['fixed', 'blocks', '0']);
    expect(JSON.stringify(unfit)).not.toMatch(/MARIA|S3CRET/);
  });

  it.each([
    ['fields that take more than their block', oneBlock({}, 53), ['fixed', 'blocks', '0', 'width'], /take 54 bytes/],
    ['two ways to carry it', oneBlock({ query: 'a', form: 'b' }), ['fixed', 'form'], /query is given too/],
    [
      'a placeholder that nobody knows',
      { blocks: [{ width: 9, fields: [{ width: 9, value: '{phone}' }] }] },
      ['fixed', 'blocks', '0', 'fields', '0', 'value'],
      /no placeholder \{phone\}/,
    ],
  ])('with %s is a problem of the description', (_what, fixed, path, problem) => {
    expect(compile(fixed).problems).toEqual([{ path, problem: expect.stringMatching(problem) }]);
  });
});
