// What the law asks once assets are frozen for the list of the United Nations: each step, when it was done, and until when it had to be. Pure.

/** The assets themselves, and the three authorities that are told. */
export const freezeSteps = ['frozen', 'coaf', 'mjsp', 'bcb'] as const;
export type FreezeStep = (typeof freezeSteps)[number];

export interface DoneStep {
  /** When it was done, as who noted it says. */
  readonly atMs: number;
  /** Id of a key, or the operator, who noted it. */
  readonly by: string;
  /** The service notes this time by its own clock. An analyst may note a step long after its actual or stated time. */
  readonly notedAtMs: number;
}

export type DoneSteps = Readonly<Partial<Record<FreezeStep, DoneStep>>>;

/** Law 13.810/2019 says "immediately"; beyond a day there is no excuse, so that is when the alert begins. */
const dueWithinMs = 24 * 3_600_000;

/** Counts the deadline from the freeze or from the judgement, depending on which came first. */
export function toFreezeDueMs(steps: DoneSteps, judgedAtMs: number): number {
  return Math.min(steps.frozen?.atMs ?? judgedAtMs, judgedAtMs) + dueWithinMs;
}

export function listOpenSteps(steps: DoneSteps): readonly FreezeStep[] {
  return freezeSteps.filter((step) => steps[step] === undefined);
}

export function isFreezeOverdue(steps: DoneSteps, judgedAtMs: number, nowMs: number): boolean {
  return listOpenSteps(steps).length > 0 && nowMs > toFreezeDueMs(steps, judgedAtMs);
}
