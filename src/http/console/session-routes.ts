// Who is signed in, signing in and out, and the sessions that there are.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceDays } from '../../app/operators/devices.ts';
import type { FoundSession } from '../../app/operators/ports.ts';
import { type SignedIn, sessionsPerOperatorMax } from '../../app/operators/sessions.ts';
import { mayActAs } from '../../domain/access/operator.ts';
import { AppError } from '../../errors.ts';
import { clearToken, findCookie, findToken, getSignedIn, refuseOpenNetwork, setCookie } from './access/gate.ts';
import { findBuild } from './pages.ts';
import type { AddConsoleRoute, ConsoleOptions } from './route.ts';
import { createToState } from './session-state.ts';

export function addSessionRoutes(add: AddConsoleRoute, options: ConsoleOptions): void {
  const { sessions } = options;
  /** Where there is a page, it was loaded already; other callers cause nothing to be built. */
  const hasNewPage = async ({ headers }: FastifyRequest): Promise<boolean> => {
    const shown = headers['confere-build'];
    if (typeof shown !== 'string' || shown === '') return false;
    const build = findBuild(await options.pages.load());
    return build !== undefined && build !== shown;
  };

  const toState = createToState(options);

  add('GET state', async ({ request }) => {
    const token = findToken(request) ?? '';
    const own = token === '' ? undefined : await sessions.findForFactors(token);
    return toState(own, token, await hasNewPage(request));
  });

  const findFrom = (request: FastifyRequest) => {
    refuseOpenNetwork(request);
    return { network: request.clientNetwork, before: findToken(request), device: findCookie(request, 'device') };
  };

  const letIn = async (signedIn: SignedIn, request: FastifyRequest, reply: FastifyReply) => {
    setCookie(request, reply, { kind: 'session', value: signedIn.token });
    setCookie(request, reply, { kind: 'device', value: signedIn.device, seconds: deviceDays * 86_400 });
    return toState(await sessions.findForFactors(signedIn.token), signedIn.token);
  };

  add('POST sign-in', async ({ body, request, reply }) =>
    letIn(await sessions.signIn({ ...body, ...findFrom(request) }), request, reply),
  );

  add('POST passkey-sign-in-begin', async ({ request }) => {
    refuseOpenNetwork(request);
    return options.passkeys.signIn.begin();
  });

  add('POST passkey-sign-in', async ({ body, request, reply }) =>
    letIn(await options.passkeys.signIn.finish(body, findFrom(request)), request, reply),
  );

  add('POST sign-out', async ({ request, reply, signedIn }) => {
    await sessions.end(signedIn.session.id, signedIn.operator);
    clearToken(request, reply);
    const isSso = signedIn.operator.ssoSubject !== null;
    const leave_to = isSso ? ((await options.sso?.singleSignOn.findSignOut()) ?? null) : null;
    return { ...(await toState(undefined, '')), leave_to };
  });

  /** One's own; an administrator sees those of all. */
  const listFor = async ({ operator }: FoundSession) =>
    (await sessions.list()).filter(({ session }) => operator.role === 'admin' || session.operatorId === operator.id);

  add('GET sessions', async ({ signedIn }) => ({
    sessions: (await listFor(getSignedIn(signedIn))).map(({ session, operator }) => ({
      id: session.id,
      operator: operator.name,
      role: operator.role,
      begun_at: new Date(session.createdAtMs).toISOString(),
      last_seen_at: new Date(session.lastSeenAtMs).toISOString(),
      network: session.network,
    })),
    per_operator_max: sessionsPerOperatorMax,
  }));

  add('POST end-session', async ({ body: { id }, signedIn }) => {
    const by = getSignedIn(signedIn);
    const isTheirs = (await listFor(by)).some(({ session }) => session.id === id);
    if (!isTheirs && !mayActAs(by.operator.role, 'admin')) throw new AppError('role_too_low');
    return { ended: isTheirs && (await sessions.end(id, by.operator)) };
  });
}
