// A long body that is taken as it comes. It may take longer than a request otherwise has, but must not stop coming.

import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sent } from '../../app/bulk/open-table.ts';
import type { Clock } from '../../app/clock.ts';
import { AppError } from '../../errors.ts';
import { findExchange } from '../connections/connection.ts';

export const csvTypes: readonly string[] = ['text/csv'];
export const ndjsonTypes: readonly string[] = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];

const stallMsMax = 10_000;
const wholeMsMax = 10 * 60_000;

/** Handlers of these types get the stream itself; other routes refuse the types before. */
export function addUploadTypes(server: FastifyInstance): void {
  for (const type of [...csvTypes, ...ndjsonTypes]) {
    server.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
  }
}

export interface Upload {
  readonly mediaType: string;
  readonly body: Sent;
}

export function takeUpload(request: FastifyRequest): Upload {
  const exchange = findExchange(request.raw);
  // From here on its time is ours to judge.
  if (exchange !== undefined) exchange.isUpload = true;
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const left = new AbortController();
  const leave = (internal: string) => left.abort(new AppError('malformed_http', { internal }));
  const response = exchange?.response;
  response?.once('close', () => !response.writableFinished && leave('the client left'));
  const bytes = request.body === undefined ? none() : pace(request.body as Readable, leave);
  return { mediaType, body: { bytes, signal: left.signal, owner: request.admission?.key.id } };
}

/**
 * For an upload that is refused before all of it was taken: what is left is read and thrown away, for Node would keep the next
 * request on the connection waiting behind it. While it is still coming, the connection ends with the answer.
 */
export async function withDiscardedRest<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!request.raw.complete) reply.header('connection', 'close');
    request.raw.resume();
    throw error;
  }
}

const leastBytesPerSecond = 4_096;
/** A slow beginning is no drip. */
const rateGraceMs = 10_000;

/** Ends a body that keeps coming, but so slowly that it would hold its place for nothing. Only waiting for the client counts. */
export function withLeastRate({ bytes, signal }: Sent, clock: Clock): Sent {
  return { bytes: steady(bytes, clock), signal };
}

async function* steady(body: AsyncIterable<Uint8Array>, clock: Clock): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let waitedMs = 0;
  let sinceMs = clock.monotonicMs();
  for await (const chunk of body) {
    bytes += chunk.length;
    waitedMs += clock.monotonicMs() - sinceMs;
    if (waitedMs > rateGraceMs && bytes < (leastBytesPerSecond * waitedMs) / 1000) {
      throw new AppError('request_timeout', { detail: dripDetail });
    }
    yield chunk;
    sinceMs = clock.monotonicMs();
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function* pace(body: Readable, leave: (internal: string) => void): AsyncGenerator<Uint8Array> {
  // Destroying it would take the connection, and with it the answer, from the client.
  const chunks = body.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const endLate = () => ended.reject(new AppError('request_timeout', { detail: lateDetail }));
  const whole = setTimeout(endLate, wholeMsMax);
  try {
    for (;;) {
      const stall = setTimeout(endLate, stallMsMax);
      const next = await Promise.race([chunks.next(), ended.promise])
        .catch((error: unknown) => {
          if (error instanceof AppError) throw error;
          leave('the body broke off');
          throw new AppError('malformed_http', { internal: 'the body broke off' });
        })
        .finally(() => clearTimeout(stall));
      if (next.done === true) return;
      yield next.value as Uint8Array;
    }
  } finally {
    clearTimeout(whole);
  }
}

const dripDetail = {
  en: 'The file arrives too slowly: at least 4 KiB a second are needed. Try again over a better connection.',
  pt: 'O arquivo está chegando devagar demais: são necessários pelo menos 4 KiB por segundo. Tente de novo com uma conexão melhor.',
};
const lateDetail = {
  en: 'The body must keep coming: at most ten seconds without a byte, and ten minutes in all.',
  pt: 'O corpo deve continuar chegando: no máximo dez segundos sem um byte, e dez minutos no total.',
};
