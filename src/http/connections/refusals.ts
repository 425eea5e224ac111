// What happens to bytes that are no whole request: the request that they belong to is refused, or the connection, after the answers
// to all that came before.

import type { AppError } from '../../errors.ts';
import { createPerTickLimiter } from '../per-tick-limiter.ts';
import type { BytesRefusal, Connection, Exchange } from './connection.ts';
import type { Slots } from './slots.ts';

interface RefusalsOptions {
  readonly slots: Pick<Slots, 'markBusy'>;
  readonly refuse: (exchange: Exchange, failure: AppError) => void;
  readonly refuseBytes: (connection: Connection, refusal: BytesRefusal) => void;
  readonly end: (connection: Connection) => void;
}

/** Node finds all whose time is over at once: a thousand refusals in one turn kept everybody else waiting for 0.2 s. */
const refusedPerTick = 4;

export function createRefusals({ slots, refuse, refuseBytes, end }: RefusalsOptions) {
  const refuseInTurn = createPerTickLimiter<() => void>({ run: (refuseOne) => refuseOne(), perTick: refusedPerTick });

  function say(connection: Connection): void {
    const { refusal } = connection;
    connection.refusal = undefined;
    if (refusal === undefined || !connection.socket.writable) return;
    refuseBytes(connection, refusal);
    end(connection);
  }

  function refuseConnection(connection: Connection, refusal: BytesRefusal): void {
    if (connection.isEnding) return;
    connection.isEnding = true;
    slots.markBusy(connection);
    const unfinished = findUnfinished(connection);
    if (unfinished === undefined) {
      connection.refusal = refusal;
      if (connection.current === undefined) say(connection);
    } else if (connection.waiting.includes(unfinished)) unfinished.refusal = refusal.failure;
    else if (!unfinished.response.headersSent) refuse(unfinished, refusal.failure);
    // It was answered before all of it had come: a second answer would be taken for that to the next request.
    else if (connection.current === undefined) end(connection);
  }

  /**
   * The time for a request is over. A process that was held up (a paused machine, a processor that others have) learns that
   * before it reads what arrived in time, so it reads first: timers come before arrivals in a turn of the event loop, and
   * immediates after them.
   */
  function refuseLate(connection: Connection, refusal: BytesRefusal): void {
    const { received } = connection;
    const unfinished = findUnfinished(connection);
    // Node tells of a request once; from now on whoever takes the upload looks after it.
    if (unfinished?.isUpload === true) return;
    const refuseUnlessCome = () => {
      const hasCome = unfinished === undefined ? connection.received > received : unfinished.incoming.complete;
      if (!hasCome || findUnfinished(connection) !== undefined) refuseConnection(connection, refusal);
    };
    setImmediate(() => refuseInTurn(refuseUnlessCome));
  }

  return { say, refuseConnection, refuseLate };
}

/** The last request was not wholly received: it is the one that is refused. */
function findUnfinished({ last }: Connection): Exchange | undefined {
  return last === undefined || last.incoming.complete ? undefined : last;
}
