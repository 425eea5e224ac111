// A folder behind any plain web server as a depot. It can only be read.

import type { Depot } from './depot.ts';
import { createObjectServer, type ObjectServerOptions } from './http-objects.ts';
import { toCredentials } from './transfer.ts';

export function openHttpDepot(address: URL, options: Omit<ObjectServerOptions, 'origin'>): Depot {
  const server = createObjectServer({ ...options, origin: address.origin });
  const base = address.pathname.replace(/(?<!\/)\/*$/, '/');
  const headers = toCredentials(address);
  return {
    address: `${address.origin}${base}`,
    async read(name, bytesMax, signal) {
      const answer = await server.send({ method: 'GET', path: `${base}${name}`, headers, bytesMax, signal });
      if (answer.status === 200) return answer.body;
      if (answer.status === 404 || answer.status === 410) return undefined;
      throw server.toFault(answer, name);
    },
    close: server.close,
  };
}
