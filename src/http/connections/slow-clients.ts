// Looks at every connection twice a second and closes those of clients that do not read their answers or do not go when told.
// Timers of their own would be set anew with every read and write of every request; this costs a busy service nothing.

import type { Socket } from 'node:net';
import { createPerTickLimiter } from '../per-tick-limiter.ts';
import type { Connection } from './connection.ts';

export const lookEveryMs = 500;
/** The server drops a client after this many looks in which it took no byte. */
const unreadLooksMax = 10;
/** A client that was told to leave has this many looks of time, once it has read everything. */
const leavingLooksMax = 2;
/** The system frees what a client did not read, which may be megabytes, before it goes on. */
const droppedPerTurn = 2;

interface Seen {
  taken: number;
  looks: number;
}

export function createLook(): (connections: Iterable<Connection>) => void {
  const stuck = new WeakMap<Connection, Seen>();
  const drop = createPerTickLimiter<Socket>({ run: (socket) => socket.destroy(), perTick: droppedPerTurn });
  return (connections) => {
    for (const connection of connections) {
      const { socket } = connection;
      const isLeaving = socket.writableEnded;
      if (socket.writableLength === 0 && !isLeaving) {
        stuck.delete(connection);
        continue;
      }
      const taken = socket.bytesWritten - socket.writableLength;
      const before = stuck.get(connection);
      if (before === undefined || before.taken !== taken) stuck.set(connection, { taken, looks: 0 });
      else if (++before.looks >= (socket.writableLength === 0 ? leavingLooksMax : unreadLooksMax)) drop(socket);
    }
  };
}
