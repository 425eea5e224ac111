// Makes contact with a party without asking it anything: its address, its certificate, its clock. No credential is sent, so
// there is nothing that could be billed.

import { lookup } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../app/clock.ts';
import type { TlsOptions } from '../call/http-exchange.ts';
import { type FindProxy, openTunnel } from '../call/proxy.ts';

export type Contact =
  | { readonly kind: 'no_address'; readonly host: string; readonly code: string }
  | { readonly kind: 'refused'; readonly code: string }
  | {
      readonly kind: 'reached';
      /** The party's certificate ends at this time. The value is null if the connection does not use TLS. */
      readonly certificateEndsMs: number | null;
      /** `clockAheadMs` states how far the party's clock is ahead of ours. The value is null if the party does not state its time. */
      readonly clockAheadMs: number | null;
      readonly tookMs: number;
    };

interface ContactOptions {
  readonly tls: TlsOptions;
  readonly findProxy: FindProxy;
  readonly withinMs: number;
  readonly clock: Clock;
}

export async function makeContact(origin: string, options: ContactOptions): Promise<Contact> {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const proxy = options.findProxy(origin);
  if (proxy !== undefined) {
    try {
      return await greet(url, options, await openTunnel(proxy, origin, options.withinMs));
    } catch (error) {
      return { kind: 'refused', code: toCode(error) };
    }
  }
  try {
    await lookup(host);
  } catch (error) {
    return { kind: 'no_address', host, code: toCode(error) };
  }
  return greet(url, options);
}

/** `tunnel` is the way through a proxy. */
function greet(url: URL, { tls, withinMs, clock }: ContactOptions, tunnel?: Socket): Promise<Contact> {
  return new Promise((resolve) => {
    const startedMs = clock.monotonicMs();
    const signal = AbortSignal.timeout(withinMs);
    const options = { method: 'HEAD', path: '/', agent: false, signal, headers: { connection: 'close' } } as const;
    const isTls = url.protocol === 'https:';
    const through = tunnel === undefined ? {} : isTls ? { socket: tunnel } : { createConnection: () => tunnel };
    const request = isTls
      ? requestTls(url, { ...options, ...tls, ...through })
      : requestPlain(url, { ...options, ...through });
    let certificateEndsMs: number | null = null;
    request.on('socket', (socket) => {
      if (!isTls) return;
      socket.once('secureConnect', () => {
        certificateEndsMs = Date.parse((socket as TLSSocket).getPeerCertificate().valid_to);
      });
    });
    request.on('response', (response) => {
      response.resume();
      const tookMs = clock.monotonicMs() - startedMs;
      const theirs = Date.parse(response.headers.date ?? '');
      // Dates have whole seconds and were written somewhere on the way: taken for the middle of both.
      const aheadMs = theirs + 500 - (clock.nowMs() - tookMs / 2);
      const clockAheadMs = Number.isNaN(theirs) ? null : Math.round(aheadMs);
      resolve({ kind: 'reached', certificateEndsMs, clockAheadMs, tookMs });
    });
    request.on('error', (error) => {
      const code = signal.aborted ? 'ETIMEDOUT' : toCode(error);
      // The handshake was made; that HEAD is answered by hanging up says nothing about the party.
      if (certificateEndsMs !== null && code === 'ECONNRESET')
        resolve({ kind: 'reached', certificateEndsMs, clockAheadMs: null, tookMs: clock.monotonicMs() - startedMs });
      else resolve({ kind: 'refused', code });
    });
    request.end();
  });
}

function toCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
