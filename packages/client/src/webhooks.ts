// Whether a webhook comes from your service: Standard Webhooks (https://www.standardwebhooks.com), HMAC-SHA256.
// The platform compares signatures, in constant time.

import type { WebhookEvent } from './contract.ts';

export type {
  BatchFinishedEvent,
  BudgetReachedEvent,
  WatchChangedEvent,
  WebhookEvent,
  WebhookTestEvent,
} from './contract.ts';

export type WebhookFault =
  /** A header is missing, or more than one signature list was sent. */
  | 'missing_header'
  /** `webhook-timestamp` is not a number of seconds. */
  | 'invalid_timestamp'
  /** Older or newer than the tolerance: a replay, or a clock that is wrong. */
  | 'timestamp_out_of_tolerance'
  /** None of the signatures was made with one of the secrets: another sender, another body. */
  | 'no_matching_signature';

/** Answer 401 and use nothing of the request. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ReceivedWebhook {
  /** A `Headers`, or an object with lower-case names as Node has it. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it came: parsed and written anew it has another signature. */
  readonly body: string | Uint8Array;
  /** `whsec_…`; several while a secret is being replaced. Undefined is refused with a sentence. */
  readonly secrets: string | readonly string[] | undefined;
  /** 300 seconds unless told otherwise. */
  readonly toleranceSeconds?: number;
  readonly nowMs?: number;
}

export interface VerifiedWebhook<Payload = WebhookEvent> {
  /** The same for every delivery of one message: keep it, and a message that comes twice is handled once. */
  readonly id: string;
  readonly sentAt: Date;
  readonly payload: Payload;
}

const signaturesMax = 16;

export async function verifyWebhook<Payload = WebhookEvent>(
  received: ReceivedWebhook,
): Promise<VerifiedWebhook<Payload>> {
  const { body, secrets, toleranceSeconds = 300, nowMs = Date.now() } = received;
  if (secrets === undefined) {
    throw new TypeError(
      '`secrets` is missing: give the secret of the endpoint. Is the environment variable set that holds it?',
    );
  }
  const id = getHeader(received, 'webhook-id');
  const timestamp = getHeader(received, 'webhook-timestamp');
  const signatures = getHeader(received, 'webhook-signature').split(' ').slice(0, signaturesMax);
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookError('invalid_timestamp', 'The header webhook-timestamp is not a number of seconds.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(content, signatures, typeof secrets === 'string' ? [secrets] : secrets))) {
    throw new WebhookError('no_matching_signature', 'No signature of this webhook was made with one of the secrets.');
  }
  const sentAtMs = Number(timestamp) * 1000;
  if (Math.abs(nowMs - sentAtMs) > toleranceSeconds * 1000) {
    const message = `The webhook was sent more than ${toleranceSeconds} s away from now: a replay, or a clock is wrong.`;
    throw new WebhookError('timestamp_out_of_tolerance', message);
  }
  return { id, sentAt: new Date(sentAtMs), payload: JSON.parse(new TextDecoder().decode(bytes)) as Payload };
}

function getHeader({ headers }: ReceivedWebhook, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') {
    throw new WebhookError('missing_header', `The header ${name} is missing, or was sent more than once.`);
  }
  return value;
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures.flatMap((text) => {
    const [version, encoded = ''] = text.split(',');
    const bytes = version === 'v1' ? fromBase64(encoded) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
  for (const secret of secrets) {
    const raw = fromBase64(secret.replace(/^whsec_/, ''));
    if (raw === undefined || raw.length === 0)
      throw new TypeError('A webhook secret must be base64, with or without whsec_.');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const candidate of candidates) {
      if (await crypto.subtle.verify('HMAC', key, candidate, content)) return true;
    }
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
