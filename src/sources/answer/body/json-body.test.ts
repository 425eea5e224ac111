import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json-body.ts';

const parse = (text: string, charset?: string) => parseJson(Buffer.from(text), charset);

describe('the body of an answer in JSON', () => {
  it('is any JSON value that a party may send', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__'));
        expect(parse(text)).toMatchObject({ kind: 'tree', sent: JSON.parse(text) });
      }),
    );
  });

  it('nests at most 64 deep, and brackets within text do not count', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(parse(nested(64)).kind).toBe('tree');
    expect(parse(nested(65)).kind).toBe('unreadable');
    expect(parse(`{"a": ${nested(64)}}`).kind).toBe('unreadable');
    expect(parse(JSON.stringify('\\"[{'.repeat(1000))).kind).toBe('tree');
  });

  it.each(['', ' ', '{', '{}x', 'NaN', "{'a': 1}", '\u0000'])('is not %o', (text) => {
    expect(parse(text).kind).toBe('unreadable');
  });

  it('is read in the charset that it names, and in no other than those that are known', () => {
    const latin = Buffer.from('"ção"', 'latin1');
    for (const charset of ['iso-8859-1', 'latin1', 'windows-1252']) {
      expect(parseJson(latin, charset)).toMatchObject({ kind: 'tree', sent: 'ção' });
    }
    expect(parseJson(latin).kind).toBe('unreadable');
    expect(parse('"a"', 'utf-7').kind).toBe('unreadable');
    expect(parse('\ufeff"a"').kind).toBe('tree');
  });

  it.each([
    ['{"status": null}', {}],
    ['{"a": {"b": null, "c": 1}}', { a: { c: 1 } }],
    ['{"list": [1, null]}', {}],
    ['{"list": [[null]], "other": []}', { other: [] }],
    ['{"list": [{"a": null}]}', { list: [{}] }],
    ['null', {}],
    ['[null]', {}],
    ['{"text": "null"}', { text: 'null' }],
  ])('%s is known as what it says, and null says nothing', (text, known) => {
    expect(parse(text)).toMatchObject({ sent: JSON.parse(text), known });
    expect(JSON.stringify((parse(text) as { known: unknown }).known)).not.toMatch(/null[^"]/);
  });

  it.each(['{"a": 1, "a": 2}', '[{"x": {"fraud": true, "fraud": false}}]'])(
    'is not %s, which contradicts itself',
    (text) => {
      expect(parse(text).kind).toBe('unreadable');
    },
  );
});
