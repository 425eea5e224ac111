// The routes of the console: its own, at `/console/api/NAME`, and its pages. Every route goes through the same gate.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { addAuditRoutes } from './audit-routes.ts';
import { readBody } from './body.ts';
import { type ConsoleBody, consoleForms } from './contract.ts';
import { addDashboardRoutes } from './dashboard-routes.ts';
import { enterByDoor } from './door.ts';
import { findToken, refuseCrossSite, refuseLowRole, refuseWithoutCsrf } from './gate.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addPageRoutes } from './pages.ts';
import { addRegistryRoutes } from './registry/routes.ts';
import type { AddConsoleRoute, ConsoleOptions } from './route.ts';
import { addSessionRoutes } from './session-routes.ts';
import { addVerifyRoutes } from './verify-routes.ts';

/** What goes on for long ends with `leaving`. */
export function addConsoleRoutes(server: FastifyInstance, options: ConsoleOptions, leaving: AbortSignal): void {
  const { sessions, pass } = options;
  const refuseOutsiders = (request: FastifyRequest) => {
    if (pass !== undefined && !enterByDoor(request, pass)) throw new AppError('not_found');
  };
  const add: AddConsoleRoute = (name, handle) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST', string];
    const { role, body: form } = consoleForms[name];
    server.route({
      method,
      url: `/console/api/${path}`,
      onRequest: async (request) => {
        refuseOutsiders(request);
        if (method === 'POST') refuseCrossSite(request);
      },
      handler: async (request, reply) => {
        const token = findToken(request);
        const isUse = name !== 'GET state';
        const signedIn = token === undefined ? undefined : await sessions.find(token, isUse);
        if (role !== 'anyone') refuseLowRole(signedIn, role);
        if (method === 'POST' && signedIn !== undefined && name !== 'POST sign-in')
          refuseWithoutCsrf(request, token ?? '');
        const body = readBody(form, method === 'POST' ? request.body : {}) as ConsoleBody<typeof name>;
        return handle({ body, request, reply, signedIn });
      },
    });
  };
  addSessionRoutes(add, options);
  addVerifyRoutes(add, options);
  addAuditRoutes(add, options);
  addKeyRoutes(add, options);
  addRegistryRoutes(add, options);
  addDashboardRoutes(server, { ...options, refuseOutsiders, leaving });
  addPageRoutes(server, options.pages, refuseOutsiders);
}
