// Clients that send slowly or do not read, twenty more in each tenth of a second; each is watched until the service drops it.

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRaw, type RawClient } from '../../support/http/raw-client.ts';
import { answerPlan, runApart } from './apart.ts';

export interface SlowClientsPlan {
  readonly port: number;
  readonly key: string;
  readonly count: number;
}

export interface SlowClientsReport {
  readonly opened: number;
  readonly remaining: number;
  /** The longest that one of them was connected. */
  readonly slowestMs: number;
}

const openedAtOnce = 20;

export function openSlowClients(plan: SlowClientsPlan): Promise<SlowClientsReport> {
  return runApart(import.meta.filename, plan);
}

async function open({ port, key, count }: SlowClientsPlan): Promise<SlowClientsReport> {
  const beginnings = [
    'GET /livez HTTP/1.1\r\nHost: a\r\nX-Slow: ',
    `POST /v1/verify/cpf HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"cpf"`,
    // Far more than the buffers between the two can hold; nobody reads it.
    'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20),
  ];
  const unreadKind = 2;
  const clients: RawClient[] = [];
  const openedAtMs = new Map<number, number>();
  let slowestMs = 0;
  const startedAtMs = performance.now();
  while ((clients.length < count || openedAtMs.size > 0) && performance.now() - startedAtMs < 65_000) {
    for (let index = 0; index < openedAtOnce && clients.length < count; index++) {
      const kind = clients.length % beginnings.length;
      const client = await openRaw(port, beginnings[kind], { isReading: kind !== unreadKind });
      clients.push(client);
      openedAtMs.set(client.port, performance.now());
    }
    const connected = findConnected(port);
    for (const [clientPort, sinceMs] of openedAtMs) {
      if (connected.has(clientPort)) continue;
      openedAtMs.delete(clientPort);
      slowestMs = Math.max(slowestMs, performance.now() - sinceMs);
    }
    await sleep(100);
  }
  for (const { socket } of clients) socket.destroy();
  return { opened: count, remaining: openedAtMs.size, slowestMs };
}

/** The ports of the clients that the server still has: whether one that does not read was dropped, only the system knows. */
function findConnected(port: number): ReadonlySet<number> {
  const established = '01';
  const toPort = (address: string) => Number.parseInt(address.split(':')[1] as string, 16);
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return new Set(
    lines.flatMap((line) => {
      const [, local, remote, state] = line.trim().split(/\s+/) as [string, string, string, string];
      return toPort(local) === port && state === established ? [toPort(remote)] : [];
    }),
  );
}

answerPlan(import.meta.filename, open);
