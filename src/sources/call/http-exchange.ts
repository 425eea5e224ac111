// One bounded HTTP exchange with a party over its own pool of connections.
// It follows no redirect, inflates nothing, reads at most so many bytes and ends when the signal says so.

import type { IncomingHttpHeaders } from 'node:http';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector, errors, Pool } from 'undici';
import type { UnavailableReason } from '../../domain/person/evidence.ts';
import type { Failure } from '../reply.ts';
import { type FindProxy, openTunnel } from './proxy.ts';
import type { OutgoingRequest } from './request.ts';

export interface TlsOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Certificate and key as PKCS#12, in place of `cert` and `key`. */
  readonly pfx?: Buffer;
  readonly passphrase?: string;
}

interface ExchangeOptions {
  readonly origin: string;
  readonly tls: TlsOptions;
  readonly findProxy: FindProxy;
  readonly connectMs: number;
  readonly connections: number;
  readonly responseBytesMax: number;
  readonly keepAlive: boolean;
}

export interface HttpResponse {
  readonly kind: 'response';
  readonly status: number;
  /** From the Content-Type, in lower case; undefined where none is named. */
  readonly mediaType: string | undefined;
  readonly charset: string | undefined;
  /** The header as it was sent. */
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

export interface HttpExchange {
  /** Settles as soon as the signal aborts. It rejects only by a mistake of ours. */
  send(request: OutgoingRequest, signal: AbortSignal, onSent?: () => void): Promise<HttpResponse | Failure>;
  close(): Promise<void>;
}

/** Header lines of an answer, all together; endless headers end here. */
const headerBytesMax = 16_384;
/** Shorter than the idle time of common servers and load balancers, so that a dying connection is seldom reused. */
const idleMs = 4000;

export function createHttpExchange(options: ExchangeOptions): HttpExchange {
  const pool = new Pool(options.origin, {
    connections: options.connections,
    // With 0 the pool closes each connection after its one answer.
    pipelining: options.keepAlive ? 1 : 0,
    allowH2: false,
    maxHeaderSize: headerBytesMax,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // Deadlines are the signal's: the pool's own timers are coarse and start again with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: toConnector(options),
  });
  return {
    send: createSend(pool, options.responseBytesMax),
    close: () => pool.destroy(),
  };
}

function toConnector({ origin, tls, connectMs, findProxy }: ExchangeOptions) {
  const direct = { timeout: connectMs, ...toConnectOptions(tls) };
  const proxy = findProxy(origin);
  if (proxy === undefined) return direct;
  const secure = buildConnector({ ...direct, allowH2: false });
  return (options: buildConnector.Options, callback: buildConnector.Callback): void => {
    openTunnel(proxy, origin, connectMs).then(
      (httpSocket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket }, callback);
        else callback(null, httpSocket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/** Keys and PKCS#12 are opened once: with each connection it would take milliseconds of the event loop, as their passphrases are made to. */
function toConnectOptions(tls: TlsOptions): { secureContext?: SecureContext } {
  return Object.keys(tls).length === 0 ? {} : { secureContext: createSecureContext(tls) };
}

const createSend =
  (pool: Pool, bytesMax: number): HttpExchange['send'] =>
  (request, signal, onSent) =>
    new Promise((resolve, reject) => {
      let sent = false;
      let settled = false;
      let abort: ((reason: Error) => void) | undefined;
      let response: Omit<HttpResponse, 'kind' | 'body'> | undefined;
      let bytes = 0;
      const chunks: Buffer[] = [];

      const settle = (result: HttpResponse | Failure): void => {
        if (settled) return;
        settled = true;
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      };
      /** Settles first, so that what the pool reports about the abort is not mistaken for the cause. */
      const fail = (reason: UnavailableReason): void => {
        settle({ kind: 'failed', reason, sent });
        abort?.(new Error(reason));
      };
      const onAbort = (): void => fail('timeout');
      /** The pool would report what is thrown in it as an error of the connection. */
      const failOurselves = (error: unknown, reason: UnavailableReason): void => {
        reject(error);
        fail(reason);
      };

      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        pool.dispatch(
          {
            method: request.method,
            path: request.path,
            headers: { ...request.headers, ...identity },
            body: request.body,
          },
          {
            onRequestStart(controller) {
              // Given up while waiting for a connection: this is the last moment at which nothing has been sent.
              if (settled) return controller.abort(new Error('given up'));
              abort = (reason) => controller.abort(reason);
              sent = true;
              try {
                onSent?.();
              } catch (error) {
                failOurselves(error, 'invalid_response');
              }
            },
            onResponseStart(_controller, status, headers) {
              if (status < 200) return;
              try {
                response = readHead(status, headers);
              } catch (error) {
                return failOurselves(error, 'invalid_response');
              }
              if (status >= 300 && status < 400) fail('redirect_refused');
              else if (headers['content-encoding'] !== undefined && isEncoded(headers['content-encoding']))
                fail('invalid_response');
              else if (Number(headers['content-length']) > bytesMax) fail('response_too_large');
            },
            onResponseData(_controller, chunk) {
              bytes += chunk.length;
              if (bytes > bytesMax) fail('response_too_large');
              else if (!settled) chunks.push(chunk);
            },
            onResponseEnd() {
              if (response === undefined) fail('invalid_response');
              else settle({ kind: 'response', ...response, body: Buffer.concat(chunks, bytes) });
            },
            onResponseError(_controller, error) {
              const isConnectLate = connectLateCodes.has((error as NodeJS.ErrnoException).code);
              const reason = reasonOfError(error, response !== undefined);
              settle({ kind: 'failed', reason, sent, ...(isConnectLate && { isConnectLate }) });
            },
          },
        );
      } catch (error) {
        failOurselves(error, 'request_refused');
      }
    });

const connectLateCodes: ReadonlySet<string | undefined> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'PROXY_TIMEOUT']);

const identity = { 'accept-encoding': 'identity' };

function reasonOfError(error: Error, answering: boolean): UnavailableReason {
  // A request that cannot be written at all, such as one with a control character in a header.
  if (error instanceof errors.InvalidArgumentError) return 'request_refused';
  if (error instanceof errors.HeadersOverflowError) return 'response_too_large';
  // An answer that breaks off or is no HTTP: the party did answer, but not with something to believe.
  if (answering || error instanceof errors.HTTPParserError) return 'invalid_response';
  return 'connection_failed';
}

function isEncoded(encoding: string | string[]): boolean {
  const name = String(encoding).trim();
  return name !== '' && name.toLowerCase() !== 'identity';
}

function readHead(status: number, headers: IncomingHttpHeaders): Omit<HttpResponse, 'kind' | 'body'> {
  const contentType = String(headers['content-type'] ?? '');
  const [type = ''] = contentType.split(';');
  return {
    status,
    mediaType: type.trim().toLowerCase() || undefined,
    charset: /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase(),
    retryAfter: [headers['retry-after']].flat()[0],
  };
}
