// Which records a search is for: what of a filter can be told from a row's marks, and all of it from a content.

import {
  isOfBatch,
  listMarked,
  readKind,
  startsBatch,
  toActTopic,
  toRequestMark,
  toSubjectMark,
} from '../../../app/audit/groups/find.ts';
import { DamagedGroupError, type GroupOpener } from '../../../app/audit/groups/group.ts';
import type { AuditFilter } from '../../../app/audit/ports.ts';
import { type AuditContent, contentPlaces } from '../../../app/audit/record.ts';
import type { Outline } from './searched-rows.ts';

export function refuseForeign(outline: Outline, opener: Pick<GroupOpener, 'isFindOurs'>): void {
  if (opener.isFindOurs(outline)) return;
  throw new DamagedGroupError(
    `What the records at ${outline.first} of ${outline.chain} are found by was changed, so no search is complete: run confere audit verify`,
  );
}

/** Creates the function that lists which records of a row may fit, judged by the data beside the sealed contents. */
export function createChoice(filter: AuditFilter, opener: GroupOpener): (outline: Outline) => readonly number[] {
  const { subjects, requestId, kind, withoutActs, batchId, foldsBatches } = filter;
  const needsDecision = filter.riskLevel !== undefined || filter.reason !== undefined;
  const isSearch = subjects !== undefined || requestId !== undefined || kind !== undefined;
  const marks = subjects?.map(toSubjectMark) ?? (requestId === undefined ? undefined : [toRequestMark(requestId)]);
  const what = subjects === undefined ? 'request' : 'subject';
  const mayBeGone = fitsNothing(filter);
  return (outline) => {
    const { count, find } = outline;
    const all = () => Array.from({ length: count }, (_, index) => index);
    if (find === null) return mayBeGone ? all() : [];
    if (!isSearch && !opener.isFindOurs(outline)) return all();
    if (isSearch) refuseForeign(outline, opener);
    const chosen =
      marks === undefined
        ? all()
        : [...new Set(marks.flatMap((mark) => [...listMarked(find, mark, what)]))].sort((one, other) => one - other);
    return chosen.filter((index) => {
      const found = readKind(find, index);
      if (found === 'gone') return mayBeGone;
      const ofBatch = isOfBatch(find, index);
      if (foldsBatches === true && ofBatch) return found === 'act' && kind === undefined;
      if (batchId !== undefined && (!ofBatch || found === 'act')) return false;
      if (needsDecision && found !== 'cpf' && found !== 'cnpj') return false;
      return (kind === undefined || found === kind) && !(withoutActs === true && found === 'act');
    });
  };
}

/** Tells whether the filter also fits a record that has lost its content. */
export function fitsNothing(filter: AuditFilter): boolean {
  const { kind, keyId, status, fromMs, toMs, subjects, requestId, riskLevel, reason, batchId } = filter;
  const conditions = [kind, keyId, status, fromMs, toMs, subjects, requestId, riskLevel, reason, batchId];
  return conditions.every((condition) => condition === undefined);
}

/**
 * Creates the test for whether a content may have these values. It does not parse JSON, because a list that finds nothing goes through all
 * contents.
 */
export function createMayFit({
  keyId,
  status,
  riskLevel,
  batchId,
  foldsBatches,
}: AuditFilter): (content: string) => boolean {
  // An act names its caller in another way.
  const wanted = [foldsBatches === true ? undefined : keyId, status, riskLevel, batchId];
  const needles = wanted.filter((text) => text !== undefined).map((text) => JSON.stringify(text));
  return (content) => needles.every((needle) => content.includes(needle));
}

/** Tells whether a content fits, apart from its reasons, which are in the evidence. */
export function fits(values: readonly unknown[], filter: AuditFilter): boolean {
  const { kind, withoutActs, keyId, status, fromMs, toMs, subjects, requestId, riskLevel, batchId } = filter;
  const kindOf = values[contentPlaces.kind] as AuditContent['kind'];
  const atMs = values[contentPlaces.atMs] as number;
  const batchOf = values[contentPlaces.batchId] ?? null;
  const standsForBatch = filter.foldsBatches === true && startsBatch(toAct(values));
  if (kind !== undefined && kindOf !== kind) return false;
  if (withoutActs === true && kindOf === 'act' && !standsForBatch) return false;
  if (filter.foldsBatches === true && batchOf !== null) return false;
  if (keyId !== undefined && values[contentPlaces.keyId] !== keyId) {
    if (!standsForBatch || ![keyId, filter.actor].includes(values[contentPlaces.actor] as string)) return false;
  }
  if (status !== undefined && values[contentPlaces.status] !== status) return false;
  if (riskLevel !== undefined && values[contentPlaces.riskLevel] !== riskLevel) return false;
  if (batchId !== undefined && batchOf !== batchId) return false;
  if (requestId !== undefined && values[contentPlaces.requestId] !== requestId) return false;
  if (fromMs !== undefined && atMs < fromMs) return false;
  if (toMs !== undefined && atMs >= toMs) return false;
  if (subjects === undefined) return true;
  if (kindOf === 'act') return subjects.includes(toActTopic(values[contentPlaces.target] as string | null) ?? '');
  return isOfPerson(kindOf) && subjects.includes((values[contentPlaces.subject] as string | null) ?? '');
}

function toAct(values: readonly unknown[]): Pick<AuditContent, 'act' | 'target'> {
  return {
    act: values[contentPlaces.act] as AuditContent['act'],
    target: values[contentPlaces.target] as AuditContent['target'],
  };
}

export function isOfPerson(kind: AuditContent['kind']): boolean {
  return kind === 'cpf' || kind === 'screen' || kind === 'intent';
}

/** The milliseconds that an id of ours begins with; the beginning of time for any other. */
export function toIdMs(id: string | undefined): number {
  const [, digits] = /^(?:req|bat)_([0-9a-f]{12})[0-9a-f]{20}$/.exec(id ?? '') ?? [];
  return digits === undefined ? Number.NEGATIVE_INFINITY : Number.parseInt(digits, 16);
}
