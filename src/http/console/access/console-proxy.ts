// The way to the console from the listener for operators, where it is not for the public port: that listener forwards what belongs to
// it, with a pass that only this installation can make, and names the client. Without the pass there is nothing at these addresses.

import { timingSafeEqual } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAddress, toClientNetwork } from '../../../domain/access/network.ts';
import { AppError } from '../../../errors.ts';
import { endWithProblem } from '../../answer/problem.ts';

const passHeader = 'confere-proxy-pass';
const clientHeader = 'confere-proxy-client';

/** Where the public port is, as this machine reaches it. */
export interface ConsoleProxy {
  readonly host: string;
  readonly port: number;
  readonly pass: string;
}

/** Tells whether the console's pages use the address: their own addresses, the two verifications (to try a key), and their links. */
export function belongsToConsole(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return /^\/(?:console(?:\/.*)?|docs(?:\/.*)?|fonts\/.*|favicon\.ico|openapi\.json|v1\/verify\/(?:cpf|cnpj))$/.test(
    path,
  );
}

export function forwardToConsole(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, port, pass }: ConsoleProxy,
): void {
  reply.hijack();
  const { raw } = request;
  const { connection: _own, ...headers } = raw.headers;
  const outgoing = sendRequest({
    host,
    port,
    method: raw.method,
    path: raw.url,
    headers: { ...headers, [passHeader]: pass, [clientHeader]: raw.socket.remoteAddress },
    agent: false,
  });
  outgoing.on('response', (incoming) => {
    const { connection: _theirs, 'keep-alive': _keep, ...answered } = incoming.headers;
    reply.raw.writeHead(incoming.statusCode ?? 502, answered);
    incoming.pipe(reply.raw);
    incoming.on('error', () => reply.raw.destroy());
  });
  outgoing.on('error', () => {
    if (reply.raw.headersSent) reply.raw.destroy();
    else endWithProblem(reply.raw, new AppError('overloaded', { retryAfterSeconds: 5 }), request.id);
  });
  reply.raw.on('close', () => outgoing.destroy());
  // The listener's time without a byte is the client's: the service takes the time that its work needs.
  reply.raw.on('timeout', (socket: Socket) => {
    const isClientLate = reply.raw.writableLength > 0 || !(raw.complete || raw.isPaused());
    if (isClientLate) socket.destroy();
  });
  raw.pipe(outgoing);
}

/** Tells whether the request came through the operators' listener. If so, the client that it names counts as the client. */
export function enterByProxy(request: FastifyRequest, toPass: () => string): boolean {
  const shown = request.headers[passHeader];
  if (shown === undefined) return false;
  const given = Buffer.from(String(shown));
  const expected = Buffer.from(toPass());
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const named = String(request.headers[clientHeader] ?? '');
  request.clientNetwork = toClientNetwork(parseAddress(named) ?? named);
  return true;
}
