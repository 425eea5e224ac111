// Sends the newest signed heads to every place, every few minutes, when one of them has moved. A place that fails is tried again after a
// pause that grows, and holds up nobody: not the others, not the audit, not an answer.

import type { Clock } from '../../clock.ts';
import { toBackoffMs } from '../../waiting/backoff.ts';
import type { SignedHead } from '../head.ts';
import { type AnchorDestination, toAnchorReason } from './anchor-destination.ts';
import { toAnchorText } from './anchor-document.ts';

export interface AnchorState {
  /** Milliseconds since 1970; null before the first. */
  readonly lastSuccessMs: number | null;
  /** A head has been waiting for this destination for this long. The value is 0 while no head waits. */
  readonly waitingMs: number;
  /** `fault` describes the last attempt. The value is null if that attempt succeeded. */
  readonly fault: string | null;
}

interface SendAnchorsOptions {
  readonly places: readonly AnchorDestination[];
  /** The newest signed head of each chain, all of them ours. */
  readonly findHeads: () => Promise<readonly SignedHead[]>;
  readonly everyMs: number;
  readonly clock: Clock;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly onSent?: (place: AnchorDestination, isBack: boolean) => void;
  /** `isFirst`: the attempt before it succeeded. */
  readonly onFailed?: (place: AnchorDestination, reason: string, isFirst: boolean) => void;
}

export interface SendAnchors {
  isDue(): boolean;
  /** Sends to those that are due; never rejects. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** Returns the states by the name of the destination. */
  states(): ReadonlyMap<string, AnchorState>;
}

interface PlaceState {
  /** The last sequence of each chain that is there. */
  readonly there: Map<string, number>;
  dueAtMs: number;
  failures: number;
  lastSuccessMs: number | null;
  waitingSinceMs: number | undefined;
  fault: string | null;
}

const attemptMsMax = 30_000;
const firstPauseMs = 10_000;
/** A first start signs its first head soon. */
const nothingSignedMs = 30_000;
const pauseMsMax = 15 * 60_000;

export function createSendAnchors(options: SendAnchorsOptions): SendAnchors {
  const { places, findHeads, everyMs, clock, random } = options;
  const states = new Map<AnchorDestination, PlaceState>(
    places.map((place) => [
      place,
      { there: new Map(), dueAtMs: 0, failures: 0, lastSuccessMs: null, waitingSinceMs: undefined, fault: null },
    ]),
  );
  let lastLookMs = Number.NEGATIVE_INFINITY;
  const isDue = (state: PlaceState) => clock.monotonicMs() >= state.dueAtMs;

  function fail(place: AnchorDestination, state: PlaceState, error: unknown): void {
    const isFirst = state.failures++ === 0;
    state.fault = toAnchorReason(error);
    state.waitingSinceMs ??= clock.monotonicMs();
    state.dueAtMs = clock.monotonicMs() + toPauseMs(state.failures, random());
    options.onFailed?.(place, state.fault, isFirst);
  }

  async function send(place: AnchorDestination, state: PlaceState, heads: readonly SignedHead[], stop: AbortSignal) {
    const hasMoved = heads.some(({ chain, sequence }) => sequence > (state.there.get(chain) ?? 0));
    if (hasMoved) {
      const madeAtMs = clock.nowMs();
      const signal = AbortSignal.any([stop, AbortSignal.timeout(attemptMsMax)]);
      try {
        await place.put(toAnchorText({ madeAtMs, heads }), madeAtMs, signal);
      } catch (error) {
        if (!stop.aborted) fail(place, state, error);
        return;
      }
      for (const { chain, sequence } of heads) state.there.set(chain, sequence);
      options.onSent?.(place, state.failures > 0);
      state.lastSuccessMs = madeAtMs;
    }
    Object.assign(state, { failures: 0, fault: null, waitingSinceMs: undefined });
    state.dueAtMs = clock.monotonicMs() + (heads.length === 0 ? nothingSignedMs : everyMs);
  }

  return {
    isDue: () => [...states.values()].some(isDue),
    async sendDue(signal) {
      lastLookMs = clock.monotonicMs();
      const due = [...states].filter(([, state]) => isDue(state));
      let heads: readonly SignedHead[];
      try {
        heads = await findHeads();
      } catch (error) {
        for (const [place, state] of due) fail(place, state, error);
        return;
      }
      await Promise.all(due.map(([place, state]) => send(place, state, heads, signal)));
    },
    states() {
      // One that has not looked for long has handed this over to another process, which tells now.
      const isOurs = clock.monotonicMs() - lastLookMs <= 2 * Math.max(everyMs, pauseMsMax);
      return new Map(
        [...states].map(([{ name }, { lastSuccessMs, waitingSinceMs, fault }]) => [
          name,
          {
            lastSuccessMs,
            waitingMs: waitingSinceMs === undefined || !isOurs ? 0 : clock.monotonicMs() - waitingSinceMs,
            fault: isOurs ? fault : null,
          },
        ]),
      );
    },
  };
}

/** 10 s, 20 s, 40 s and so on up to 15 minutes, each up to a fifth shorter. */
export function toPauseMs(failures: number, random: number): number {
  return toBackoffMs(failures, { firstMs: firstPauseMs, maxMs: pauseMsMax }) * (1 - random / 5);
}
