// What operators do about their own second factor: an authenticator app, and passkeys.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { passkeysMax } from '../../app/operators/passkeys/own-passkeys.ts';
import type { SessionBegun } from '../../app/operators/sessions.ts';
import { findToken, getSignedIn, refuseOpenNetwork, setCookie } from './access/gate.ts';
import type { AddConsoleRoute, ConsoleOptions } from './route.ts';
import { createToState } from './session-state.ts';

export function addFactorRoutes(add: AddConsoleRoute, options: ConsoleOptions): void {
  const toState = createToState(options);
  const { own } = options.passkeys;

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

  add('POST passkey-add-begin', async ({ request, signedIn }) => {
    refuseOpenNetwork(request);
    return own.begin(signedIn);
  });

  add('POST passkey-add', async ({ body, request, reply, signedIn }) => {
    const begun = await own.finish(signedIn, body);
    return begun === undefined ? toState(signedIn, findToken(request) ?? '') : answerWith(begun, request, reply);
  });

  add('POST passkey-remove', async ({ body: { id }, signedIn }) => ({ removed: await own.remove(signedIn, id) }));

  add('GET passkeys', async ({ signedIn }) => ({
    passkeys: (await own.list(getSignedIn(signedIn))).map(({ id, name, createdAtMs, lastUsedAtMs }) => ({
      id,
      name,
      added_at: new Date(createdAtMs).toISOString(),
      last_used_at: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
    })),
    passkeys_max: passkeysMax,
  }));
}
