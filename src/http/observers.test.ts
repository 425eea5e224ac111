import { expect, it, onTestFinished } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createServer, type ServerOptions } from './server.ts';

it('a listener that throws changes no answer: neither a good one nor a refusal', async () => {
  // Only what these requests reach is there; the rest of the house has nothing to do with listeners.
  const { server } = createServer({
    clock: createManualClock(),
    createRequestId: () => 'req_observed',
    onRequestDone: () => {
      throw new Error('the log is full');
    },
    onConnectionsDropped: () => {},
    findUnreadiness: async () => undefined,
    hasLiveSources: false,
    features: [],
    connectionsMax: 10,
    connectionsPerClientMax: 10,
    trustedProxies: [],
  } as unknown as ServerOptions);
  onTestFinished(() => server.close());
  expect((await server.inject('/livez')).statusCode).toBe(200);
  const refused = await server.inject('/nowhere');
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
  const undecodable = await server.inject('/%');
  expect([undecodable.statusCode, undecodable.json().code]).toEqual([400, 'malformed_http']);
});
