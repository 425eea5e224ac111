// What operators do about their own second factor.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionBegun } from '../../app/operators/sessions.ts';
import { refuseOpenNetwork, setCookie } from './access/gate.ts';
import type { AddConsoleRoute, ConsoleOptions } from './route.ts';
import { createToState } from './session-state.ts';

export function addFactorRoutes(add: AddConsoleRoute, options: ConsoleOptions): void {
  const toState = createToState(options);

  /** The session of before has ended with all others of the operator. */
  async function answerWith(begun: SessionBegun, request: FastifyRequest, reply: FastifyReply) {
    setCookie(request, reply, { kind: 'session', value: begun.token });
    return toState({ ...begun, mustEnrol: false }, begun.token);
  }

  add('POST totp-begin', async ({ request, signedIn }) => {
    refuseOpenNetwork(request);
    return options.enrolTotp.begin(signedIn);
  });

  add('POST totp-finish', async ({ body, request, reply, signedIn }) =>
    answerWith(await options.enrolTotp.finish(signedIn, body), request, reply),
  );
}
