// Ports for the servers of tests. One for a server that must be told one, or on which nobody is to listen, lies below those that the system
// gives to whoever asks for any: of those, another test could be given this one before the server has it, or while it is down. Each worker
// of a run has ports of its own, and gives none of them twice.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const portsPerWorker = 600;
const first = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 16) * portsPerWorker;
/** Another run on this machine begins elsewhere. */
let given = randomInt(portsPerWorker);

export async function findFreePort(): Promise<number> {
  const port = first + (given++ % portsPerWorker);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

export interface Listening {
  readonly origin: string;
  readonly port: number;
  /** Connections that were ever opened. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** On a port that the system gives. Closing it ends every connection. */
export async function listen(server: Server, protocol = 'http'): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    // A client that gives up resets the connection: expected here.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${protocol}://127.0.0.1:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
