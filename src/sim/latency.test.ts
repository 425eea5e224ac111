import { describe, expect, it } from 'vitest';
import { createRandom, type Latency, sampleLatencyMs } from './latency.ts';

function sample(latency: Latency, count: number): number[] {
  const random = createRandom('latency');
  return Array.from({ length: count }, () => sampleLatencyMs(latency, { random, elapsedMs: 0 })).sort((a, b) => a - b);
}

describe('latency', () => {
  it('is the same in every run of the same seed', () => {
    const latency: Latency = { kind: 'uniform', meanMs: 50, spreadMs: 20 };
    expect(sample(latency, 10)).toEqual(sample(latency, 10));
  });

  it('stays within mean and spread when uniform, and fills that range', () => {
    const sorted = sample({ kind: 'uniform', meanMs: 50, spreadMs: 20 }, 2000);
    expect(sorted[0]).toBeGreaterThanOrEqual(30);
    expect(sorted[0]).toBeLessThan(31);
    expect(sorted.at(-1)).toBeLessThanOrEqual(70);
    expect(sorted.at(-1)).toBeGreaterThan(69);
  });

  it('has the stated median and a long tail when lognormal', () => {
    const sorted = sample({ kind: 'lognormal', medianMs: 400, sigma: 0.5 }, 4001);
    expect(sorted[2000]).toBeGreaterThan(370);
    expect(sorted[2000]).toBeLessThan(430);
    expect(sorted[3960]).toBeGreaterThan(900);
  });

  it('grows along a ramp and stays at its end', () => {
    const ramp: Latency = { kind: 'ramp', fromMs: 50, toMs: 10_050, overMs: 1000 };
    const at = (elapsedMs: number) => sampleLatencyMs(ramp, { random: createRandom('ramp'), elapsedMs });
    expect([at(0), at(500), at(1000), at(9000)]).toEqual([50, 5050, 10_050, 10_050]);
  });
});
