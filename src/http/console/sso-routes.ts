// The way to the provider of single sign-on and back. Both are pages that a browser goes to; what went wrong is told by the console's own
// page, by a word in its address that is one of ours.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SingleSignOn, SsoFault } from '../../app/operators/single-sign-on.ts';
import { findCookie, findToken, setCookie } from './access/gate.ts';

export interface ConsoleSso {
  readonly singleSignOn: SingleSignOn;
  /** Where the console is, without a path: the only place that the provider leads back to. */
  readonly address: string;
  readonly onFault: (fault: SsoFault) => void;
}

const pendingSeconds = 15 * 60;

export function addSsoRoutes(
  server: FastifyInstance,
  { singleSignOn, address, onFault }: ConsoleSso,
  refuseOutsiders: (request: FastifyRequest) => void,
): void {
  const isSecure = address.startsWith('https://');
  const onRequest = async (request: FastifyRequest) => refuseOutsiders(request);

  const tell = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof SsoFault)) throw error;
    onFault(error);
    return reply.redirect(`/console?sso=${error.kind}`, 303);
  };

  server.get('/console/sso/start', { onRequest }, async (request, reply) => {
    const { to } = request.query as { readonly to?: unknown };
    const screen = typeof to === 'string' ? to : '/console';
    // By another of its names, the browser would come back without what it must bring.
    if (request.headers.host !== new URL(address).host) {
      return reply.redirect(`${address}/console/sso/start?to=${encodeURIComponent(screen)}`, 303);
    }
    try {
      const { address: there, pending } = await singleSignOn.begin(screen);
      setCookie(request, reply, { kind: 'sso', value: pending, seconds: pendingSeconds, isSecure });
      return reply.header('referrer-policy', 'no-referrer').redirect(there, 303);
    } catch (error) {
      return tell(reply, error);
    }
  });

  server.get('/console/sso/callback', { onRequest }, async (request, reply) => {
    const pending = findCookie(request, 'sso');
    // Good for one answer, whatever that is.
    setCookie(request, reply, { kind: 'sso', value: '', seconds: 0, isSecure });
    try {
      const query = request.url.split('?', 2)[1] ?? '';
      const network = request.clientNetwork;
      const begun = await singleSignOn.finish({ query, pending, network, before: findToken(request) });
      setCookie(request, reply, { kind: 'session', value: begun.token, isSecure });
      return reply.redirect(begun.screen, 303);
    } catch (error) {
      return tell(reply, error);
    }
  });
}
