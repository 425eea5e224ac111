// What the parser's complaint about a connection means.

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { findAcceptLanguage } from '../answer/language.ts';
import { toAppError } from '../answer/problem.ts';
import type { BytesRefusal } from './connection.ts';

/** `rawPacket` are the bytes in which the parser met the fault. */
export type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/**
 * `left` means that the client went away in the middle of a request. `broken` means that the connection broke. `after_end` means bytes after a
 * request that asked to end the connection, which the server ignores (RFC 9112, 9.6). Any other value is the refusal to send to the client.
 */
export type ClientError = 'left' | 'broken' | 'after_end' | BytesRefusal;

export function toClientError({ name, code, rawPacket }: ParserError): ClientError {
  if (code === 'HPE_INVALID_EOF_STATE') return 'left';
  if (code === 'HPE_CLOSED_CONNECTION') return 'after_end';
  const isOfParser = code?.startsWith('HPE_') === true || code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (!isOfParser) return 'broken';
  const failure = toAppError({ name, code }, 'malformed_http');
  return { failure, method: '', acceptLanguage: findAcceptLanguage(rawPacket) };
}

/** `CONNECT` asks for a tunnel to somewhere else. */
export function toConnectRefusal({ headers }: IncomingMessage): BytesRefusal {
  const failure = new AppError('method_not_allowed', {
    headers: { allow: 'GET, HEAD, POST' },
    detail: { en: 'This service is not a proxy.', pt: 'Este serviço não é um proxy.' },
  });
  return { failure, method: 'CONNECT', acceptLanguage: headers['accept-language'] };
}
