// A webhook as the public Standard Webhooks scheme has it (standardwebhooks.com): the id, the time and the body, signed together with
// the secret that the endpoint's owner was shown once.

import { createHmac } from 'node:crypto';
import type { RandomBytes } from '../random.ts';

export const signatureHeader = 'webhook-signature';
const secretPrefix = 'whsec_';
const secretBytes = 32;

export function createWebhookSecret(randomBytes: RandomBytes): string {
  return `${secretPrefix}${Buffer.from(randomBytes(secretBytes)).toString('base64')}`;
}

/** Returns the secret of a receiver that no store knows: the same for the same key, so that a developer configures it once. */
export function deriveWebhookSecret(key: string): string {
  return `${secretPrefix}${createHmac('sha256', key).update('webhooks of confere listen').digest('base64')}`;
}

interface Message {
  readonly id: string;
  readonly body: string;
  /** Each signs for itself: two while one takes the other's place. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}

/** The time is that of the attempt, so that a receiver may refuse what is old. */
export function toWebhookHeaders({ id, body, secrets, nowMs }: Message): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Confere-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    [signatureHeader]: signatures.join(' '),
  };
}
