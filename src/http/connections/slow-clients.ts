// Looks at every connection once a second and closes those of clients that do not read their answers or do not go when told.
// Timers of their own would be set anew with every read and write of every request; this costs a busy service nothing.

import type { Connection } from './connection.ts';

/** After so many looks without a byte taken. */
const unreadLooksMax = 5;
/** How long a client that was told to go has for it, when it has read everything. */
const leavingLooksMax = 1;

interface Seen {
  taken: number;
  looks: number;
}

export function createLook(): (connections: Iterable<Connection>) => void {
  const stuck = new WeakMap<Connection, Seen>();
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
      else if (++before.looks >= (socket.writableLength === 0 ? leavingLooksMax : unreadLooksMax)) socket.destroy();
    }
  };
}
