// The moment of a request, and the ways to write it.

/** The value of `{now}`, to the second. */
export function toMoment(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
}

const brazilBehindMs = 3 * 3_600_000;
const lifeMs = 5 * 60_000;

/** Other ways to write the moment. */
export const momentForms: ReadonlyMap<string, (now: string) => string> = new Map([
  ['in_5_minutes', (now) => toMoment(Date.parse(now) + lifeMs)],
  ['brazil', (now) => `${toMoment(Date.parse(now) - brazilBehindMs).slice(0, 19)}-03:00`],
  ['epoch_seconds', (now) => String(Date.parse(now) / 1000)],
  ['epoch_milliseconds', (now) => String(Date.parse(now))],
]);
