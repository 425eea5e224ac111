import { describe, expect, it, onTestFinished } from 'vitest';
import { createExpressionThread } from './expression-thread.ts';

const never = new AbortController().signal;
/** JSONata compares every object with every other: minutes, in one step that nothing on its thread can end. */
const endless = {
  text: '$distinct(list)',
  body: { list: Array.from({ length: 30_000 }, (_, index) => ({ a: index, b: { c: [index] } })) },
};
const quick = { text: 'a + 1', body: { a: 1 } };

function start(limitMs: number) {
  const thread = createExpressionThread(limitMs);
  onTestFinished(thread.close);
  return thread;
}

describe('the thread of a party', () => {
  it('ends what takes too long, and serves the next as if nothing had been', async () => {
    const thread = start(2000);
    const stuck = thread.run(endless, never);
    const behind = thread.run(quick, never);
    await expect(stuck).rejects.toThrow('took too long');
    expect(await behind).toBe(2);
    expect(await thread.run(quick, never)).toBe(2);
  });

  it('leaves the event loop to others meanwhile', async () => {
    const thread = start(2000);
    const stuck = thread.run(endless, never).catch(() => 'ended');
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await stuck;
    clearInterval(timer);
    // Frozen, it would have been none or one.
    expect(turns).toBeGreaterThan(10);
  });

  it('outlives an expression that takes all memory', async () => {
    const thread = start(30_000);
    const text = '($f := function($l) { $f($append($l, $l)) }; $f([1, 2, 3, 4, 5, 6, 7, 8]))';
    await expect(thread.run({ text, body: {} }, never)).rejects.toBeDefined();
    expect(await thread.run(quick, never)).toBe(2);
  });

  it('does not keep who gave up, and leaves out what nobody waits for', async () => {
    const thread = start(2000);
    const stuck = thread.run(endless, never).catch(() => 'ended');
    const leaving = new AbortController();
    const behind = thread.run(endless, leaving.signal);
    leaving.abort();
    await expect(behind).rejects.toThrow('given up');
    await stuck;
    expect(await thread.run(quick, never)).toBe(2);
    await expect(thread.run(quick, AbortSignal.abort())).rejects.toBeDefined();
  });

  it('fails what it was at when it is closed, and takes nothing more', async () => {
    const thread = start(60_000);
    const [running, waiting] = [thread.run(endless, never), thread.run(quick, never)];
    const ends = Promise.allSettled([running, waiting]);
    await thread.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(thread.run(quick, never)).rejects.toBeDefined();
  });
});
