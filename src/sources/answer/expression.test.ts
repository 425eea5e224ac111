import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { compileExpression } from './expression.ts';

async function evaluate(text: string, body: unknown): Promise<unknown> {
  const compiled = compileExpression(text);
  if (compiled.kind === 'invalid') throw new Error(compiled.problem);
  return await compiled.evaluate(body);
}

const key = fc.constantFrom('a', 'b', 'c', 'and', 'null', 'length', 'constructor');
const body = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 742, '', 'text'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node;

describe('an expression', () => {
  it('that is a plain path gives what JSONata gives, whatever the body', async () => {
    const path = fc.array(key, { minLength: 1, maxLength: 4 }).map((keys) => keys.join('.'));
    await fc.assert(
      fc.asyncProperty(path, body, async (text, value) => {
        let expected: unknown;
        try {
          expected = await jsonata(text).evaluate(value);
        } catch {
          return;
        }
        const given = await evaluate(text, value);
        expect(JSON.stringify(given)).toBe(JSON.stringify(expected));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['a[', 'a..', '$nope(', '"', '{a: 1}}'])('%s does not compile, and says where', (text) => {
    expect(compileExpression(text)).toMatchObject({
      kind: 'invalid',
      problem: expect.stringContaining('at character'),
    });
  });

  it.each([
    ['recursion without end', '($f := function($x) { $f($x) + 1 }; $f(1))'],
    ['a loop without end', '($f := function($x) { $f($x) }; $f(1))'],
    ['a list without end', '[1..10000000]'],
  ])('is stopped in %s', async (_what, text) => {
    await expect(evaluate(text, {})).rejects.toBeDefined();
  });
});
