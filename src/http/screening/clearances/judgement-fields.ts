// What was judged, until when and, of a freeze, since when: the fields of a request, or every fault of them.

import type { ClearanceOrder } from '../../../app/screening/clearances/manage-clearances.ts';
import { isRealDay, toBrazilDay } from '../../../domain/dates/calendar.ts';
import { type FreezeStep, freezeSteps } from '../../../domain/screening/freeze.ts';
import { type JudgementKind, judgementKinds, mayEnd, toLastReview } from '../../../domain/screening/judgement.ts';
import { AppError, type FieldFault } from '../../../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export function readJudgement(
  { kind = 'cleared', until = null, frozen_at: frozenAt = null }: Fields,
  nowMs: number,
): Pick<ClearanceOrder, 'kind' | 'until' | 'frozenAtMs'> {
  const faults: FieldFault[] = [];
  const isKind = judgementKinds.includes(kind as JudgementKind);
  if (!isKind) faults.push({ pointer: '/kind', code: 'invalid_choice' });
  if (isKind && until === null && kind === 'accepted') faults.push({ pointer: '/until', code: 'required' });
  const today = toBrazilDay(nowMs);
  if (isKind && until !== null && !isEnd(kind as JudgementKind, until, today))
    faults.push({ pointer: '/until', code: 'invalid_end' });
  else if (kind === 'accepted' && typeof until === 'string' && until > toLastReview(today))
    faults.push({ pointer: '/until', code: 'end_too_late' });
  const frozenAtMs = frozenAt === null ? null : readTime(frozenAt, nowMs);
  if (frozenAtMs === undefined || (frozenAtMs !== null && kind !== 'frozen'))
    faults.push({ pointer: '/frozen_at', code: 'invalid_time' });
  if (faults.length > 0) throw new AppError('invalid_request', { faults });
  return { kind: kind as JudgementKind, until: until as string | null, frozenAtMs: frozenAtMs ?? null };
}

/** A step of a freeze, and when it was done: now unless told otherwise. */
export function readStep({ step, at = null }: Fields, nowMs: number): { readonly step: FreezeStep; atMs: number } {
  const faults: FieldFault[] = [];
  if (!freezeSteps.includes(step as FreezeStep)) faults.push({ pointer: '/step', code: 'invalid_choice' });
  const atMs = at === null ? nowMs : readTime(at, nowMs);
  if (atMs === undefined) faults.push({ pointer: '/at', code: 'invalid_time' });
  if (faults.length > 0 || atMs === undefined) throw new AppError('invalid_request', { faults });
  return { step: step as FreezeStep, atMs };
}

/** Tells whether the last day is acceptable. A judgement that confirms a hit has no last day. */
function isEnd(kind: JudgementKind, until: unknown, today: string): boolean {
  return mayEnd(kind) && typeof until === 'string' && isRealDay(until) && until >= today;
}

/** Returns the time, or undefined if the text is no time or lies in the future. */
function readTime(text: unknown, nowMs: number): number | undefined {
  const isTime =
    typeof text === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const ms = isTime ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) || ms > nowMs || ms < 0 ? undefined : ms;
}
