// A receiver of webhooks over a real socket: it proves signatures as standardwebhooks.com says, and misbehaves on demand.

import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type PartyServer, type ReceivedRequest, startParty } from './party-server.ts';

export interface ReceivedWebhook {
  readonly id: string;
  readonly timestampMs: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
  /** Among its signatures, of which there are two while a secret is replaced. */
  readonly isSignedWith: (secret: string) => boolean;
  readonly signatures: number;
}

export interface WebhookReceiver extends Omit<PartyServer, 'requests'> {
  readonly received: readonly ReceivedWebhook[];
  /** What it does from now on; it answers 204 unless told otherwise. */
  behave(behaviour: (response: ServerResponse) => void): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let behaviour = (response: ServerResponse): void => void response.writeHead(204).end();
  const received: ReceivedWebhook[] = [];
  const party = await startParty((request, response) => {
    received.push(toReceived(request));
    behaviour(response);
  });
  return {
    ...party,
    received,
    behave: (next) => {
      behaviour = next;
    },
  };
}

function toReceived({ headers, body }: ReceivedRequest): ReceivedWebhook {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]));
  const signatures = signature?.split(' ') ?? [];
  return {
    id: id as string,
    timestampMs: Number(timestamp) * 1000,
    body: JSON.parse(body),
    isSignedWith: (secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      return signatures.includes(`v1,${expected}`);
    },
    signatures: signatures.length,
  };
}
