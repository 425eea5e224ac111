// Webhooks over real sockets: what is sent, when it is tried again, where it may not go.

import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEvents } from '../../../src/app/events/new-event.ts';
import { createSealOfAll } from '../../../src/app/seal.ts';
import { withDamageTold } from '../../../src/app/sealed-rows.ts';
import { createDeliverer, toDelayMs, type WebhookAttempt } from '../../../src/app/webhooks/deliver-webhooks.ts';
import { sealEndpoint } from '../../../src/app/webhooks/endpoint.ts';
import { createWebhookSecret } from '../../../src/app/webhooks/webhook-message.ts';
import type { KeyId } from '../../../src/domain/access/api-key.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createWebhookStore } from '../../../src/stores/webhooks/webhooks.sql.ts';
import { createSendWebhook } from '../../../src/webhooks/send-webhook.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/parties/webhook-receiver.ts';
import { openTestStore, testRowProof } from '../../support/stores/sqlite-store.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function startReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  opened.push(receiver);
  return receiver;
}

const loopback = ['127.0.0.0/8', '::1'];
const secret = createWebhookSecret((length) => new Uint8Array(length).fill(9));
const seal = withDamageTold(
  createSealOfAll(() => [new Uint8Array(32).fill(3)]),
  () => {},
);

interface Setup {
  readonly url: string;
  readonly allowedNetworks?: readonly string[];
  readonly allowHttp?: boolean;
  readonly deadlineMs?: number;
  readonly attemptsMax?: number;
  /** Whether an outcome cannot be written down now. */
  readonly isFull?: () => boolean;
  /** What the name is, each time that it is looked up. */
  readonly lookUp?: (name: string) => Promise<{ address: string; family: number }[]>;
}

async function setUp({
  url,
  allowedNetworks = loopback,
  allowHttp = true,
  deadlineMs = 60_000,
  attemptsMax = 3,
  isFull = () => false,
  lookUp,
}: Setup) {
  const clock = createManualClock();
  const sqlite: SqliteStore = openTestStore(join(createOutputDirectory('webhooks'), 'data'), clock);
  opened.push(sqlite);
  const store = createWebhookStore(createSqliteSql(sqlite), testRowProof);
  await store.insertEndpoint({
    id: 'wh_1',
    keyId: 'key_1' as KeyId,
    sealed: sealEndpoint(seal, 'wh_1', { url, secret }),
    createdAtMs: clock.nowMs(),
  });
  let made = 0;
  const create = createEvents({ seal, clock, createId: () => `msg_${++made}` });
  const attempts: WebhookAttempt[] = [];
  const deliverer = createDeliverer({
    store: {
      ...store,
      recordAttempt: async (id, attempted) => {
        if (isFull()) throw new Error('SQLITE_FULL');
        await store.recordAttempt(id, attempted);
      },
    },
    seal,
    send: createSendWebhook({ allowedNetworks, allowHttp, deadlineMs, ...(lookUp && { lookUp }) }),
    clock,
    randomShare: () => 0.5,
    attemptsMax,
    onAttempt: (attempt) => void attempts.push(attempt),
  });
  const enqueue = async () => {
    const delivery = create({ keyId: 'key_1' as KeyId, webhookId: 'wh_1' }, 'webhook.test', { webhook_id: 'wh_1' });
    await store.enqueue(delivery);
    return delivery.id;
  };
  const deliver = async (signal = new AbortController().signal) => {
    const { begun, done } = await deliverer.beginDue(signal);
    await done;
    return begun;
  };
  return { clock, store, attempts, enqueue, deliver, beginDue: deliverer.beginDue };
}

describe('a webhook', () => {
  it('is signed over its id, its time and its body, and is delivered once it is answered', async () => {
    const receiver = await startReceiver();
    const { clock, store, enqueue, deliver } = await setUp({ url: `${receiver.origin}/hook?tenant=7` });
    const id = await enqueue();
    clock.advance(5_000);
    expect(await deliver()).toBe(1);
    const [webhook] = receiver.received;
    expect(webhook).toMatchObject({ id, timestampMs: clock.nowMs(), body: { type: 'webhook.test' } });
    expect(webhook?.body.timestamp).toBe(new Date(clock.nowMs() - 5_000).toISOString());
    expect([webhook?.isSignedWith(secret), webhook?.isSignedWith(`${secret.slice(0, -4)}AAA=`)]).toEqual([true, false]);
    expect(await store.find(id)).toMatchObject({ state: 'delivered', attempts: 1, lastOutcome: 'status 204' });
    expect(await deliver()).toBe(0);
  });

  it('that is refused is tried again later and later, with the same id and a new time, until it is dead', async () => {
    const receiver = await startReceiver();
    receiver.behave((response) => void response.writeHead(500).end());
    const { clock, store, enqueue, deliver } = await setUp({ url: receiver.origin });
    const id = await enqueue();
    await deliver();
    expect(await deliver()).toBe(0);
    clock.advance(5_000);
    expect(await deliver()).toBe(1);
    clock.advance(19_999);
    expect(await deliver()).toBe(0);
    clock.advance(1);
    expect(await deliver()).toBe(1);
    expect(await store.find(id)).toMatchObject({ state: 'dead', attempts: 3, lastOutcome: 'status 500' });
    expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
    expect(new Set(receiver.received.map((webhook) => webhook.timestampMs)).size).toBe(3);
    receiver.behave((response) => void response.writeHead(200).end());
    await store.resend(id, clock.nowMs());
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'delivered', attempts: 4 });
  });

  it('waits for as long as the receiver asks, and is dead at once where the receiver is gone for good', async () => {
    const receiver = await startReceiver();
    receiver.behave((response) => void response.writeHead(429, { 'retry-after': '120' }).end());
    const { clock, store, enqueue, deliver } = await setUp({ url: receiver.origin });
    const id = await enqueue();
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'pending', dueAtMs: clock.nowMs() + 120_000 });
    receiver.behave((response) => void response.writeHead(410).end());
    clock.advance(120_000);
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'dead', attempts: 2 });
  });

  it('waits with jitter, and never longer than half a day', () => {
    expect([toDelayMs(1, 0), toDelayMs(1, 0.999_999)]).toEqual([4_000, 6_000]);
    expect(toDelayMs(40, 0.5)).toBe(12 * 3_600_000);
  });

  it('whose outcome a full disk cannot take is not sent again meanwhile', async () => {
    const receiver = await startReceiver();
    let isFull = true;
    const { store, enqueue, beginDue } = await setUp({ url: receiver.origin, isFull: () => isFull });
    const id = await enqueue();
    const { signal } = new AbortController();
    const first = await beginDue(signal);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect((await beginDue(signal)).begun).toBe(0);
    isFull = false;
    await first.done;
    expect(await store.find(id)).toMatchObject({ state: 'delivered', attempts: 1 });
    expect((await beginDue(signal)).begun).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  it('that is given up in the middle of a call is not counted, and is sent again with the same id', async () => {
    const receiver = await startReceiver();
    const stop = new AbortController();
    receiver.behave(() => stop.abort());
    const { store, enqueue, deliver } = await setUp({ url: receiver.origin });
    const id = await enqueue();
    await deliver(stop.signal);
    expect(await store.find(id)).toMatchObject({ state: 'pending', attempts: 0 });
    receiver.behave((response) => void response.writeHead(200).end());
    await deliver();
    expect(receiver.received.map((webhook) => webhook.id)).toEqual([id, id]);
  });
});

describe('a receiver that misbehaves', () => {
  it('by redirecting to loopback is not followed', async () => {
    const [receiver, inside] = [await startReceiver(), await startReceiver()];
    receiver.behave((response) => void response.writeHead(307, { location: `${inside.origin}/admin` }).end());
    const { store, enqueue, deliver } = await setUp({ url: receiver.origin });
    const id = await enqueue();
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'pending', lastOutcome: 'status 307' });
    expect(inside.connections()).toBe(0);
  });

  it('that does not open is dead at once, and holds up nobody else', async () => {
    const receiver = await startReceiver();
    const { store, deliver } = await setUp({ url: receiver.origin });
    const moved = createEvents({ seal, clock: createManualClock(), createId: () => 'msg_moved' });
    const event = moved({ keyId: 'key_1' as KeyId, webhookId: 'wh_1' }, 'webhook.test', {});
    await store.enqueue({ ...event, id: 'msg_elsewhere' });
    await deliver();
    expect(await store.find('msg_elsewhere')).toMatchObject({ state: 'dead', attempts: 1, lastOutcome: 'row_damaged' });
    expect(await deliver()).toBe(0);
  });

  it('by hanging ends with the deadline, and holds up nobody else', async () => {
    const [hanging, good] = [await startReceiver(), await startReceiver()];
    hanging.behave(() => {});
    const { store, enqueue, deliver, attempts } = await setUp({ url: hanging.origin, deadlineMs: 300 });
    await store.insertEndpoint({
      id: 'wh_2',
      keyId: 'key_1' as KeyId,
      sealed: sealEndpoint(seal, 'wh_2', { url: good.origin, secret }),
      createdAtMs: 0,
    });
    const slow = await enqueue();
    const other = createEvents({ seal, clock: createManualClock(), createId: () => 'msg_other' });
    await store.enqueue(other({ keyId: 'key_1' as KeyId, webhookId: 'wh_2' }, 'webhook.test', {}));
    expect(await deliver()).toBe(2);
    expect(attempts.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['msg_other', 'answered'],
      [slow, 'timeout'],
    ]);
  });

  it('by sending its answer drop by drop ends with the deadline, and by its status', async () => {
    const receiver = await startReceiver();
    receiver.behave((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const { store, enqueue, deliver } = await setUp({ url: receiver.origin, deadlineMs: 300 });
    const id = await enqueue();
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'delivered' });
  });

  it('by answering 10 MB is read no further than its courtesy', async () => {
    const receiver = await startReceiver();
    let taken = 0;
    receiver.behave((response) => {
      response.writeHead(200, { 'content-length': String(10_000_000) });
      const piece = Buffer.alloc(10_000);
      const write = () => {
        while (taken < 10_000_000 && !response.destroyed) {
          taken += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
      };
      write();
    });
    const { store, enqueue, deliver } = await setUp({ url: receiver.origin });
    const id = await enqueue();
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'delivered', lastOutcome: 'status 200' });
    expect(taken).toBeLessThan(10_000_000);
  });

  it('by not speaking HTTP, or not at all, is tried again', async () => {
    const receiver = await startReceiver();
    receiver.behave((response) => void response.socket?.end('no http at all\r\n\r\n'));
    const { store, enqueue, deliver, clock } = await setUp({ url: receiver.origin });
    const id = await enqueue();
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'pending', lastOutcome: 'invalid_answer' });
    await receiver.close();
    clock.advance(5_000);
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'pending', lastOutcome: 'connection_failed' });
  });
});

describe('an address that webhooks may not go to', () => {
  const refused = async (setup: Setup) => {
    const { store, enqueue, deliver } = await setUp(setup);
    const id = await enqueue();
    await deliver();
    return (await store.find(id))?.lastOutcome;
  };

  it('is refused before a connection is made, however it is written', async () => {
    const receiver = await startReceiver();
    const { port } = receiver;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0']) {
      expect([host, await refused({ url: `http://${host}:${port}/`, allowedNetworks: [] })]).toEqual([
        host,
        'address_refused',
      ]);
    }
    expect(await refused({ url: 'http://169.254.169.254/latest/meta-data' })).toBe('address_refused');
    expect(receiver.connections()).toBe(0);
  });

  it('is refused also where a name has it beside one that is allowed', async () => {
    const receiver = await startReceiver();
    const lookUp = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    expect(await refused({ url: `http://receiver.example:${receiver.port}/`, lookUp })).toBe('address_refused');
    expect(receiver.connections()).toBe(0);
  });

  it('is not reached by a name that is another one when it is looked up again: the call goes to what was judged', async () => {
    const receiver = await startReceiver();
    let looks = 0;
    const lookUp = async () => [{ address: ++looks === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    const { store, enqueue, deliver } = await setUp({ url: `http://receiver.example:${receiver.port}/hook`, lookUp });
    const id = await enqueue();
    await deliver();
    expect(await store.find(id)).toMatchObject({ state: 'delivered' });
    expect([looks, receiver.received.length]).toEqual([1, 1]);
  });

  it('is refused without TLS unless that is allowed', async () => {
    const receiver = await startReceiver();
    expect(await refused({ url: receiver.origin, allowHttp: false })).toBe('address_refused');
    expect(receiver.connections()).toBe(0);
  });

  it('is told apart from a name that does not exist', async () => {
    expect(await refused({ url: 'http://no-such-name.invalid/' })).toBe('name_not_found');
  });
});
