// Whose request it is, and whether that client network has too many running.

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { ClientNetworks } from '../connections/client-network.ts';
import { findExchange } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import { isProbe } from './probe.ts';

export function identifyClient(
  request: FastifyRequest,
  clients: ClientNetworks,
  connections: Connections,
): AppError | undefined {
  const exchange = findExchange(request.raw);
  if (exchange === undefined) return undefined;
  const { connection } = exchange;
  exchange.request = request;
  if (connection.network !== undefined) {
    request.clientNetwork = connection.network;
    return undefined;
  }
  request.clientNetwork = clients.find(connection.peer, request.headers['x-forwarded-for']);
  if (isProbe(request.url) || connections.countProxied(exchange, request.clientNetwork)) return undefined;
  const detail = {
    en: 'Too many requests from this network are running at the same time.',
    pt: 'Há muitas requisições desta rede em andamento ao mesmo tempo.',
  };
  return new AppError('rate_limited', { detail, retryAfterSeconds: 1 });
}
