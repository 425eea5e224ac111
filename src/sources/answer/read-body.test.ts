import { afterAll, expect, it } from 'vitest';
import { jsonFormat } from './body/json-body.ts';
import { compileExpression } from './expressions/expression.ts';
import { readBody } from './read-body.ts';
import { createAnswerThread } from './thread/answer-thread.ts';

const thread = createAnswerThread();
afterAll(() => thread.close());
const never = new AbortController().signal;

function read(value: unknown, texts: readonly string[], signal = never) {
  const expressions = texts.map((text) => {
    const compiled = compileExpression(text, thread);
    if (compiled.kind === 'invalid') throw new Error(compiled.problem);
    return compiled.expression;
  });
  return readBody({ body: Buffer.from(JSON.stringify(value)) }, { format: jsonFormat, thread, expressions, signal });
}

it('a small answer is read at once', () => {
  expect(read({ a: 1 }, ['a', '$count(a)'])).toMatchObject({ kind: 'tree', sent: { a: 1 } });
  expect(read({ a: Array(1_000).fill(1) }, ['a', 'a.b'])).toMatchObject({ kind: 'tree', size: 1_002 });
});

it.each([
  ['is long', { a: 'x'.repeat(20_000) }, '$length(a)', 20_000],
  ['has many values, which an expression looks at', { a: Array(1_000).fill(1) }, '$count(a)', 1_000],
])('an answer that %s is read in the thread, and its tree stays there', async (_, value, text, expected) => {
  const body = await read(value, [text]);
  expect(body).toEqual({ kind: 'tree', isEmpty: false, found: new Map([[text, expected]]) });
});

it('a large answer whose time is over is not read', async () => {
  expect(await read({ a: 'x'.repeat(20_000) }, ['a'], AbortSignal.abort())).toBeUndefined();
});
