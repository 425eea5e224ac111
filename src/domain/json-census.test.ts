import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRepeatedKey, takeCensus } from './json-census.ts';

const isRepeated = (text: string) => hasRepeatedKey(text, takeCensus(JSON.parse(text)));

describe('a census of JSON', () => {
  it('finds no repeated key in anything that was written once, however it is indented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t', '\r\n'), (value, indent) => {
        expect(isRepeated(JSON.stringify(value, null, indent))).toBe(false);
      }),
    );
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '{"x":[{"a":1,"b":2,"a":3}]}',
    '{"\\u0061":1,"a":2}',
    '{"a\\"":1 , "a\\""\r\n\t:2}',
    '[{"__proto__":1,"__proto__":2}]',
  ])('finds the repeated key of %s', (text) => {
    expect(isRepeated(text)).toBe(true);
  });

  it('counts every value, and sees an own __proto__ wherever it stands', () => {
    expect(takeCensus(JSON.parse('{"a":[1,null,{"b":"x"}]}'))).toEqual({ keys: 2, values: 6, holdsProto: false });
    expect(takeCensus(JSON.parse('[[{"a":{"\\u005f_proto__":1}}]]')).holdsProto).toBe(true);
    expect(takeCensus(null)).toEqual({ keys: 0, values: 1, holdsProto: false });
    expect(takeCensus('text')).toEqual({ keys: 0, values: 1, holdsProto: false });
  });
});
