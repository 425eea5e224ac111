import fc from 'fast-check';
import jsonata from 'jsonata';
import { afterAll, describe, expect, it } from 'vitest';
import { parseJson } from '../body/json-body.ts';
import { createAnswerThread } from '../thread/answer-thread.ts';
import { compileExpression, type Expression } from './expression.ts';

const thread = createAnswerThread(1_000);
afterAll(() => thread.close());

const never = new AbortController().signal;

function compile(text: string): Expression {
  const compiled = compileExpression(text, thread);
  if (compiled.kind === 'invalid') throw new Error(compiled.problem);
  return compiled.expression;
}

async function evaluate(text: string, value: unknown): Promise<unknown> {
  const body = parseJson(Buffer.from(JSON.stringify(value)));
  if (body.kind !== 'tree') throw new Error('not JSON');
  return await compile(text).evaluate(body, never);
}

function sleepHere(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const key = fc.constantFrom('a', 'b', 'c', 'and', 'null', 'length', 'constructor');
const body = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(true, 0, 742, '', 'text'),
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
    expect(compileExpression(text, thread)).toMatchObject({
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

  it('is not given up because the process was held up in the middle of it', async () => {
    const given = evaluate('$sum([a, b]) > 2 ? "more" : "less"', { a: 1, b: 2 });
    // Between two steps of the evaluation, and without using the processor: as if another process had it.
    queueMicrotask(() => sleepHere(1_000));
    expect(await given).toBe('more');
  });

  it('that never ends is given up also where it is tried on a body of ours', async () => {
    await expect(compile('($f := function($x) { $f($x) }; $f(1))').evaluateHere({})).rejects.toBeDefined();
  });

  it('gives the same in the thread as here', async () => {
    const value = {
      list: [
        { n: 2, s: 'B' },
        { n: 1, s: 'A' },
      ],
      word: 'X',
    };
    for (const [text, expected] of [
      ['$map(list, function($v) { $v.n })', [2, 1]],
      ['list^(n).s', ['A', 'B']],
      ['$match(word, /x/i).match', 'X'],
      ['$missing', undefined],
    ] as const) {
      expect(compile(text).runs).toBe('thread');
      expect(await evaluate(text, value)).toEqual(expected);
    }
  });
});

describe('the words that mappings have beyond JSONata', () => {
  it('$verdict says yes or no only for words that were named', async () => {
    const text = '$verdict(status, ["FRAUD", 1], "Não há")';
    const given = ['FRAUD', ' fraud ', 1, 'NAO HA', 'CLEAR', '', 0, true, [], {}, null];
    const verdicts = await Promise.all(given.map((status) => evaluate(text, { status })));
    expect(verdicts).toEqual([true, true, true, false, ...Array.from({ length: 7 }, () => undefined)]);
    expect(await evaluate(text, {})).toBeUndefined();
  });

  it('$some says whether a list holds something, and nothing of what is no list', async () => {
    const given = [[], [1], [{}, {}], '', 'x', 0, 5, {}, true, null];
    const said = await Promise.all(given.map((list) => evaluate('$some(list)', { list })));
    expect(said).toEqual([false, true, true, ...Array.from({ length: 7 }, () => undefined)]);
  });
});

describe('where an expression runs', () => {
  it.each([
    ['a.b[0].c', 'path'],
    ['code = 904', 'path'],
    ['debts.total > 0', 'here'],
    ['$some(list)', 'here'],
    ['$count(markers[state = "REGISTERED"]) > 0', 'here'],
    ['a.*.b', 'here'],
    ['$contains($uppercase(message), "INIBIDO") ? null : score', 'here'],
    ['$contains(message, /INIBIDO/)', 'thread'],
    ['$match(message, /a+/)', 'thread'],
    ['$distinct(list)', 'thread'],
    ['$pad(name, 100000000)', 'thread'],
    ['list[$count($$.list) > 1]', 'thread'],
    ['list.($$.list)', 'thread'],
    ['$count($$.list)', 'here'],
    ['list^(n)', 'thread'],
    ['**.cpf', 'thread'],
    ['[1..n]', 'thread'],
    ['list{n: s}', 'thread'],
    ['list@$l.other[n = $l.n]', 'thread'],
    ['($x := list; $x)', 'thread'],
    ['$reduce(list, function($a, $b) { $a + $b })', 'thread'],
    ['list ~> $count', 'thread'],
    ['$eval(text)', 'thread'],
  ])('%s: %s', (text, runs) => {
    expect(compile(text).runs).toBe(runs);
  });

  it('is the thread for every body that is not small, unless it is a plain path', async () => {
    const calls: string[] = [];
    const counting = {
      ...thread,
      run: async ({ text }: { text: string }) => {
        calls.push(text);
        return undefined;
      },
    };
    const large = parseJson(Buffer.from(JSON.stringify({ a: { b: 1 }, list: Array.from({ length: 600 }, () => 1) })));
    if (large.kind !== 'tree') throw new Error('not JSON');
    for (const text of ['a.b', 'a.b = 1', '$some(list)']) {
      const compiled = compileExpression(text, counting);
      if (compiled.kind === 'valid') await compiled.expression.evaluate(large, never);
    }
    expect(calls).toEqual(['$some(list)']);
  });
});
