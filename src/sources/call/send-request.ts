// Sends a request of a description as us: with credentials and secrets, and once more with renewed ones after a 401.

import type { Failure } from '../reply.ts';
import type { Authentication } from './credentials/authentication.ts';
import type { HttpExchange, HttpResponse } from './http-exchange.ts';
import type { RequestBuilder } from './request.ts';
import type { PlaceholderValues } from './template.ts';

export interface SendOptions {
  readonly exchange: HttpExchange;
  readonly authentication: Authentication;
  /** Path of the base address, put before every path. */
  readonly basePath: string;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: PlaceholderValues;
  /** What is sent beside everything else, so that a trace goes on at the party. */
  readonly toTraceHeaders?: (() => Readonly<Record<string, string>>) | undefined;
}

interface Sending {
  readonly request: RequestBuilder;
  readonly values: PlaceholderValues;
  /** Told of each request that begins to leave. */
  readonly onSent?: (() => void) | undefined;
}

export type SendRequest = (sending: Sending, signal: AbortSignal) => Promise<HttpResponse | Failure>;

/** A request into which these values do not fit is not made. */
export function refuseUnfit(request: RequestBuilder, values: PlaceholderValues): Failure | undefined {
  const unfit = request.findUnfit(values);
  if (unfit === undefined) return undefined;
  const fault = { field: ['request', ...unfit.path].join('.'), problem: unfit.problem };
  return { kind: 'failed', reason: 'request_refused', sent: false, fault };
}

export function createSendRequest(options: SendOptions): SendRequest {
  const { exchange, authentication, basePath, secrets, toTraceHeaders } = options;
  const send = async (sending: Sending, signal: AbortSignal, mayRenew: boolean): Promise<HttpResponse | Failure> => {
    const credentials = await authentication.authorize(signal);
    if (credentials.kind === 'failed') return credentials;
    const values = { ...sending.values, ...secrets, ...credentials.values };
    const refused = refuseUnfit(sending.request, values);
    if (refused !== undefined) return refused;
    const built = sending.request.build(values);
    const request = { ...built, path: basePath + built.path };
    const headers = { ...request.headers, ...credentials.toHeaders(request), ...toTraceHeaders?.() };
    const response = await exchange.send({ ...request, headers }, signal, sending.onSent);
    if (response.kind === 'failed' || response.status !== 401 || !mayRenew || !credentials.renew) return response;
    credentials.renew();
    return send(sending, signal, false);
  };
  return (sending, signal) => send(sending, signal, true);
}
