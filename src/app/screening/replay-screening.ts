// Makes a recorded screening again, with the editions of the lists that it was made with, and says whether it finds the same.

import { decideScreening, type RecordedHit } from '../../domain/screening/screening.ts';
import { sensitivityBefore } from '../../domain/screening/sensitivity.ts';
import { weighHits } from '../../domain/screening/weigh-hits.ts';
import { readDetails, type ScreenDetails } from '../audit/details.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { RepeatScreening } from '../audit/read/replay.ts';
import { findHits } from './find-hits.ts';
import type { OpenEditions } from './ports.ts';

export function createRepeatScreening(openEditions: OpenEditions): RepeatScreening {
  return async ({ content, details }) => {
    if (details === null) return { kind: 'impossible', reason: 'its evidence was purged' };
    const read = readRecorded(details);
    if (read === undefined) return { kind: 'impossible', reason: 'a newer version of Confere wrote its evidence' };
    const { query, others, partners, isWhole, today, editions, hits, status, rungs } = read;
    const used = editions.flatMap(({ list, edition, sensitivity = sensitivityBefore }) =>
      edition === null ? [] : [{ list, edition, sensitivity }],
    );
    const opened = await openEditions(used);
    if (opened.kind === 'gone') {
      const gone = opened.editions.map(({ list, edition }) => `${list} ${edition}`).join(', ');
      return { kind: 'impossible', reason: `these editions of lists are no longer here: ${gone}` };
    }
    const found = findHits(opened.lists, { query, others, partners, today }).hits.map(({ hit, recorded }) => ({
      hit,
      recorded: withClearance(recorded, hits),
    }));
    opened.close();
    const again = found.map((each) => each.recorded);
    const weighing = found.flatMap((each) => (each.recorded.clearance === undefined ? each.hit : []));
    const recorded = { status, hits, ...(rungs && { rungs }) };
    const replayed = {
      status: decideScreening(again, isWhole),
      hits: again,
      ...(rungs && { rungs: weighHits(weighing, isWhole) }),
    };
    const isShown = rungs !== undefined || content.status === status;
    // Both went through JSON, so equal texts mean equal.
    const isSame = JSON.stringify(replayed) === JSON.stringify(recorded) && isShown;
    return isSame ? { kind: 'same', decision: replayed } : { kind: 'different', recorded, replayed };
  };
}

interface RecordedScreening extends ScreenDetails {
  /** A screening sets `rungs` and `others` only within a verification. */
  readonly rungs?: VerifiedScreening['rungs'];
  readonly others?: VerifiedScreening['others'];
}

function readRecorded(details: string): RecordedScreening | undefined {
  const read = readDetails(details);
  if (read === undefined || 'partners' in read) return read;
  return read.screening && { ...read.screening, partners: null };
}

/** Returns the hit with its recorded clearance. A judgement of that time still counts, even if it was revoked since. */
function withClearance(found: RecordedHit, recorded: readonly RecordedHit[]): RecordedHit {
  const before = recorded.find(({ row, partner }) => row === found.row && partner === found.partner);
  if (before?.judged !== undefined) return { ...found, judged: before.judged };
  if (before?.clearance === undefined) return found;
  const { clearance, clearedAt } = before;
  return { ...found, clearance, ...(clearedAt && { clearedAt }) };
}
