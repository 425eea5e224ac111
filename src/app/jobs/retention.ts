// What is kept for a time, and when the oldest of it is due to go. Whoever looks can tell that a deletion has stopped, whatever stopped it.

/** By the setting that says for how long. */
export const retentionSettings = {
  evidence: 'audit.evidence_days',
  record: 'audit.record_days',
  batch: 'batches.kept_hours',
  watch: 'watches.people_days',
  event: 'events.kept_days',
  webhook_event: 'webhooks.kept_days',
  kept_answer: 'fresh_for',
  idempotent_call: 'idempotency.hours',
} as const;

export type KeptKind = keyof typeof retentionSettings;
export const keptKinds = Object.keys(retentionSettings) as readonly KeptKind[];

/** For how long those are kept whose rows say only since when. */
export type KeptDays = Readonly<Record<'evidence' | 'record' | 'event' | 'webhook_event', number>>;

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

/** Without the kinds that have none. */
export function toDueTimes(found: Readonly<Record<KeptKind, number | null | undefined>>): DueTimes {
  return Object.fromEntries(Object.entries(found).filter(([, dueMs]) => typeof dueMs === 'number'));
}
