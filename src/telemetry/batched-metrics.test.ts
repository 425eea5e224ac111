import fc from 'fast-check';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createBatchedCounter, createBatchedHistogram } from './batched-metrics.ts';

const counts = { name: 'counts', help: 'Counts.', labelNames: ['route', 'status', 'mode'] };
const times = { name: 'times', help: 'Times.', labelNames: ['route'], buckets: [0.001, 0.01, 0.1, 1] };

const event = fc.record({
  route: fc.constantFrom('/v1/verify/cpf', '/v1/verify/cnpj', 'none'),
  status: fc.constantFrom(200, 404, 503),
  mode: fc.constantFrom('live', 'test'),
  // Sums of eighths are exact, so that the order in which they are added does not matter.
  amount: fc.constantFrom(0, 0.125, 2.5),
  seconds: fc.constantFrom(0, 0.0009765625, 0.001, 0.125, 0.5, 1, 1.5, 8),
});

test('however much is counted between two looks, a scraper reads what it would read from the library alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(event, { maxLength: 20 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const batchedCounter = createBatchedCounter({ ...counts, registers: [ours] });
      const batchedHistogram = createBatchedHistogram(times, ours);
      const counter = new Counter({ ...counts, registers: [theirs] });
      const histogram = new Histogram({ ...times, registers: [theirs] });
      for (const events of rounds) {
        for (const { route, status, mode, amount, seconds } of events) {
          batchedCounter.count(route, status, mode);
          batchedHistogram.observe(route, seconds);
          batchedCounter.add(amount, route, status, mode);
          counter.inc({ route, status, mode });
          counter.inc({ route, status, mode }, amount);
          histogram.observe({ route }, seconds);
        }
        expect(await read(ours)).toEqual(await read(theirs));
      }
    }),
  );
});

/** Reads the metrics in the same way as the service: it adds them up over processes, here two with the same counts. */
async function read(register: Registry): Promise<readonly string[]> {
  const snapshot = await register.getMetricsAsJSON();
  const text = await AggregatorRegistry.aggregate([snapshot, snapshot]).metrics();
  return text.split('\n').toSorted();
}
