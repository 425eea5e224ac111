// An earlier screening again, for the key that asked for it: what its record says that the rows said, whatever became of the lists.

import { AppError } from '../../../errors.ts';
import type { Caller } from '../../caller.ts';
import { type EarlierRecords, isRequestId } from './earlier-records.ts';
import { findSeenScreening, type SeenScreening } from './seen-screening.ts';

export interface EarlierScreening {
  readonly facts: SeenScreening;
  readonly processedAtMs: number;
}

/** Throws `screening_not_found` alike for what never was, what another key asked, and what is no longer kept. */
export type ReadScreening = (requestId: string, caller: Caller) => Promise<EarlierScreening>;

/** A verification that looked in the lists has a screening, too. */
export function createReadScreening(earlier: EarlierRecords): ReadScreening {
  return async (requestId, caller) => {
    if (!isRequestId(requestId)) throw new AppError('screening_not_found');
    await earlier.recordReading(requestId, caller, 'screening_read');
    for (const { content, details } of await earlier.find(requestId, caller)) {
      const facts = details === undefined ? undefined : findSeenScreening(details);
      if (content !== undefined && facts !== undefined) return { facts, processedAtMs: content.atMs };
    }
    throw new AppError('screening_not_found');
  };
}
