import { describe, expect, it } from 'vitest';
import { AppError, type Bilingual } from '../../errors.ts';
import { getJsonBody, parseJsonBody } from './json-body.ts';

/** The code and the sentence for the log of what is refused; undefined where it is taken. */
function refusalOf(body: string | Buffer): string | undefined {
  try {
    parseJsonBody(Buffer.from(body));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

function detailOf(body: string): Bilingual | undefined {
  try {
    parseJsonBody(Buffer.from(body));
    return undefined;
  } catch (error) {
    return (error as AppError).detail;
  }
}

describe('a body', () => {
  it.each<[string, Record<string, unknown>]>([
    ['{}', {}],
    ['{"cpf":"12345678909"}', { cpf: '12345678909' }],
    [' \t\r\n{ "cpf" \t\r\n: "1" , "name" : null } ', { cpf: '1', name: null }],
    ['{"name":"José"}', { name: 'José' }],
    ['{"a":{"x":1},"b":{"x":2},"c":[{"x":3},{"x":4}]}', { a: { x: 1 }, b: { x: 2 }, c: [{ x: 3 }, { x: 4 }] }],
    ['{"a":"b\\": c","d":"\\\\"}', { a: 'b": c', d: '\\' }],
    ['{"a":"__proto__","b":["x","x"]}', { a: '__proto__', b: ['x', 'x'] }],
    ['{"name":"\ufffd"}', { name: '\ufffd' }],
  ])('is read from %j as it stands', (text, value) => {
    expect(parseJsonBody(Buffer.from(text))).toEqual(value);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"cpf":}',
    "{'cpf':'1'}",
    '{"cpf":"1",}',
    '{"cpf":"1"} {}',
    'cpf=1',
    '\ufeff{}',
    '{"a":1//x\n}',
  ])('is refused as no JSON: %j', (text) => {
    expect(refusalOf(text)).toBe('invalid_json: not JSON');
  });

  it.each([
    ['{"cpf": 01234}', 'Line 1, column 10: ', 'Linha 1, coluna 10: ', 'send a CPF or a CNPJ as text'],
    ['{\n  "cpf": "1",\n}', 'Line 3, column 1: ', 'Linha 3, coluna 1: ', 'no comma'],
    ["{'cpf': '1'}", 'Line 1, column 2: ', 'Linha 1, coluna 2: ', 'double quotes'],
    ['cpf=12345678909', 'Line 1, column 1: ', 'Linha 1, coluna 1: ', 'looks like a form'],
    ['{"name": Maria}', 'Line 1, column 10: ', 'Linha 1, coluna 10: ', 'met a letter'],
    ['', 'The body is empty', 'O corpo está vazio', 'Send one JSON object'],
    ['["Maria"]', 'The body is JSON, but not an object', 'mas não é um objeto', 'one object'],
    ['{"Maria":1,"Maria":2}', 'same key twice', 'a mesma chave duas vezes', 'once'],
  ])('is told what is wrong with %j, without a word of it', (text, en, pt, remedy) => {
    const detail = detailOf(text);
    expect(detail?.en).toContain(en);
    expect(detail?.en).toContain(remedy);
    expect(detail?.pt).toContain(pt);
    expect(JSON.stringify(detail)).not.toMatch(/Maria|1234/);
  });

  it.each(['null', '1', '"cpf"', 'true', '[]', '[{"cpf":"1"}]'])('is refused as no object: %j', (text) => {
    expect(refusalOf(text)).toBe('invalid_json: not an object');
  });

  it.each([
    '{"cpf":"1","cpf":"1"}',
    '{"cpf":"1","cpf":"2"}',
    '{"cpf":"1","\\u0063pf":"2"}',
    '{"a":{"x":1,"x":2}}',
    '{"a":[[{"x":1,"y":2,"x":3}]]}',
    '{"a\\"b":1,"a\\"b":2}',
    '{"a\\\\":1,"a\\\\":2}',
    '{"cpf" : "1","cpf"\n\t\r :"2"}',
  ])('is refused for a key that stands twice, at any depth and however it is written: %j', (text) => {
    expect(refusalOf(text)).toBe('invalid_json: repeated key');
  });

  it.each(['{"__proto__":{}}', '{"a":{"__proto__":null}}', '{"a":[{"\\u005f_proto__":1}]}'])(
    'is refused for a prototype: %j',
    (text) => {
      expect(refusalOf(text)).toBe('invalid_json: __proto__ key');
    },
  );

  it('is refused where its bytes are no UTF-8, and an honest replacement character is not', () => {
    expect(refusalOf(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xe9, 0x22, 0x7d]))).toBe(
      'invalid_json: not UTF-8',
    );
    expect(refusalOf('{"a":"\ufffd"}')).toBeUndefined();
  });

  it('that nests deeper than the stack is read or refused, not a crash', () => {
    const depth = 8000;
    expect(refusalOf(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toBeUndefined();
  });

  it('that never came is refused, and one that came is handed on', () => {
    const refusal = { code: 'invalid_json', message: expect.stringContaining('no body') };
    expect(() => getJsonBody({ body: undefined })).toThrow(expect.objectContaining(refusal));
    expect(getJsonBody({ body: { cpf: '1' } })).toEqual({ cpf: '1' });
  });
});
