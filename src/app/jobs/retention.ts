// What is kept for a time, and when the oldest of it is due to go. Whoever looks can tell that a deletion has stopped, whatever stopped it.

import { keptForSettings } from '../kept/stores.ts';

/** Maps each kind of data to the setting that defines how long it is kept. */
export const retentionSettings = {
  evidence: 'audit.evidence_days',
  record: 'audit.record_days',
  ...keptForSettings,
} as const;

export type KeptKind = keyof typeof retentionSettings;
export const keptKinds = Object.keys(retentionSettings) as readonly KeptKind[];

/** Returns the number of days for which Confere keeps a kind whose rows state only when they began. */
export type KeptDays = (kind: KeptKind) => number;

/** When the oldest of each kind is to go, or should have gone; nothing of a kind that has none. Milliseconds since 1970. */
export type DueTimes = Readonly<Partial<Record<KeptKind, number>>>;

/** Reads only, also beside a running service. Undefined: there is no data yet, or not this version's. */
export type ReadDueTimes = () => Promise<DueTimes | undefined>;

const dayMs = 86_400_000;

/** Deletions come every few hours, and a shared audit goes once a night: so much later than due is no fault. */
export const lateMsMax = dayMs;

export function toDueMs(sinceMs: number | null | undefined, days: number): number | undefined {
  return typeof sinceMs === 'number' ? sinceMs + days * dayMs : undefined;
}

/** Leaves out the kinds that hold no data. */
export function toDueTimes(found: Readonly<Partial<Record<KeptKind, number | null | undefined>>>): DueTimes {
  return Object.fromEntries(Object.entries(found).filter(([, dueMs]) => typeof dueMs === 'number'));
}
