import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-fault.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the fault of a text that is not JSON', () => {
  it('is there for exactly the texts that the parser refuses', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', '"', ':', ',', '\\', '\\u0041', '"a"', '"b":', '0', '1', '-', '.5', 'e1', 'null', 'tru'],
      ...[' ', '\n', '\t', '\u00a0', '\ufeff', 'é', '/', "'"],
    );
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.nat(3), fc.string({ maxLength: 2 }))
      .map(([text, at, length, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + length);
      });
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 9 }).map((list) => list.join('')),
      fc.json(),
      damaged,
    );
    fc.assert(
      fc.property(texts, (text) => (findJsonFault(text) === undefined) === isJson(text)),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['cpf=1', 1, 1, 'object', 'letter'],
    ['{"cpf": 0123}', 1, 10, 'comma', 'digit'],
    ['{\n  "cpf": "1",\n}', 3, 1, 'key', '}'],
    ["{'cpf':'1'}", 1, 2, 'key', "'"],
    ['{"cpf":}', 1, 8, 'value', '}'],
    ['{"cpf" "1"}', 1, 8, 'colon', '"'],
    ['{"cpf":"1"} {}', 1, 13, 'end', '{'],
    ['{"cpf":"1"', 1, 11, 'comma', 'end'],
    ['{"cpf":"1', 1, 10, 'string', 'end'],
    ['{"name":"a\nb"}', 1, 11, 'string', 'line break'],
    ['\ufeff{}', 1, 1, 'object', 'byte order mark'],
    ['{"a":[1,]}', 1, 9, 'value', ']'],
    ['{"a":None}', 1, 6, 'value', 'letter'],
    ['{"a":1//x\n}', 1, 7, 'comma', '/'],
  ])('of %j stands at line %i, column %i: %s was due', (text, line, column, expected, met) => {
    const fault = findJsonFault(text);
    const shown = fault?.met.kind === 'mark' ? fault.met.mark : fault?.met.kind;
    expect([fault?.line, fault?.column, fault?.expected, shown]).toEqual([line, column, expected, met]);
  });

  it('is found below brackets that nest deeper than the stack', () => {
    expect(findJsonFault(`{"a":${'['.repeat(200_000)}`)?.met.kind).toBe('end');
  });
});
