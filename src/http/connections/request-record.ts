// One record for each request, whatever became of it; `compose` makes a log line of it.

import { finished, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../app/clock.ts';
import { toObserver } from '../../app/observer.ts';
import type { AppError } from '../../errors.ts';
import { toAppError } from '../answer/problem.ts';
import { type Exchange, findExchange } from './connection.ts';

/** A record holds the logged facts of a request; it has no room for anything that the caller sent. */
export interface RequestRecord {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the URL. */
  readonly route: string | null;
  readonly status: number;
  /** The value is null if the request never began. */
  readonly durationMs: number | null;
  readonly keyId: string | null;
  readonly outcome: string | null;
  readonly failure: AppError | null;
}

interface RecorderOptions {
  readonly clock: Clock;
  readonly createRequestId: () => string;
  /** The pattern of the route that a request would have gone to. */
  readonly findPattern: (method: string, url: string) => string | null;
  readonly onRequestDone: (record: RequestRecord) => void;
}

export interface Recorder {
  /** The answer is on its way. */
  done(request: FastifyRequest, status: number): void;
  /** The answer is sent piece by piece, and its result is known at its end. Its time is that until it began. */
  streamed(request: FastifyRequest, status: number, pieces: Readable): void;
  /** Refused before it ran; gives back the request's id. `method` is what is known of bytes that became no request. */
  refused(exchange: Exchange | undefined, failure: AppError, method?: string): string;
  gone(exchange: Exchange | undefined): void;
}

/** The client left before its answer. No answer has this status: it is nginx's number for the same, for the log alone. */
const goneStatus = 499;
const goneOutcome = 'client_closed';

export function createRecorder(options: RecorderOptions): Recorder {
  const { clock, createRequestId, findPattern } = options;
  const onRequestDone = toObserver(options.onRequestDone);

  const toRecord = (request: FastifyRequest, status: number): RequestRecord => ({
    requestId: request.id,
    method: request.method,
    route: request.pattern ?? request.routeOptions?.url ?? null,
    status,
    durationMs: request.startedAtMs > 0 ? clock.monotonicMs() - request.startedAtMs : null,
    keyId: request.admission?.key.id ?? null,
    outcome: request.outcome ?? null,
    failure: request.failure ?? null,
  });
  const toRecordOf = (exchange: Exchange | undefined, status: number, method: string): RequestRecord => {
    if (exchange?.request !== undefined) return toRecord(exchange.request, status);
    const requestId = createRequestId();
    const { method: known = method, url = '' } = exchange?.incoming ?? {};
    const route = findPattern(known, url);
    return { requestId, method: known, route, status, durationMs: null, keyId: null, outcome: null, failure: null };
  };
  const takeTurn = (exchange: Exchange | undefined): boolean => {
    if (exchange === undefined) return true;
    const isFirst = !exchange.isRecorded;
    exchange.isRecorded = true;
    return isFirst;
  };

  return {
    done: (request, status) => {
      if (takeTurn(findExchange(request.raw))) onRequestDone(toRecord(request, status));
    },
    streamed: (request, status, pieces) => {
      const exchange = findExchange(request.raw);
      const record = toRecord(request, status);
      finished(pieces, (error) => {
        if (!takeTurn(exchange)) return;
        if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE') onRequestDone(toGone(record));
        else onRequestDone(error == null ? record : toCutOff(record, error));
      });
    },
    refused: (exchange, failure, method = '') => {
      const record = { ...toRecordOf(exchange, failure.status, method), failure };
      if (takeTurn(exchange)) onRequestDone(record);
      return record.requestId;
    },
    gone: (exchange) => {
      if (takeTurn(exchange)) onRequestDone(toGone(toRecordOf(exchange, goneStatus, '')));
    },
  };
}

function toGone(record: RequestRecord): RequestRecord {
  return { ...record, status: goneStatus, outcome: goneOutcome, failure: null };
}

/** The caller saw another status, and then the connection break. */
function toCutOff(record: RequestRecord, error: unknown): RequestRecord {
  const failure = toAppError(error);
  return { ...record, status: failure.status, failure };
}
