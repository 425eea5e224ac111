// What the server keeps with a request while it is worked on.

import type { FastifyInstance } from 'fastify';
import type { AppError } from '../../errors.ts';
import type { RepeatedHeader } from './header-rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route tells no stranger that it is there. */
    isQuiet?: boolean;
  }
  interface FastifyRequest {
    startedAtMs: number;
    clientNetwork: string;
    repeatedHeader: RepeatedHeader;
    /** The route's pattern, set by the busy routes: the framework makes a whole object of options to tell it. */
    pattern: string | null;
    /** The `status` of a verification, for the log. */
    outcome: string | null;
    failure: AppError | null;
    /** The body as it came; kept only for a request with an Idempotency-Key. */
    bodyBytes: Buffer | null;
  }
}

/** All of them from the start, so that every request has one shape. */
export function addRequestFields(server: FastifyInstance): void {
  server.decorateRequest('admission', null);
  server.decorateRequest('explain', false);
  server.decorateRequest('purpose', null);
  server.decorateRequest('startedAtMs', 0);
  server.decorateRequest('clientNetwork', '');
  server.decorateRequest('repeatedHeader', null);
  server.decorateRequest('pattern', null);
  server.decorateRequest('outcome', null);
  server.decorateRequest('failure', null);
  server.decorateRequest('bodyBytes', null);
}
