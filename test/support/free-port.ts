// A port for a server that must be told one, or on which nobody is to listen. It lies below those that the system gives to whoever asks
// for any: of those, another test could be given this one before the server has it, or while it is down. Each worker of a run has ports
// of its own, and gives none of them twice.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

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
