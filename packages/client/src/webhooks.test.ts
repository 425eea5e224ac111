// Held against the scheme's own library, in both directions of every fault.

import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { eventTypes } from '../../../src/app/events/ports.ts';
import type { Batch, BatchFinishedEvent, WebhookEvent } from './contract.ts';
import { type ReceivedWebhook, verifyWebhook } from './webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
const oldSecret = `whsec_${Buffer.from('the secret that was there before').toString('base64')}`;
const sentAt = new Date('2026-11-15T12:00:00Z');
const body = '{"type":"batch.finished","data":{"id":"bat_1","naïve":"ç"}}';

const signature = new Webhook(secret).sign('msg_1', sentAt, body);

function receive(changes: Partial<ReceivedWebhook> & { signature?: string } = {}): ReceivedWebhook {
  const { signature: sent = signature, ...more } = changes;
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(sentAt.getTime() / 1000),
    'webhook-signature': sent,
  };
  return { headers, body, secrets: secret, nowMs: sentAt.getTime(), ...more };
}

test('the bodies have a type for every event that the service sends, and for no other', () => {
  type Sent = (typeof eventTypes)[number];
  const same: [Sent] extends [WebhookEvent['type']] ? ([WebhookEvent['type']] extends [Sent] ? true : never) : never =
    true;
  expect(same).toBe(true);
  expectTypeOf<BatchFinishedEvent['data']>().toExtend<Pick<Batch, 'reason' | 'rows' | 'counts'>>();
});

test('without a secret, as of a variable that is not set, says what to look at', async () => {
  const received = { headers: {}, body: '', secrets: undefined };
  await expect(verifyWebhook(received)).rejects.toThrow(/^`secrets` is missing: .*environment variable/);
});

describe('a webhook', () => {
  test.each([
    ['from Node’s headers', {}],
    ['from a Headers', { headers: new Headers(receive().headers as Record<string, string>) }],
    ['as bytes', { body: new TextEncoder().encode(body) }],
    ['while the secret is being replaced', { secrets: [oldSecret, secret] }],
    ['with a secret without its prefix', { secrets: secret.slice(6) }],
    ['at the end of the tolerance', { nowMs: sentAt.getTime() + 300_000 }],
  ])('signed as the scheme says is believed: %s', async (_name, changes) => {
    expect(await verifyWebhook(receive(changes))).toEqual({ id: 'msg_1', sentAt, payload: JSON.parse(body) });
  });

  test('of which one signature of several fits is believed', async () => {
    const older = new Webhook(oldSecret).sign('msg_1', sentAt, body);
    const received = receive({ signature: `v1a,AAAA v1,%%% ${older} ${signature}` });
    await expect(verifyWebhook(received)).resolves.toMatchObject({ id: 'msg_1' });
  });

  const without = (name: string) => ({ ...(receive().headers as Record<string, string>), [name]: undefined });
  test.each([
    ['another secret', { secrets: oldSecret }, 'no_matching_signature'],
    ['another body', { body: body.replace('bat_1', 'bat_2') }, 'no_matching_signature'],
    ['another id', { headers: { ...receive().headers, 'webhook-id': 'msg_2' } }, 'no_matching_signature'],
    ['a cut signature', { signature: signature.slice(0, -4) }, 'no_matching_signature'],
    ['an empty signature', { signature: 'v1,' }, 'no_matching_signature'],
    ['no secret at all', { secrets: [] }, 'no_matching_signature'],
    ['a late one', { nowMs: sentAt.getTime() + 301_000 }, 'timestamp_out_of_tolerance'],
    ['one from the future', { nowMs: sentAt.getTime() - 301_000 }, 'timestamp_out_of_tolerance'],
    ['no id', { headers: without('webhook-id') }, 'missing_header'],
    ['no time', { headers: without('webhook-timestamp') }, 'missing_header'],
    ['no signature', { headers: without('webhook-signature') }, 'missing_header'],
    ['a time in words', { headers: { ...receive().headers, 'webhook-timestamp': 'now' } }, 'invalid_timestamp'],
  ] as [string, Partial<ReceivedWebhook>, string][])('is refused for %s', async (_name, changes, code) => {
    await expect(verifyWebhook(receive(changes))).rejects.toMatchObject({ name: 'WebhookError', code });
  });

  test('checked with a secret that is none is the receiver’s own mistake', async () => {
    await expect(verifyWebhook(receive({ secrets: 'whsec_%' }))).rejects.toBeInstanceOf(TypeError);
  });
});
