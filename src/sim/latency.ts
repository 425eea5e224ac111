// How long a simulated party takes. Pure: randomness and elapsed time come in as arguments.

import { type Static, Type } from 'typebox';
import { createDraw } from '../sandbox/draw.ts';

const ms = Type.Number({ minimum: 0, maximum: 600_000 });
const closed = { additionalProperties: false } as const;

export const latencySchema = Type.Union([
  Type.Object({ kind: Type.Literal('fixed'), ms }, closed),
  Type.Object({ kind: Type.Literal('uniform'), meanMs: ms, spreadMs: ms }, closed),
  Type.Object(
    { kind: Type.Literal('lognormal'), medianMs: ms, sigma: Type.Number({ minimum: 0, maximum: 3 }) },
    closed,
  ),
  // Grows from the moment it is set, and stays at its end.
  Type.Object({ kind: Type.Literal('ramp'), fromMs: ms, toMs: ms, overMs: ms }, closed),
]);
export type Latency = Static<typeof latencySchema>;

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

export function createRandom(seed: string): Random {
  const draw = createDraw(seed);
  return () => draw(2 ** 32) / 2 ** 32;
}

interface Moment {
  readonly random: Random;
  /** `elapsedMs` counts the time since this latency was set. */
  readonly elapsedMs: number;
}

export function sampleLatencyMs(latency: Latency, { random, elapsedMs }: Moment): number {
  switch (latency.kind) {
    case 'fixed':
      return latency.ms;
    case 'uniform':
      return Math.max(0, latency.meanMs + (2 * random() - 1) * latency.spreadMs);
    case 'lognormal':
      return latency.medianMs * Math.exp(latency.sigma * sampleNormal(random));
    case 'ramp': {
      const share = latency.overMs === 0 ? 1 : Math.min(1, elapsedMs / latency.overMs);
      return latency.fromMs + share * (latency.toMs - latency.fromMs);
    }
  }
}

/** Box and Muller; `1 - random()` because the logarithm of 0 is not a number. */
function sampleNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
