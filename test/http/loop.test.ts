// A process whose event loop stands still, which nothing in it can prevent any more: it says so afterwards.

import { expect, test } from 'vitest';
import { openTestService } from '../support/service/service.ts';

/** What hostile input or a defect would do to it. */
function standStill(ms: number): void {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
}

test('a process whose loop stood still for over a second says so in the log, and counts it', async () => {
  const service = await openTestService();
  const operators = await service.listenForOperators();
  const readLines = () => service.readLog().filter(({ event }) => event === 'loop_stood_still');
  const before = readLines().length;
  standStill(1_500);
  await expect.poll(readLines).not.toHaveLength(before);
  expect(readLines().at(-1)).toMatchObject({
    level: 'warn',
    duration_ms: expect.any(Number),
    internal: expect.stringContaining('nothing was answered meanwhile'),
  });
  const metrics = await (await fetch(`${operators}/metrics`)).text();
  expect(metrics).toMatch(/^confere_loop_stalls_total\{why="\w+"\} [1-9]/m);
});
