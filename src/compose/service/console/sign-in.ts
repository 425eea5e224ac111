// Puts together how operators sign in to the console: by a password of this service's own, or by a provider of single sign-on.

import { randomBytes } from 'node:crypto';
import { createDevices } from '../../../app/operators/devices.ts';
import { createOwnPasskeys } from '../../../app/operators/passkeys/own-passkeys.ts';
import { createSignInByPasskey } from '../../../app/operators/passkeys/sign-in-by-passkey.ts';
import { createEnrolTotp, type EnrolTotp } from '../../../app/operators/second-factor/enrol-totp.ts';
import { createSessions, type Sessions } from '../../../app/operators/sessions.ts';
import { type signInWays, withSignInOutcome } from '../../../app/operators/sign-in-outcome.ts';
import { createSignInPauses } from '../../../app/operators/sign-in-pauses.ts';
import { createSingleSignOn, type IdentityProvider } from '../../../app/operators/single-sign-on.ts';
import type { ConsolePasskeys } from '../../../http/console/route.ts';
import type { ConsoleSso } from '../../../http/console/sso-routes.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { findPasskeyHome } from '../../parts/console/console-listener.ts';
import { findOidcSettings } from '../../parts/console/oidc-settings.ts';
import type { RecordAct } from '../audit/record-act.ts';
import type { Core } from '../core.ts';

export function openSessions(
  { config, stores, limits, clock, purgeClock, metrics, log }: Core,
  record: RecordAct,
): Sessions {
  const sessions = createSessions({
    store: stores.operators,
    passwords: stores.passwords,
    pauses: createSignInPauses(limits.failures, log.signInFlood),
    devices: createDevices({
      secret: () => {
        stores.secret.refresh();
        return stores.secret.derive('operator-device', 32);
      },
      clock,
    }),
    clock,
    purgeClock,
    randomBytes,
    seal: stores.sealFor('operator-totp'),
    tokenSecrets: () => stores.secret.deriveFresh('operator-session', 32),
    ways: { isLocalOn: config['console.local_operators'], isSsoOn: config['console.oidc.issuer'] !== null },
    factorRoles: config['console.totp_required'],
    idleMsMax: config['console.idle_minutes'] * 60_000,
    ageMsMax: config['console.session_hours'] * 3_600_000,
    record,
  });
  return {
    ...sessions,
    signIn: (request) => counted(metrics, 'password', () => sessions.signIn(request)),
    signInBy: (request) => counted(metrics, 'passkey', () => sessions.signInBy(request)),
  };
}

function counted<Result>(metrics: Metrics, way: (typeof signInWays)[number], signIn: () => Promise<Result>) {
  return withSignInOutcome(signIn, (outcome) => metrics.count('confere_sign_ins_total', { way, outcome }));
}

export function openEnrolTotp(
  { stores, clock }: Core,
  { sessions, record }: { readonly sessions: Sessions; readonly record: RecordAct },
): EnrolTotp {
  const seal = stores.sealFor('operator-totp');
  return createEnrolTotp({ store: stores.operators, sessions, clock, randomBytes, seal, record });
}

export function openPasskeys(
  { config, stores, clock }: Core,
  { sessions, record }: { readonly sessions: Sessions; readonly record: RecordAct },
): ConsolePasskeys {
  const home = findPasskeyHome(config);
  const { operators: store, passkeys } = stores;
  const seal = stores.sealFor('operator-passkey');
  const parts = { home, store, passkeys, sessions, clock, randomBytes, seal };
  return {
    address: home?.origin ?? null,
    signIn: createSignInByPasskey(parts),
    own: createOwnPasskeys({ ...parts, record }),
  };
}

export function openSingleSignOn(
  { config, stores, clock, logger, metrics }: Core,
  { sessions, record }: { readonly sessions: Sessions; readonly record: RecordAct },
): ConsoleSso | undefined {
  const settings = findOidcSettings(config);
  const groups = config['console.oidc.roles'];
  if (settings === undefined || groups === null) return undefined;
  const singleSignOn = createSingleSignOn({
    label: config['console.oidc.label'],
    groups,
    provider: loadedLate(async () => {
      const { createOpenidProvider } = await import('../../../sso/openid-provider.ts');
      return createOpenidProvider(settings, clock);
    }),
    store: stores.operators,
    passwords: stores.passwords,
    sessions,
    clock,
    randomBytes,
    seal: stores.sealFor('operator-sso'),
    record,
  });
  return {
    address: settings.address,
    onFault: ({ kind, message }) =>
      logger.write(kind === 'unavailable' ? 'error' : 'warn', 'sso_refused', { internal: `${kind}: ${message}` }),
    singleSignOn: {
      ...singleSignOn,
      finish: (answer) => counted(metrics, 'sso', () => singleSignOn.finish(answer)),
    },
  };
}

/** The library takes from the time of a start, and most processes never need it. */
function loadedLate(load: () => Promise<IdentityProvider>): IdentityProvider {
  let loaded: Promise<IdentityProvider> | undefined;
  const provider = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    toSignIn: async (proof) => (await provider()).toSignIn(proof),
    findIdentity: async (query, proof) => (await provider()).findIdentity(query, proof),
    findSignOut: async () => (await provider()).findSignOut(),
  };
}
