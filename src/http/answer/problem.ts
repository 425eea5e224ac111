// The only writer of error bodies (RFC 9457). Whatever is not an AppError becomes one without a word of its own.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { type ErrorCode, errorKinds, fieldFaults } from '../../error-codes.ts';
import {
  AppError,
  type Bilingual,
  type FieldFault,
  isStorageFault,
  StoreUnavailableError,
  toFaultCode,
  toStackFrames,
} from '../../errors.ts';
import type { Problem } from '../contract.ts';
import { chooseLanguage, type Language, languageTags } from './language.ts';
import { errorsInPortuguese, fieldFaultsInPortuguese } from './problem-portuguese.ts';

const contentType = 'application/problem+json';

export function toProblem(error: AppError, requestId: string, language: Language = 'en'): Problem {
  const { title, detail } = language === 'pt' ? errorsInPortuguese[error.code] : errorKinds[error.code];
  return {
    type: `/docs/errors#${error.code}`,
    title,
    status: error.status,
    detail: error.detail?.[language] ?? detail,
    code: error.code,
    request_id: requestId,
    ...(error.faults === undefined ? {} : { errors: error.faults.map((fault) => toFaultEntry(fault, language)) }),
  };
}

function toFaultEntry({ pointer, code, hint }: FieldFault, language: Language) {
  const sentence = (language === 'pt' ? fieldFaultsInPortuguese : fieldFaults)[code];
  return { pointer, code, detail: hint === undefined ? sentence : `${sentence} ${hint[language]}` };
}

export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const language = chooseLanguage(reply.request.headers['accept-language']);
  reply.header('content-language', languageTags[language]).header('vary', 'accept-language');
  return sendContent(reply, error, contentType, toProblem(error, reply.request.id, language));
}

/** Sends an error at an address that speaks another service's form. `body` says no more than the problem would. */
export function sendErrorBody(reply: FastifyReply, error: AppError, body: object): FastifyReply {
  return sendContent(reply, error, 'application/json', body);
}

function sendContent(reply: FastifyReply, error: AppError, type: string, content: object): FastifyReply {
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  reply.header('request-id', reply.request.id).header('cache-control', 'no-store');
  // As bytes, because the framework adds a charset to the content type of a string.
  const body = Buffer.from(JSON.stringify(content));
  return reply.code(error.status).header('content-type', type).send(body);
}

/** Ends a request that is refused outside the framework. If all of the request has come, its connection can go on. */
export function endWithProblem(response: ServerResponse, error: AppError, requestId: string): void {
  const language = chooseLanguage(response.req.headers['accept-language']);
  const body = JSON.stringify(toProblem(error, requestId, language));
  const ending = response.req.complete ? [] : connectionClose;
  response.writeHead(error.status, [...toHeaders(error, body, requestId, language), ...ending].flat());
  response.end(body);
}

/** Writes a fault that occurs before there is a request to reply to: the parser refused, or the time ran out. */
export function writeProblem(socket: Socket, error: AppError, requestId: string, language: Language): void {
  const body = JSON.stringify(toProblem(error, requestId, language));
  const headers = [...toHeaders(error, body, requestId, language), ...connectionClose].map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${[`HTTP/1.1 ${error.status} ${error.code}`, ...headers].join('\r\n')}\r\n\r\n${body}`);
}

type HeaderLine = readonly [name: string, value: string];

const connectionClose: readonly HeaderLine[] = [['connection', 'close']];

function toHeaders(error: AppError, body: string, requestId: string, language: Language): HeaderLine[] {
  return [
    ...Object.entries(error.headers),
    ['content-type', contentType],
    ['content-length', String(Buffer.byteLength(body))],
    ['content-language', languageTags[language]],
    ['vary', 'accept-language'],
    ['request-id', requestId],
    ['cache-control', 'no-store'],
    ...(error.retryAfterSeconds === undefined ? [] : [['retry-after', String(error.retryAfterSeconds)] as const]),
  ];
}

const ofFramework: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_http',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'malformed_http',
  FST_ERR_REOPENED_CLOSE_SERVER: 'overloaded',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const storeRetryAfterSeconds = 2;

const unreachable = {
  en: 'The service cannot reach its database at the moment. Try again after `Retry-After`.',
  pt: 'O serviço não alcança o banco de dados neste momento. Tente de novo depois de `Retry-After`.',
};
const diskFault = {
  en: 'The disk of this service is full, read-only, damaged or does not keep up. Try again after `Retry-After`.',
  pt: 'O disco deste serviço está cheio, danificado, só permite leitura ou está lento. Tente de novo depois de `Retry-After`.',
};

function toStoreProblem(detail: Bilingual, thrown: unknown): AppError {
  return new AppError('overloaded', {
    detail,
    retryAfterSeconds: storeRetryAfterSeconds,
    internal: `the store does not answer (${toFaultCode(thrown)})`,
  });
}

/** `fallback` is what an unknown throwable means where it was caught. */
export function toAppError(thrown: unknown, fallback: ErrorCode = 'internal_error'): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof StoreUnavailableError) return toStoreProblem(unreachable, thrown);
  if (isStorageFault(thrown)) return toStoreProblem(diskFault, thrown);
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown };
  const known = typeof code === 'string' ? ofFramework[code] : undefined;
  // Only the error's class, code and place go to the log: its message may hold anything.
  const internal = [String(name), String(code), ...toStackFrames(thrown)].join(' ');
  return new AppError(known ?? fallback, { internal });
}
