import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
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
