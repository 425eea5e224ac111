// Several listening sockets on one port. Node accepts one connection per listening socket in each turn of its event loop, so
// that with one of them new clients queue behind the work of all others (docs/decisions/accepting-connections.md).

import type { Server as HttpServer } from 'node:http';
import { createServer, Server as NetServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface Acceptors {
  /** `listenMain` makes the HTTP server itself listen, which is the first of them. */
  open(address: ListenAddress, listenMain: (address: ListenAddress & Sharing) => Promise<unknown>): Promise<void>;
  /** No new connections; over when those that are open have ended. */
  close(): Promise<void>;
}

interface Sharing {
  readonly reusePort: boolean;
}

const acceptorCount = 8;
/** Elsewhere the option is unknown, or gives all connections to one of the sockets. */
const canShare = process.platform === 'linux';

export function createAcceptors(http: HttpServer): Acceptors {
  const others: NetServer[] = [];
  return {
    open: async ({ host, port }, listenMain) => {
      if (canShare && port !== 0) await checkFree({ host, port });
      await listenMain({ host, port, reusePort: canShare });
      const address = http.address();
      if (!canShare || address === null || typeof address === 'string') return;
      for (let count = 1; count < acceptorCount; count++) {
        // As Node's HTTP server makes its own.
        const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
          http.emit('connection', socket),
        );
        await listen(acceptor, { host: address.address, port: address.port, reusePort: true });
        others.push(acceptor);
      }
    },
    // `http.Server.close` also cuts idle connections, on which a client may be sending at this very moment.
    close: async () => {
      await Promise.all([http, ...others].map((server) => closeListener(server)));
    },
  };
}

/** Sockets that share a port do so with those of any other process of the same user, which would be a silent mistake. */
async function checkFree(address: ListenAddress): Promise<void> {
  const trial = createServer();
  await listen(trial, { ...address, reusePort: false });
  await closeListener(trial);
}

function listen(server: NetServer, address: ListenAddress & Sharing): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeListener(server: NetServer): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}
