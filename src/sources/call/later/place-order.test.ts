import { expect, it } from 'vitest';
import type { OpenOrder, Reply, Subject } from '../../reply.ts';
import { createPlaceOrder } from './place-order.ts';

const subject: Subject = { number: '1', values: {} };

interface Begun {
  readonly leave: () => void;
  readonly signal: AbortSignal;
  readonly answer: (id: string) => void;
}

function start() {
  const kept: OpenOrder[] = [];
  const begun: Begun[] = [];
  const { place, untilKept } = createPlaceOrder(
    ({ onSent }, signal) =>
      new Promise<Reply<string>>((resolve) => {
        const leave = () => onSent?.();
        begun.push({ leave, signal, answer: (id) => resolve({ kind: 'found', value: id }) });
      }),
    {
      toAsked: ({ number }) => ({ number, key: number }),
      haveKeys: false,
      orders: {
        find: async () => kept.at(-1),
        keep: async (_asked, order) => void kept.push(order),
        end: async () => {},
      },
    },
  );
  /** The order that begins next. */
  const untilBegun = async (): Promise<Begun> => {
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBeGreaterThan(0);
    return begun.shift() as Begun;
  };
  return { kept, begun, place, untilBegun, untilKept, deadline: new AbortController() };
}

const patient = () => new AbortController().signal;

it('an order that has not left is given up with its caller, never leaves, and holds up nobody else', async () => {
  const { place, untilBegun, deadline } = start();
  const asking = place(subject, deadline.signal);
  const first = await untilBegun();
  deadline.abort();
  expect(await asking).toEqual({ kind: 'failed', reason: 'timeout', sent: false });
  expect(first.signal.aborted).toBe(true);
  void place(subject, patient());
  expect((await untilBegun()).signal.aborted).toBe(false);
});

it('an order that has left goes on without its caller until its id is kept, and says when that is', async () => {
  const { place, begun, untilBegun, untilKept, deadline, kept } = start();
  const asking = place(subject, deadline.signal);
  const first = await untilBegun();
  first.leave();
  deadline.abort();
  const late = await asking;
  expect(late).toMatchObject({ reason: 'timeout', sent: true });
  expect(first.signal.aborted).toBe(false);
  const next = place(subject, patient());
  const stopping = untilKept(patient());
  first.answer('order-1');
  expect(await next).toEqual({ kind: 'found', value: { id: 'order-1', isNew: true } });
  await stopping;
  if (late.kind === 'failed') await late.placing;
  expect([kept, begun]).toEqual([[{ id: 'order-1' }], []]);
  // Whoever comes later finds it.
  expect(await place(subject, patient())).toEqual({ kind: 'found', value: { id: 'order-1', isNew: false } });
});

it('who stops does not wait for a party for ever', async () => {
  const { place, untilBegun, untilKept } = start();
  void place(subject, patient());
  (await untilBegun()).leave();
  await untilKept(AbortSignal.abort());
});

it('nothing is ordered for a caller whose time is over', async () => {
  const { place, begun } = start();
  expect(await place(subject, AbortSignal.abort())).toMatchObject({ reason: 'timeout', sent: false });
  expect(begun).toEqual([]);
});
