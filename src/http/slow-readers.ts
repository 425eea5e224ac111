// Drops clients that do not read their answers. Node's own socket timeout would do it too, but it is set anew with every
// read and write of every request; looking at the few connections that have something unsent costs a busy service nothing.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const lookEveryMs = 1_000;
/** After so many looks without a byte taken. */
const looksMax = 5;

export function dropSlowReaders(http: Server): void {
  const connections = new Set<Socket>();
  const stuck = new Map<Socket, { written: number; looks: number }>();
  http.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      stuck.delete(socket);
    });
  });
  const timer = setInterval(() => {
    for (const socket of connections) look(socket);
  }, lookEveryMs).unref();
  http.once('close', () => clearInterval(timer));

  function look(socket: Socket): void {
    const taken = socket.bytesWritten - socket.writableLength;
    const before = stuck.get(socket);
    if (socket.writableLength === 0) stuck.delete(socket);
    else if (before === undefined || before.written !== taken) stuck.set(socket, { written: taken, looks: 0 });
    else if (++before.looks >= looksMax) socket.destroy();
  }
}
