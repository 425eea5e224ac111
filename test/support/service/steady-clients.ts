// Clients that send one request after another, with a short rest between, until they are told to end, as real ones do: half of them keep
// their connection, half open one for each request. What fails is counted, and tried no second time.

import { Agent, request as send } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { gatherText } from '../texts.ts';

interface Sent {
  readonly url: string;
  readonly key: string;
  /** POST unless told otherwise. */
  readonly method?: 'GET';
  readonly body?: string;
  readonly agent?: Agent;
}

/** On a connection of its own unless it is given one. */
export function sendOnce({ url, key, method, body, agent }: Sent) {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly body: string }>();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const request = send(url, { method: method ?? 'POST', headers, agent: agent ?? false }, (response) => {
    const text = gatherText(response.setEncoding('utf8'));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text() }));
    response.on('error', reject);
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** A test waits for processes to start and end; without a rest its clients would take the processor from them. */
const restMs = 100;

export function startClients(count: number, toSent: (index: number) => Sent) {
  /** Answers with another status than 200, and requests that got none. */
  const failures: string[] = [];
  /** Every answer with 200. */
  const bodies: string[] = [];
  let sent = 0;
  let ending = false;
  const run = async (index: number) => {
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 });
    while (!ending) {
      try {
        const { status, body } = await sendOnce({ ...toSent(sent++), agent });
        if (status === 200) bodies.push(body);
        else failures.push(`${status} ${body}`);
      } catch (error) {
        failures.push(String((error as NodeJS.ErrnoException).code));
      }
      await rest(restMs);
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: count }, (_, index) => run(index)));
  return {
    failures,
    bodies,
    answered: () => bodies.length,
    end: async () => {
      ending = true;
      await running;
    },
  };
}
