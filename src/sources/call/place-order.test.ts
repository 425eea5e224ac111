import { expect, it } from 'vitest';
import type { Reply, Subject } from '../reply.ts';
import { createPlaceOrder } from './place-order.ts';

const subject: Subject = { number: '1', values: {} };

function start() {
  const kept: string[] = [];
  const begun: { readonly leave: () => void; readonly signal: AbortSignal; readonly answer: (id: string) => void }[] =
    [];
  const ask = createPlaceOrder(
    ({ onSent }, signal) =>
      new Promise<Reply<string>>((resolve) => {
        const leave = () => onSent?.();
        begun.push({ leave, signal, answer: (id) => resolve({ kind: 'found', value: id }) });
      }),
    {
      toKey: ({ number }) => number,
      find: async () => undefined,
      keep: async (_subject, id) => void kept.push(id),
      end: async () => {},
    },
  );
  const deadline = new AbortController();
  return { kept, begun, ask, deadline };
}

it('an order that has not left is given up with its caller, and never leaves', async () => {
  const { ask, begun, deadline } = start();
  const asking = ask(subject, deadline.signal);
  deadline.abort();
  expect(await asking).toMatchObject({ reason: 'timeout' });
  expect(begun[0]?.signal.aborted).toBe(true);
});

it('an order that has left goes on without its caller, until its id is kept', async () => {
  const { ask, begun, deadline, kept } = start();
  const asking = ask(subject, deadline.signal);
  begun[0]?.leave();
  deadline.abort();
  expect(await asking).toMatchObject({ reason: 'timeout', sent: true });
  expect(begun[0]?.signal.aborted).toBe(false);
  const next = ask(subject, new AbortController().signal);
  begun[0]?.answer('order-1');
  expect(await next).toEqual({ kind: 'found', value: 'order-1' });
  expect([kept, begun.length]).toEqual([['order-1'], 1]);
  // The next one is another order: this one was told.
  void ask(subject, new AbortController().signal);
  expect(begun).toHaveLength(2);
});

it('nothing is ordered for a caller whose time is over', async () => {
  const { ask, begun } = start();
  expect(await ask(subject, AbortSignal.abort())).toMatchObject({ reason: 'timeout', sent: false });
  expect(begun).toEqual([]);
});
