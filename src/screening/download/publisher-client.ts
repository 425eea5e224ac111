// Speaks with the publishers of lists: over https and to declared hosts alone, with pauses, bounded in bytes and time.
// Sends no credentials, and repeats what may pass.

import { type Dispatcher, Pool } from 'undici';
import type { Clock } from '../../app/clock.ts';
import { parseRetryAfter } from '../../app/waiting/retry-after.ts';
import {
  createStallGuard,
  discard,
  isDiskFault,
  mayPassLater,
  pauseMs,
  toLostConnection,
  toSingle,
} from '../../datasets/depots/transfer.ts';
import { laterExitCode, OperatorError } from '../../errors.ts';
import { type Mirror, toMirror } from './mirror.ts';

export interface PublisherTools {
  /** The mirror of the publishers is at this address; null means that the client asks the publishers themselves. */
  readonly mirror: string | null;
  readonly clock: Clock;
  /** 0 <= result < 1; spreads the retries of many installations. */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The client pauses for this long between two requests to one host. */
  readonly pauseMs: number;
  /** Hearing next to nothing for so long ends an attempt. */
  readonly stallMs: number;
  /** For one file, with all attempts at it. */
  readonly deadlineMs: number;
  readonly attemptsMax: number;
  readonly onRetry: (what: string, reason: string) => void;
}

export interface PublisherRequest {
  readonly url: string;
  readonly post?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** To which an answer may send us, besides the host of the address. */
  readonly redirectHosts: readonly string[];
}

export interface PublisherAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Buffer>;
  /** The caller reports every piece that came; the client abandons an answer that makes no progress. */
  readonly beat: (bytes: number) => void;
}

export interface PublisherClient {
  /** `asksPublishers` tells whether the publishers themselves answer, and not a mirror of them, which may have stopped. */
  readonly asksPublishers: boolean;
  /** `take` may be called several times, each time with an answer from its beginning; a broken body is asked for again. */
  ask<Result>(
    request: PublisherRequest,
    take: (answer: PublisherAnswer) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
  close(): Promise<void>;
}

const redirectsMax = 5;
const redirects = [301, 302, 303, 307, 308];
const common = { 'user-agent': 'Confere-Lists/1', 'accept-encoding': 'identity', accept: '*/*' };

export function createPublisherClient(tools: PublisherTools): PublisherClient {
  const mirror = tools.mirror === null ? undefined : toMirror(tools.mirror);
  const pools = new Map<string, Pool>();
  const lastAskedMs = new Map<string, number>();

  function openPool(origin: string): Pool {
    const pool = pools.get(origin) ?? new Pool(origin, { connections: 1, headersTimeout: 0, bodyTimeout: 0 });
    pools.set(origin, pool);
    return pool;
  }

  /** The pause is counted from the last question to this host, whichever list it was about. */
  async function waitForTurn(host: string, signal: AbortSignal): Promise<void> {
    const last = lastAskedMs.get(host);
    const waitMs = last === undefined ? 0 : last + tools.pauseMs - tools.clock.monotonicMs();
    if (waitMs > 0) await tools.sleep(waitMs, signal);
    lastAskedMs.set(host, tools.clock.monotonicMs());
  }

  async function follow(request: PublisherRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const hosts = [new URL(request.url).host, ...request.redirectHosts];
    let [url, post] = [new URL(request.url), request.post];
    for (let turns = 0; ; turns++) {
      await waitForTurn(url.host, signal);
      const actual = mirror?.toActual(url) ?? url;
      const answer = await openPool(actual.origin).request({
        method: post === undefined ? 'GET' : 'POST',
        path: actual.pathname + actual.search,
        headers: {
          ...common,
          ...(post === undefined ? {} : { 'content-type': 'application/json' }),
          ...request.headers,
        },
        body: post ?? null,
        signal,
      });
      const { location } = answer.headers;
      if (!redirects.includes(answer.statusCode) || typeof location !== 'string') return answer;
      discard(answer.body);
      url = checkRedirect(request.url, readLocation(location, url, mirror), hosts, turns);
      if (answer.statusCode <= 303) post = undefined;
    }
  }

  return {
    asksPublishers: mirror === undefined,
    async ask(request, take, signal) {
      const address = toShown(request.url);
      const deadline = AbortSignal.timeout(tools.deadlineMs);
      for (let failures = 1; ; failures++) {
        const stall = createStallGuard(AbortSignal.any([signal, deadline]), tools.stallMs);
        let [reason, retryAfterMs] = ['', undefined as number | undefined];
        try {
          const { statusCode: status, headers, body } = await follow(request, stall.signal);
          if (!mayPassLater(status)) {
            try {
              return await take({ status, headers: toSingle(headers), body, beat: stall.beat });
            } finally {
              discard(body);
            }
          }
          discard(body);
          reason = `it answered ${status}`;
          retryAfterMs = parseRetryAfter(toSingle(headers)['retry-after'], tools.clock.nowMs());
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof OperatorError || isDiskFault(error)) throw error;
          reason = stall.stalled() ? `next to nothing came for ${tools.stallMs / 1000} s` : toLostConnection(error);
          if (deadline.aborted) reason = `it took longer than ${tools.deadlineMs / 60_000} minutes`;
        } finally {
          stall.stop();
        }
        if (failures >= tools.attemptsMax || deadline.aborted) throw toUnreachable(address, reason, failures);
        tools.onRetry(address, reason);
        await tools.sleep(pauseMs(failures, retryAfterMs, tools.random), signal);
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

function readLocation(location: string, from: URL, mirror: Mirror | undefined): URL | undefined {
  // What has no host of its own is a path of the publisher's.
  if (!URL.canParse(location)) return URL.parse(location, from) ?? undefined;
  return mirror?.findOriginal(location) ?? new URL(location);
}

/** Checks that a redirect stays with the publisher, because a list comes from no other source. */
function checkRedirect(asked: string, target: URL | undefined, hosts: readonly string[], turns: number): URL {
  const isKnown = target?.protocol === 'https:' && target.username === '' && hosts.includes(target.host);
  if (target !== undefined && isKnown && turns < redirectsMax) return target;
  const where = target === undefined || isKnown ? 'in a circle' : `to ${target.origin}`;
  throw new OperatorError({
    en: `${toShown(asked)} sends us ${where}, where this list is not published: nothing was fetched. Look at its page, and import the file by hand.`,
    pt: `${toShown(asked)} redireciona para outro endereço, onde esta lista não é publicada: nada foi baixado. Veja a página da lista e importe o arquivo manualmente.`,
  });
}

function toUnreachable(address: string, reason: string, failures: number): OperatorError {
  const times = failures === 1 ? 'once' : `${failures} times`;
  return new OperatorError(
    {
      en: `${address} could not be fetched (${times}): ${reason}. The live list stays in use; run the command again later.`,
      pt: `Não foi possível baixar ${address} (${failures}×): a lista em uso continua valendo. Tente mais tarde.`,
    },
    laterExitCode,
  );
}

/** Without what stands behind the question mark, which may be a token. */
export function toShown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
