// Sealed answers in the memory of this process: the oldest give way when there are too many, and none outlives the process.

import type { Clock } from '../../app/clock.ts';
import { type AnswerStore, answerBytesMax } from '../../app/verify/ports.ts';

interface MemoryAnswersOptions {
  readonly entriesMax?: number;
  /** Returns another text once a person was erased. All kept answers are then dropped, because they do not show their subjects. */
  readonly findErasures?: () => string;
}

export function createMemoryAnswers(
  clock: Clock,
  { entriesMax = 10_000, findErasures = () => '' }: MemoryAnswersOptions = {},
): AnswerStore {
  const entries = new Map<string, { readonly sealed: Uint8Array; readonly untilMs: number }>();
  let erasures = findErasures();
  function dropErased(): void {
    const found = findErasures();
    if (found !== erasures) entries.clear();
    erasures = found;
  }
  return {
    async find(name) {
      dropErased();
      const entry = entries.get(name);
      if (entry === undefined) return { kind: 'none' };
      const lifeMs = entry.untilMs - clock.monotonicMs();
      if (lifeMs > 0) return { kind: 'found', sealed: entry.sealed, lifeMs };
      entries.delete(name);
      return { kind: 'none' };
    },
    async keep(name, sealed, lifeMs) {
      dropErased();
      entries.delete(name);
      if (sealed.length > answerBytesMax) return 'too_large';
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size >= entriesMax) entries.delete(oldest);
      entries.set(name, { sealed, untilMs: clock.monotonicMs() + lifeMs });
      return 'kept';
    },
  };
}
