// What a person has to do about a judgement by now. Pure.

import type { ClearanceState } from './clearance.ts';
import { type DoneSteps, isFreezeOverdue } from './freeze.ts';
import { isOver, type JudgementKind } from './judgement.ts';

/** `freeze`: a step is overdue. `review`: an acceptance is over, and its hit counts again. `approval`: it waits for a second person. */
export const dueKinds = ['freeze', 'review', 'approval'] as const;
export type DueKind = (typeof dueKinds)[number];
export type DueCounts = Readonly<Record<DueKind, number>>;

interface Judged {
  readonly kind: JudgementKind;
  readonly state: ClearanceState;
  readonly until: string | null;
  readonly steps: DoneSteps | null;
  readonly createdAtMs: number;
}

/** `today`: the day in Brazil. */
interface Now {
  readonly nowMs: number;
  readonly today: string;
}

function findDue({ kind, state, until, steps, createdAtMs }: Judged, { nowMs, today }: Now): DueKind | undefined {
  if (state === 'proposed') return 'approval';
  if (steps !== null) return isFreezeOverdue(steps, createdAtMs, nowMs) ? 'freeze' : undefined;
  return kind === 'accepted' && isOver(until, today) ? 'review' : undefined;
}

export function countDue(judged: Iterable<Judged>, now: Now): DueCounts {
  const counts = { freeze: 0, review: 0, approval: 0 };
  for (const each of judged) {
    const due = findDue(each, now);
    if (due !== undefined) counts[due] += 1;
  }
  return counts;
}
