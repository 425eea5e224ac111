// Pieces of work that must show that they are alive: one that gives no sign for too long is told to end, and nobody waits for it
// any more. It starts nothing by itself and keeps no time of its own: whoever owns it looks.

import type { Clock } from '../clock.ts';

export interface Turn {
  /** Aborts when the work is to end: the process stops, has lost its lease, or the work was silent for too long. */
  readonly signal: AbortSignal;
  /** A sign of life. */
  beat(): void;
  /** Begins work that goes on after this turn, watched over on its own. Resolves when it has ended or was abandoned; rejects as it does. */
  begin(work: Work): Promise<void>;
}

/** A piece of work that begins no further work receives this turn. */
export type PlainTurn = Pick<Turn, 'signal' | 'beat'>;

export type Work = (turn: Turn) => Promise<void>;

interface WatchedWorkOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly silenceMsMax: number;
  readonly onBeat: (name: string) => void;
  readonly onSilent: (name: string) => void;
}

interface Piece {
  readonly name: string;
  readonly ending: AbortController;
  readonly left: PromiseWithResolvers<void>;
  readonly ended: Promise<void>;
  lastSignMs: number;
}

export function createWatchedWork({ clock, silenceMsMax, onBeat, onSilent }: WatchedWorkOptions) {
  const pieces = new Set<Piece>();

  /** Begins work of this name, as `Turn.begin` does. */
  function begin(name: string, work: Work): Promise<void> {
    const ending = new AbortController();
    const left = Promise.withResolvers<void>();
    const turn: Turn = {
      signal: ending.signal,
      beat() {
        // Nobody expects a sign from abandoned work, and it must not pass for the work in its place.
        if (!pieces.has(piece)) return;
        piece.lastSignMs = clock.monotonicMs();
        onBeat(name);
      },
      begin: (more) => begin(name, more),
    };
    const run = async () => {
      await work(turn);
      turn.beat();
    };
    const ended = Promise.race([Promise.resolve().then(run), left.promise]).finally(() => pieces.delete(piece));
    const piece: Piece = { name, ending, left, ended, lastSignMs: clock.monotonicMs() };
    pieces.add(piece);
    return ended;
  }

  return {
    begin,
    /** Abandons what was silent for too long. */
    look(): void {
      const nowMs = clock.monotonicMs();
      for (const piece of pieces) {
        if (nowMs - piece.lastSignMs <= silenceMsMax) continue;
        pieces.delete(piece);
        piece.ending.abort();
        piece.left.resolve();
        onSilent(piece.name);
      }
    },
    /** Tells all of it to end, or what has such a name; what is begun from now on is not concerned. */
    abortAll(isMeant: (name: string) => boolean = () => true): void {
      for (const { name, ending } of pieces) if (isMeant(name)) ending.abort();
    },
    /** Returns, for each name with work under way, how long its most silent piece has given no sign. */
    silences(): ReadonlyMap<string, number> {
      const silences = new Map<string, number>();
      for (const { name, lastSignMs } of pieces) {
        silences.set(name, Math.max(silences.get(name) ?? 0, clock.monotonicMs() - lastSignMs));
      }
      return silences;
    },
    /** Resolves when nothing is under way, or nothing is waited for any more. */
    settled: (): Promise<unknown> => Promise.allSettled([...pieces].map(({ ended }) => ended)),
  };
}
