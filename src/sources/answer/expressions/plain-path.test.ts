import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { declined, findShortcut } from './plain-path.ts';

/** Few keys, so that paths often lead somewhere, and lists where paths expect none. */
const body = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 904, '', '904', 'x'),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '@c-d', 'in'), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;
const step = fc.constantFrom('a', 'b', 'c', 'a[0]', 'b[1]', 'c[0]', '`@c-d`', '`@c-d`[0]', '`a`', '`in`');
const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('.'));
const comparison = fc.constantFrom('', ' = 904', '=0', ' = "904"', ' = ""');

describe('shortcuts of expressions', () => {
  it('agree with JSONata on every body that they do not decline', async () => {
    await fc.assert(
      fc.asyncProperty(path, comparison, body, async (start, rest, value) => {
        const text = `${start}${rest}`;
        const short = findShortcut(text)?.(value);
        if (short === declined) return;
        expect(short).toEqual(await jsonata(text).evaluate(value));
      }),
      { numRuns: 3000 },
    );
  });

  it('answer the ordinary cases themselves', () => {
    const report = { reports: [{ registration: { name: 'X' } }], meta: { code: 904 }, ok: true };
    expect(findShortcut('reports[0].registration.name')?.(report)).toBe('X');
    expect(findShortcut('meta.code = 904')?.(report)).toBe(true);
    expect(findShortcut('meta.code = "904"')?.(report)).toBe(false);
    expect(findShortcut('meta.other.code')?.(report)).toBeUndefined();
  });

  it.each([
    '$.a',
    'a.*',
    'a[-1]',
    'a[b = 1]',
    'a.b > 1',
    'a.b = "\\n"',
    'true',
    'a.in',
    'a = b',
    '`a b`',
    '`a.b`',
    'a.b != 1',
  ])('leave %s to JSONata', (text) => {
    expect(findShortcut(text)).toBeUndefined();
  });

  it('look at nothing that a body inherits', () => {
    expect(findShortcut('constructor.name')?.({})).toBeUndefined();
  });
});
