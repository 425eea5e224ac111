// Whose attempt to sign in is looked at next, so that no stranger takes the place of all others. A network has one attempt in work at a
// time and a few that wait; so has a device that is known. Passwords of strangers are hashed one after the other, which gives each network
// the same share; known devices do not wait for them.

import { AppError } from '../../errors.ts';
import { createSemaphore } from '../waiting/semaphore.ts';
import type { Attempt } from './sign-in-pauses.ts';

export interface SignInTurns {
  /** Throws `rate_limited` where too many of the same network or device wait already. */
  take<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result>;
  /** Within a turn. Throws `overloaded` where too many networks wait. */
  hash<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result>;
  /** `open` counts the networks and devices with unfinished work. */
  readonly open: number;
}

/** The last of this many sign-ins waits half a second, at 30 ms for each hash. An office whose people sign in at the same moment needs as many. */
export const waitingPerNetworkMax = 16;
/** The last of so many waits four seconds. */
export const networksWaitingMax = 128;

interface Line {
  readonly semaphore: ReturnType<typeof createSemaphore>;
  attempts: number;
}

export function createSignInTurns(): SignInTurns {
  const lines = new Map<string, Line>();
  const strangers = createSemaphore(1);

  return {
    get open() {
      return lines.size;
    },
    async take({ network, deviceId }, work) {
      const name = deviceId === undefined ? `network ${network}` : `device ${deviceId}`;
      const line = lines.get(name) ?? { semaphore: createSemaphore(1), attempts: 0 };
      if (line.semaphore.waiting >= waitingPerNetworkMax) throw toTooMany();
      lines.set(name, line);
      line.attempts++;
      const leave = await line.semaphore.enter();
      try {
        return await work();
      } finally {
        leave();
        // Strangers may have many networks: one that nobody waits for must not stay in memory.
        if (--line.attempts === 0) lines.delete(name);
      }
    },
    async hash({ deviceId }, work) {
      if (deviceId !== undefined) return work();
      if (strangers.waiting >= networksWaitingMax) throw new AppError('overloaded', { retryAfterSeconds: 5 });
      const leave = await strangers.enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function toTooMany(): AppError {
  return new AppError('rate_limited', {
    detail: {
      en: 'Too many attempts to sign in come from your network at once. Try again in 1 s.',
      pt: 'Há muitas tentativas de entrar ao mesmo tempo a partir da sua rede. Tente de novo em 1 s.',
    },
    retryAfterSeconds: 1,
  });
}
