// Opens the sessions of one process, each by the newest address and judged by what is known now.

import type { PostgresAddress } from './address.ts';
import { type JudgeServer, openSession, type Session } from './session.ts';

export function createSessionOpener(
  address: PostgresAddress,
  readAddress: (() => PostgresAddress) | undefined,
  judge: JudgeServer | undefined,
) {
  /** `alive` holds all sessions that were opened and not given up, regardless of their users. */
  const alive = new Set<Session>();
  let renewals = 0;
  let host = 0;

  return {
    async open(): Promise<Session> {
      for (;;) {
        const before = renewals;
        const opened = await openSession(readAgain(readAddress, address), host, judge);
        host = opened.host;
        if (before === renewals) {
          for (const session of alive) if (session.isBroken()) alive.delete(session);
          alive.add(opened.session);
          return opened.session;
        }
        // Judged by what was known before.
        opened.session.close();
      }
    },
    /** Ends all that were judged before. */
    renew(): void {
      renewals++;
      for (const session of alive) session.close();
      alive.clear();
    },
  };
}

function readAgain(readAddress: (() => PostgresAddress) | undefined, known: PostgresAddress): PostgresAddress {
  try {
    return readAddress?.() ?? known;
  } catch {
    // A file that is being replaced at this moment; the next connection reads it.
    return known;
  }
}
