// A way to a server that the test can spoil: what goes through it is passed on, held back, swallowed or cut off.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** `drop` is a cable that was pulled: nobody is told anything, and a new connection is taken and never answered. */
export type ProxyMode = 'pass' | 'drop' | 'reset';

export interface TcpProxy {
  readonly port: number;
  /** For connections that are open, and those to come. */
  set(mode: ProxyMode): void;
  /** Where connections to come lead: an address that is moved to another server. */
  aim(port: number): void;
  /** Every piece takes so long in either direction. */
  delay(ms: number): void;
  /** How many were made, open or not. */
  connections(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(firstTarget: number): Promise<TcpProxy> {
  let targetPort = firstTarget;
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: ProxyMode = 'pass';
  let delayMs = 0;

  function relay(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (mode === 'drop') return;
      if (delayMs === 0) to.write(chunk);
      else setTimeout(() => mode !== 'drop' && to.writable && to.write(chunk), delayMs);
    });
    from.on('error', () => {});
    from.on('close', () => {
      // A cut cable tells the other side nothing.
      if (mode !== 'drop') to.destroy();
    });
  }

  let connections = 0;
  const server = createServer((client) => {
    connections++;
    if (mode === 'reset') {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    relay(client, target);
    relay(target, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };

  return {
    port,
    set(wanted) {
      // What went on while bytes were swallowed cannot go on afterwards.
      const isBroken = mode === 'drop' && wanted !== 'drop';
      mode = wanted;
      if (wanted === 'reset' || isBroken)
        for (const [client, target] of pairs) {
          client.resetAndDestroy();
          target.destroy();
        }
    },
    aim(aimed) {
      targetPort = aimed;
    },
    delay(ms) {
      delayMs = ms;
    },
    connections: () => connections,
    async close() {
      for (const [client, target] of pairs) {
        client.destroy();
        target.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
