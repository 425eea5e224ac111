// The routes of the console: its own, at `/console/api/NAME`, and its pages. Every route goes through the same gate.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { enterByProxy } from './access/console-proxy.ts';
import { findToken, refuseCrossSite, refuseLowRole, refuseWithoutCsrf } from './access/gate.ts';
import { createRefuseHost } from './access/hosts.ts';
import { addBatchFileRoutes, addBatchRoutes } from './batch/routes.ts';
import { readBody } from './body.ts';
import { type ConsoleBody, type ConsoleRouteName, consoleForms } from './contract.ts';
import { addFactorRoutes } from './factor-routes.ts';
import { addPageRoutes } from './pages.ts';
import type { AddConsoleRoute, ConsoleCall, ConsoleOptions, EnterConsole } from './route.ts';
import { addAuditRoutes } from './screens/audit-routes.ts';
import { addClearanceRoutes } from './screens/clearance-routes.ts';
import { addCompanyPageRoutes } from './screens/company-routes.ts';
import { addDashboardRoutes } from './screens/dashboard-routes.ts';
import { addJudgementRoutes } from './screens/judgement-routes.ts';
import { addKeyRoutes } from './screens/keys-routes.ts';
import { addListFileRoutes, addListsRoutes } from './screens/lists-routes.ts';
import { addMorningRoute } from './screens/morning-route.ts';
import { addRegistryRoutes } from './screens/registry-routes.ts';
import { addScreenRoutes } from './screens/screen-routes.ts';
import { addSensitivityRoute } from './screens/sensitivity-route.ts';
import { addUsageRoute } from './screens/usage-route.ts';
import { addVerifyRoutes } from './screens/verify-routes.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addSsoRoutes } from './sso-routes.ts';

/** Pages repeat these requests by themselves, so they keep no session alive. */
const looks: ReadonlySet<ConsoleRouteName> = new Set([
  'GET state',
  'GET batches',
  'GET registry',
  'GET lists',
  'GET clearances',
  'GET judgements-due',
]);

/** A sign-in may end the session whose token the page would show. */
const signIns: ReadonlySet<ConsoleRouteName> = new Set([
  'POST sign-in',
  'POST passkey-sign-in-begin',
  'POST passkey-sign-in',
]);

/** Adds the routes of the console. Long-running answers end with `leaving`. */
export function addConsoleRoutes(server: FastifyInstance, options: ConsoleOptions, leaving: AbortSignal): void {
  const { sessions, toPass } = options;
  const refuseHost = createRefuseHost(options.hosts);
  const refuseOutsiders = (request: FastifyRequest) => {
    if (toPass !== undefined && !enterByProxy(request, toPass)) throw new AppError('not_found');
    refuseHost(request.headers.host);
  };
  const enter: EnterConsole = {
    refuseStrangers(request, isAct) {
      refuseOutsiders(request);
      if (isAct) refuseCrossSite(request);
    },
    async admit(request, { role, isAct, isUse }) {
      const token = findToken(request);
      const signedIn = token === undefined ? undefined : await sessions.find(token, isUse);
      if (role !== 'anyone') refuseLowRole(signedIn, role);
      if (isAct && signedIn !== undefined) refuseWithoutCsrf(request, token ?? '');
      return signedIn;
    },
  };
  const admitForFactors = async (request: FastifyRequest) => {
    const token = findToken(request) ?? '';
    const own = await sessions.findForFactors(token);
    if (own === undefined) throw new AppError('sign_in_required');
    refuseWithoutCsrf(request, token);
    return own;
  };
  const add: AddConsoleRoute = (name, handle) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string];
    const { role, body: form } = consoleForms[name];
    const isPost = method === 'POST';
    server.route({
      method,
      url: `/console/api/${path}`,
      onRequest: async (request) => {
        enter.refuseStrangers(request, isPost);
        if (isPost) refuseOtherTypes(request);
      },
      handler: async (request, reply) => {
        const isAct = isPost && !signIns.has(name);
        const signedIn =
          role === 'factors'
            ? await admitForFactors(request)
            : await enter.admit(request, { role, isAct, isUse: !looks.has(name) });
        const body = readBody(form, isPost ? request.body : {}) as ConsoleBody<typeof name>;
        const call = { body, request, reply, signedIn };
        // The gate of `factors` gives what its routes are typed with.
        return handle(call as ConsoleCall<typeof name>);
      },
    });
  };
  addSessionRoutes(add, options);
  addFactorRoutes(add, options);
  if (options.sso !== undefined) addSsoRoutes(server, options.sso, refuseOutsiders);
  addVerifyRoutes(add, options);
  addCompanyPageRoutes(add, options);
  addAuditRoutes(add, options);
  addKeyRoutes(add, options);
  addUsageRoute(add, options);
  addRegistryRoutes(add, options);
  addListsRoutes(add, options);
  addScreenRoutes(add, options);
  addSensitivityRoute(add, options);
  addClearanceRoutes(add, options);
  addJudgementRoutes(add, options);
  addMorningRoute(add, options);
  addDashboardRoutes(server, { ...options, refuseOutsiders, leaving });
  addBatchRoutes(add, options);
  addBatchFileRoutes(server, enter, options);
  addListFileRoutes(server, enter, options);
  addPageRoutes(server, options.pages, refuseOutsiders);
}

/** Other bodies are for other routes of this service, which read them as they come. */
function refuseOtherTypes({ headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('unsupported_media_type');
}
