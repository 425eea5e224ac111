// Several listening sockets on one port. Node accepts one connection per listening socket in each turn of its event loop.
// With one socket, new clients queue behind the work of all others (docs/decisions/accepting-connections.md).
// They outlive the server that they feed: a new one can take over without a moment in which nobody listens.

import { lookup } from 'node:dns/promises';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, Server as NetServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Sockets that were bound by the process that started this one, and that it shares with others. */
export interface InheritedSockets {
  readonly descriptors: readonly number[];
}

export interface Acceptors {
  readonly port: number;
  /** New connections go to this server from now on. */
  feed(http: HttpServer): void;
  /** No new connections; over when those that are open have ended. */
  close(): Promise<void>;
}

export const acceptorCount = 8;
/** Elsewhere the option is unknown, or gives all connections to one of the sockets. */
export const canShare = process.platform === 'linux';

export async function openAcceptors(place: ListenAddress | InheritedSockets): Promise<Acceptors> {
  let fed: HttpServer | undefined;
  // As Node's HTTP server makes its own.
  const createAcceptor = () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      if (fed === undefined) socket.destroy();
      else fed.emit('connection', socket);
    });
  const acceptors: NetServer[] = [];
  const open = async (options: object): Promise<AddressInfo> => {
    const acceptor = createAcceptor();
    await listen(acceptor, options);
    acceptors.push(acceptor);
    return acceptor.address() as AddressInfo;
  };
  const port = 'descriptors' in place ? await openInherited(place, open) : await openOwn(place, open);
  return {
    port,
    feed: (http) => {
      fed = http;
      // Node watches over slow clients from this event on. It is emitted as `connection` is, because the server has no socket.
      http.emit('listening');
    },
    close: async () => {
      await Promise.all(acceptors.map(closeListener));
    },
  };
}

type Open = (options: object) => Promise<AddressInfo>;

async function openOwn({ host, port }: ListenAddress, open: Open): Promise<number> {
  if (canShare && port !== 0) await checkFree({ host, port });
  let chosen = port;
  for (const address of await findAddresses(host)) {
    for (let count = 0; count < (canShare ? acceptorCount : 1); count++) {
      chosen = (await open({ host: address, port: chosen, reusePort: canShare })).port;
    }
  }
  return chosen;
}

/** `localhost` is both of its addresses: a client may try either first. */
export async function findAddresses(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  const addresses = found.map(({ address }) => address);
  return host === 'localhost' ? addresses : addresses.slice(0, 1);
}

async function openInherited({ descriptors }: InheritedSockets, open: Open): Promise<number> {
  let port = 0;
  for (const fd of descriptors) port = (await open({ fd })).port;
  return port;
}

/** Sockets that share a port do so with those of any other process of the same user, which would be a silent mistake. */
export async function checkFree(address: ListenAddress): Promise<void> {
  const trial = createServer();
  await listen(trial, { ...address, reusePort: false });
  await closeListener(trial);
}

function listen(server: NetServer, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeListener(server: NetServer): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}
