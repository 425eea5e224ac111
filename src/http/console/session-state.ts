// What a page learns about where it is and who is signed in.

import type { FactorSession } from '../../app/operators/sessions.ts';
import { toCsrfToken } from '../../app/operators/sessions.ts';
import type { ConsoleState } from './contract.ts';
import type { ConsoleOptions } from './route.ts';

/** Returns the state of the page. The session is undefined if the visitor has shown neither a password nor a provider's statement. */
export type ToState = (own: FactorSession | undefined, token: string, hasNewPage?: boolean) => Promise<ConsoleState>;

export function createToState({ version, purposes, hasOperators, ...options }: ConsoleOptions): ToState {
  return async (own, token, hasNewPage = false) => ({
    version,
    has_new_page: hasNewPage,
    has_live_sources: options.hasLiveSources,
    has_live_registry: options.hasLiveRegistry(),
    purpose_required: options.isPurposeRequired,
    base_without_score: options.baseWithoutScore,
    purposes,
    has_operators: await hasOperators(),
    single_sign_on: options.sso === undefined ? null : { label: options.sso.singleSignOn.label },
    local_sign_in: options.isLocalOn,
    passkey_address: options.passkeys.address,
    operator: own === undefined || own.mustEnrol ? null : toSignedIn(own, token),
    must_enrol: own?.mustEnrol ? { name: own.operator.name, csrf: toCsrfToken(token) } : null,
  });
}

const toSignedIn = ({ operator, session }: FactorSession, token: string) => ({
  name: operator.name,
  role: operator.role,
  session_id: session.id,
  csrf: toCsrfToken(token),
  by_provider: operator.ssoSubject !== null,
});
