// Parties that call back about an order. A call is a sign that its answer may be there, and nothing else: it lies in the store for some
// minutes, where a process on any node finds it, also one that learns the id of the order after the call.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { BoughtAnswerStore } from '../verify/ports.ts';

/** A keyed hash for every generation of the secret, the newest first. */
export type ToOrderNames = (source: string, order: string) => readonly string[];

export interface OrderCalls {
  /** Keeps that the party has called. `call` is another text for each call. */
  tell(source: string, order: string, call: string): Promise<void>;
  /** The newest call about the order; undefined where there was none lately. */
  find(source: string, order: string): Promise<string | undefined>;
  /** Resolves when there is another call than `known`, after so long, or with the signal; it says which call is the newest. Never rejects. */
  waitFor(
    order: { readonly source: string; readonly order: string },
    known: string | undefined,
    end: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<string | undefined>;
}

interface OrderCallsOptions {
  readonly store: Pick<BoughtAnswerStore, 'find' | 'keep'>;
  readonly toOrderNames: ToOrderNames;
  readonly clock: Clock;
}

const prefix = 'call ';
/** A call lives as long as the longest pause between two looks. Every look has found it by then. */
const lifeMs = 600_000;
/** A waiting process checks this often for a call that another process received. A call that this process receives rings at once. */
const lookEveryMs = 500;

export function createOrderCalls({ store, toOrderNames, clock }: OrderCallsOptions): OrderCalls {
  const waiting = new Map<string, Set<AbortController>>();
  const toNames = (source: string, order: string) => toOrderNames(source, order).map((name) => prefix + name);
  const toBell = (source: string, order: string) => JSON.stringify([source, order]);

  const find: OrderCalls['find'] = async (source, order) => {
    const found = await store.find(toNames(source, order), clock.nowMs());
    return found && new TextDecoder().decode(found.sealed);
  };

  /** Returns a controller that aborts at the next call. */
  function listen(bell: string): AbortController {
    const rung = new AbortController();
    const all = waiting.get(bell) ?? new Set();
    waiting.set(bell, all.add(rung));
    return rung;
  }

  function leave(bell: string, rung: AbortController): void {
    const all = waiting.get(bell);
    all?.delete(rung);
    if (all?.size === 0) waiting.delete(bell);
  }

  return {
    async tell(source, order, call) {
      const [name] = toNames(source, order);
      if (name === undefined) return;
      const boughtAtMs = clock.nowMs();
      const sealed = new TextEncoder().encode(call);
      // About nobody: it tells of no person, and nobody's erasure has to find it.
      await store.keep({ name, subject: '', sealed, boughtAtMs, expiresAtMs: boughtAtMs + lifeMs });
      for (const rung of waiting.get(toBell(source, order)) ?? []) rung.abort();
    },
    find,
    async waitFor({ source, order }, known, { ms, signal }) {
      const bell = toBell(source, order);
      for (let leftMs = ms; ; leftMs -= lookEveryMs) {
        const rung = listen(bell);
        try {
          const call = await find(source, order).catch(() => undefined);
          if (call !== undefined && call !== known) return call;
          if (leftMs <= 0 || signal.aborted) return known;
          const stops = AbortSignal.any([signal, rung.signal]);
          await sleep(Math.min(leftMs, lookEveryMs), undefined, { signal: stops }).catch(() => {});
        } finally {
          leave(bell, rung);
        }
      }
    },
  };
}
