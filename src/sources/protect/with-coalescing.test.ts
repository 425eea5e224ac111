import { describe, expect, it } from 'vitest';
import type { Reply } from '../reply.ts';
import { withCoalescing } from './with-coalescing.ts';

const never = new AbortController().signal;
const done: Reply<string> = { kind: 'found', value: 'answer' };

function start() {
  const calls: { query: string; signal: AbortSignal; answer: (result: Reply<string>) => void }[] = [];
  const ask = withCoalescing<string, string>(
    (query, signal) => new Promise((resolve) => calls.push({ query, signal, answer: resolve })),
    (query) => query,
  );
  return { calls, ask };
}

describe('identical lookups in flight', () => {
  it('are made once and all receive the answer', async () => {
    const { calls, ask } = start();
    const asking = Array.from({ length: 100 }, () => ask('a', never, null));
    const other = ask('b', never, null);
    expect(calls.map(({ query }) => query)).toEqual(['a', 'b']);
    for (const call of calls) call.answer(done);
    expect(await Promise.all([...asking, other])).toEqual(Array.from({ length: 101 }, () => done));
  });

  it('are made anew once the first has ended: coalescing is no cache', async () => {
    const { calls, ask } = start();
    const first = ask('a', never, null);
    calls[0]?.answer(done);
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    void ask('a', never, null);
    expect(calls).toHaveLength(2);
  });

  it('go on when one waiter gives up, and end when the last one does', async () => {
    const { calls, ask } = start();
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = [ask('a', first.signal, null), ask('a', second.signal, null)];
    first.abort();
    expect(await asking[0]).toMatchObject({ reason: 'timeout' });
    expect(calls[0]?.signal.aborted).toBe(false);
    second.abort(new DOMException('late', 'TimeoutError'));
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(calls[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('are not joined after the last waiter gave up', async () => {
    const { calls, ask } = start();
    const first = new AbortController();
    void ask('a', first.signal, null);
    first.abort();
    const second = ask('a', never, null);
    expect(calls).toHaveLength(2);
    calls[0]?.answer({ kind: 'failed', reason: 'timeout', sent: true });
    calls[1]?.answer(done);
    expect(await second).toEqual(done);
  });
});
