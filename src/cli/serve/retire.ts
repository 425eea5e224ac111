// Ends a service without losing a request: tells its clients to go, waits for them, closes what it holds.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Acceptors } from '../../compose/service/listener.ts';
import type { RunningService } from '../../compose/service/service.ts';

/** A load balancer that watches `/readyz`, or a client with an idle connection, has this long to notice. */
const drainMs = 500;
const lastRequestMs = 2_000;
const inFlightMs = 10_000;
const lookEveryMs = 20;

type Ending = Pick<RunningService, 'startDraining' | 'connections' | 'server' | 'close'>;

/** Reports that the service is not ready, then refuses new connections, and then continues as `retire` does. */
export async function stopServing(service: Ending, acceptors: Acceptors): Promise<void> {
  service.startDraining();
  if (service.connections() > 0) await sleep(drainMs);
  void acceptors.close();
  await endConnections(service);
}

/** The service gets no new connections any more, because a successor does; `/readyz` speaks for both. */
export async function retire(service: Ending): Promise<void> {
  service.startDraining('successor');
  await endConnections(service);
}

/**
 * Clients on kept-alive connections are told to go with their next answer; cutting their idle connections at once would lose
 * the requests already on the way.
 */
async function endConnections(service: Ending): Promise<void> {
  const http = service.server.server;
  await waitForClients(service, lastRequestMs);
  http.closeIdleConnections();
  await waitForClients(service, inFlightMs);
  http.closeAllConnections();
  await service.close();
}

async function waitForClients(service: Ending, atMostMs: number): Promise<void> {
  for (let left = atMostMs / lookEveryMs; left > 0 && service.connections() > 0; left--) await sleep(lookEveryMs);
}
