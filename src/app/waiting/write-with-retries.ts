// What has happened is written down, be the disk full for as long as it is. Only a process that stops gives it up.

import { setTimeout as sleep } from 'node:timers/promises';

interface RetryOptions {
  /** Rejects from then on, with what the last try was refused with. */
  readonly stop: AbortSignal;
  /** The retry loop calls `onRefused` with the first refusal. */
  readonly onRefused: ((error: unknown) => void) | undefined;
}

const againMs = 1_000;

export async function writeWithRetries(write: () => Promise<void>, { stop, onRefused }: RetryOptions): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await write();
    } catch (error) {
      if (stop.aborted) throw error;
      if (isFirst) onRefused?.(error);
      await sleep(againMs, undefined, { signal: stop, ref: false }).catch(() => {});
    }
  }
}
