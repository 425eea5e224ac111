// One call to an address that somebody else chose. Its name is looked up once and the call goes to what was found, so that the address
// that was judged is the one that is called. No redirect is followed; of the answer only the status counts, and little more is read.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Client } from 'undici';
import type { OutgoingWebhook, SendFailure, SendOutcome, SendWebhook } from '../app/webhooks/ports.ts';
import { createNetworkList } from '../domain/access/network.ts';
import { isPublicAddress } from '../domain/access/public-address.ts';

interface SendWebhookOptions {
  /** Webhooks may go to these networks although they are not public. */
  readonly allowedNetworks: readonly string[];
  readonly allowHttp: boolean;
  readonly deadlineMs: number;
  /** All addresses of a name; the machine's own resolver unless told otherwise. */
  readonly lookUp?: (name: string) => Promise<FoundAddress[]>;
}

interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** Enough for any server's courtesy; the rest of a longer answer is not waited for. */
const answerBytesMax = 64 * 1024;
const headerBytesMax = 16 * 1024;

/** Creates a check that judges an address as far as is possible now. An unknown name may become known later, so every call judges it again. */
export function createMayReach(options: Pick<SendWebhookOptions, 'allowedNetworks' | 'lookUp' | 'deadlineMs'>) {
  const isAllowed = toRule(options);
  return async (address: string): Promise<boolean> => {
    const signal = AbortSignal.timeout(options.deadlineMs);
    const found = await withDeadline(findAddresses(new URL(address), toLookUp(options)), signal);
    return !Array.isArray(found) || found.every(isAllowed);
  };
}

export function createSendWebhook(options: SendWebhookOptions): SendWebhook {
  const { allowHttp, deadlineMs } = options;
  const lookUp = toLookUp(options);
  const isAllowed = toRule(options);

  return async (webhook, stop) => {
    const url = new URL(webhook.url);
    // The setting may have been taken back since the address was accepted.
    if (url.protocol !== 'https:' && !allowHttp) return { kind: 'failed', reason: 'address_refused' };
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), stop]);
    const found = await withDeadline(findAddresses(url, lookUp), signal);
    if (!Array.isArray(found)) return { kind: 'failed', reason: found };
    // One that is not allowed spoils all: whoever mixes them is up to something.
    if (!found.every(isAllowed)) return { kind: 'failed', reason: 'address_refused' };
    return call(url, webhook, found, signal);
  };
}

function toRule({ allowedNetworks }: Pick<SendWebhookOptions, 'allowedNetworks'>) {
  const allowed = createNetworkList(allowedNetworks);
  return ({ address }: FoundAddress) => isPublicAddress(address) || allowed.includes(address);
}

function toLookUp({ lookUp }: Pick<SendWebhookOptions, 'lookUp'>) {
  return lookUp ?? ((name: string) => lookup(name, { all: true, verbatim: true }));
}

async function findAddresses(
  { hostname }: URL,
  lookUp: (name: string) => Promise<FoundAddress[]>,
): Promise<FoundAddress[] | SendFailure> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(bare);
  if (family !== 0) return [{ address: bare, family }];
  try {
    const found = await lookUp(bare);
    return found.length === 0 ? 'name_not_found' : found;
  } catch {
    return 'name_not_found';
  }
}

function withDeadline<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | 'timeout'> {
  return Promise.race([
    value,
    new Promise<'timeout'>((resolve) => signal.addEventListener('abort', () => resolve('timeout'), { once: true })),
  ]);
}

function call(
  url: URL,
  { headers, body }: OutgoingWebhook,
  found: readonly FoundAddress[],
  signal: AbortSignal,
): Promise<SendOutcome> {
  const client = new Client(url.origin, {
    maxHeaderSize: headerBytesMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 0,
      // As Node asks for it: all addresses, or the first one.
      lookup: (_name, options, answer) => {
        const [first] = found;
        if (options.all) answer(null, [...found]);
        else answer(null, first?.address ?? '', first?.family ?? 4);
      },
    },
  });
  return new Promise<SendOutcome>((resolve) => {
    let status = 0;
    let retryAfter: string | undefined;
    let bytes = 0;
    const settle = (outcome: SendOutcome): void => {
      resolve(outcome);
      void client.destroy();
    };
    const settleAnswered = () => settle({ kind: 'answered', status, retryAfter });
    // Once the status is there, what is missing of the answer is not worth the wait.
    const onAbort = () => (status === 0 ? settle({ kind: 'failed', reason: 'timeout' }) : settleAnswered());
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    client.dispatch(
      { method: 'POST', path: `${url.pathname}${url.search}`, headers: { ...headers }, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, answered, answerHeaders) {
          if (answered < 200) return;
          status = answered;
          retryAfter = [answerHeaders['retry-after']].flat()[0];
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length;
          if (bytes > answerBytesMax) settleAnswered();
        },
        onResponseEnd: settleAnswered,
        onResponseError(_controller, error) {
          if (status !== 0) settleAnswered();
          else settle({ kind: 'failed', reason: isNoHttp(error) ? 'invalid_answer' : 'connection_failed' });
        },
      },
    );
  });
}

function isNoHttp({ name }: Error): boolean {
  return name === 'HTTPParserError' || name === 'HeadersOverflowError';
}
