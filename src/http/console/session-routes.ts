// Who is signed in, signing in and out, and the sessions that there are.

import type { FastifyRequest } from 'fastify';
import { deviceDays } from '../../app/operators/devices.ts';
import type { FoundSession } from '../../app/operators/ports.ts';
import { sessionsPerOperatorMax, toCsrfToken } from '../../app/operators/sessions.ts';
import { mayActAs } from '../../domain/access/operator.ts';
import { AppError } from '../../errors.ts';
import { clearToken, findCookie, findToken, getSignedIn, refuseOpenNetwork, setCookie } from './access/gate.ts';
import type { ConsoleState } from './contract.ts';
import { findBuild } from './pages.ts';
import type { AddConsoleRoute, ConsoleOptions } from './route.ts';

export function addSessionRoutes(
  add: AddConsoleRoute,
  { sessions, version, purposes, hasOperators, ...options }: ConsoleOptions,
): void {
  /** Where there is a page, it was loaded already; other callers cause nothing to be built. */
  const hasNewPage = async ({ headers }: FastifyRequest): Promise<boolean> => {
    const shown = headers['confere-build'];
    if (typeof shown !== 'string' || shown === '') return false;
    const build = findBuild(await options.pages.load());
    return build !== undefined && build !== shown;
  };

  const toState = async (
    signedIn: FoundSession | undefined,
    token: string,
    has_new_page = false,
  ): Promise<ConsoleState> => ({
    version,
    has_new_page,
    has_live_sources: options.hasLiveSources,
    has_live_registry: options.hasLiveRegistry(),
    purpose_required: options.isPurposeRequired,
    base_without_score: options.baseWithoutScore,
    purposes,
    has_operators: await hasOperators(),
    single_sign_on: options.sso === undefined ? null : { label: options.sso.singleSignOn.label },
    local_sign_in: options.isLocalOn,
    operator:
      signedIn === undefined
        ? null
        : {
            name: signedIn.operator.name,
            role: signedIn.operator.role,
            session_id: signedIn.session.id,
            csrf: toCsrfToken(token),
          },
  });

  add('GET state', async ({ request, signedIn }) =>
    toState(signedIn, findToken(request) ?? '', await hasNewPage(request)),
  );

  add('POST sign-in', async ({ body, request, reply }) => {
    refuseOpenNetwork(request);
    const network = request.clientNetwork;
    const device = findCookie(request, 'device');
    const signedIn = await sessions.signIn({ ...body, network, before: findToken(request), device });
    setCookie(request, reply, { kind: 'session', value: signedIn.token });
    setCookie(request, reply, { kind: 'device', value: signedIn.device, seconds: deviceDays * 86_400 });
    return toState(signedIn, signedIn.token);
  });

  add('POST sign-out', async ({ request, reply, signedIn }) => {
    if (signedIn !== undefined) await sessions.end(signedIn.session.id, signedIn.operator);
    clearToken(request, reply);
    const isSso = signedIn !== undefined && signedIn.operator.ssoSubject !== null;
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
