import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('lets so many in at one time and no more, in the order in which they came, also while one leaves and another comes', async () => {
  const semaphore = createSemaphore(2);
  const seen: number[] = [];
  let inside = 0;
  const work = async (each: number) => {
    const leave = await semaphore.enter();
    seen.push(each);
    inside++;
    expect(inside).toBeLessThanOrEqual(2);
    await Promise.resolve();
    inside--;
    leave();
    // In the same turn in which the next one was let in.
    if (each < 20) await work(each + 20);
  };
  await Promise.all(Array.from({ length: 20 }, (_, each) => work(each)));
  expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, each) => each));
  expect(seen).toHaveLength(40);
  expect(semaphore.waiting).toBe(0);
});
