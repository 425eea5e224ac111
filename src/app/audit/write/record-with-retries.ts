// The record of what was paid for, where nobody waits at a connection: written down once, be the audit away for as long as it is.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Patience } from '../../caller.ts';
import type { AuditEntry } from '../entry.ts';
import type { AuditLog } from '../ports.ts';

interface RetryOptions extends Patience {
  readonly log: Pick<AuditLog, 'append' | 'isWritable'>;
  /** Tells whether the record arrived after all. Rejects while the outcome is unknown. */
  readonly isThere: () => Promise<boolean>;
}

const againMs = 1_000;

/** Rejects only where the process stops, with what the audit last failed with. */
export async function recordWithRetries(entry: AuditEntry, options: RetryOptions): Promise<void> {
  const { log, isThere, stop, beat } = options;
  try {
    await log.append(entry);
  } catch (error) {
    let isFound: boolean | undefined;
    while (isFound === undefined) {
      beat();
      await sleep(againMs, undefined, { signal: stop, ref: false }).catch(() => {});
      if (stop.aborted) throw error;
      // Not before the audit works again: what was sent may still be on its way.
      if (log.isWritable()) isFound = await isThere().catch(() => undefined);
    }
    if (!isFound) await recordWithRetries(entry, options);
  }
}
