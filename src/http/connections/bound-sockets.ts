// The listening sockets of several processes, bound by the one that starts them. It never accepts: those that it hands them to
// do, all from the same queues, so that no waiting client is lost when one of them ends.

import { BoundSocket } from 'node:net';
import { OperatorError } from '../../errors.ts';
import {
  acceptorCount,
  canShare,
  checkFree,
  findAddresses,
  type InheritedSockets,
  type ListenAddress,
} from './acceptors.ts';

export interface BoundSockets extends InheritedSockets {
  readonly port: number;
  close(): void;
}

export async function bindSockets({ host, port }: ListenAddress): Promise<BoundSockets> {
  if (BoundSocket === undefined) {
    throw new OperatorError(
      'Several workers need Node 26.4 or later. Use the one that npm ci installs, or --workers 1.',
    );
  }
  if (port !== 0) await checkFree({ host, port });
  const sockets: BoundSocket[] = [];
  let chosen = port;
  for (const address of await findAddresses(host)) {
    for (let count = 0; count < (canShare ? acceptorCount : 1); count++) {
      const socket = new BoundSocket({ host: address, port: chosen, reusePort: canShare });
      chosen = socket.address().port;
      sockets.push(socket);
    }
  }
  return {
    port: chosen,
    descriptors: sockets.map((socket) => socket.fd()),
    close: () => {
      for (const socket of sockets) socket[Symbol.dispose]();
    },
  };
}
