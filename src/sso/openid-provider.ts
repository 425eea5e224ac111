// An OpenID Connect provider over HTTP: discovery, the code flow with PKCE, and an ID token whose signature, issuer, audience, nonce and
// times are all checked by a certified library. Its keys are fetched for every sign-in, so that a new one is good at once.

import * as client from 'openid-client';
import type { Clock } from '../app/clock.ts';
import { type Identity, type IdentityProvider, type SignInProof, SsoFault } from '../app/operators/single-sign-on.ts';

export interface OpenidProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The value is undefined for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** A dot leads into an object: `realm_access.roles`. */
  readonly groupsClaim: string;
  /** Where the console is, without a path. */
  readonly address: string;
}

export const callbackPath = '/console/sso/callback';
const timeoutSeconds = 10;
/** Machines' clocks differ by some seconds. */
const clockToleranceSeconds = 60;
const metadataMsMax = 10 * 60_000;

export function createOpenidProvider(settings: OpenidProviderSettings, clock: Clock): IdentityProvider {
  let kept: { readonly metadata: client.ServerMetadata; readonly untilMs: number } | undefined;

  /** Anew each time, with the keys of the provider as they are now. */
  async function configure(): Promise<client.Configuration> {
    const nowMs = clock.monotonicMs();
    if (kept === undefined || nowMs >= kept.untilMs) {
      const found = await discoverProvider(settings);
      kept = { metadata: found.serverMetadata(), untilMs: nowMs + metadataMsMax };
    }
    const { clientId, clientSecret, issuer } = settings;
    const configuration = new client.Configuration(kept.metadata, clientId, toClient(settings), toAuth(clientSecret));
    configuration.timeout = timeoutSeconds;
    for (const extend of toExtensions(issuer)) extend(configuration);
    return configuration;
  }

  return {
    async toSignIn({ state, nonce, verifier }) {
      const configuration = await withReach(configure);
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: `${settings.address}${callbackPath}`,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    },
    async findIdentity(query, proof) {
      const configuration = await withReach(configure);
      const answer = new URL(`${settings.address}${callbackPath}?${query}`);
      if (answer.searchParams.get('error') === 'access_denied' && answer.searchParams.get('state') === proof.state) {
        throw new SsoFault('denied', 'the provider says access_denied');
      }
      const claims = await withSentence(() => exchange(configuration, answer, proof));
      refuseFuture(claims, clock.nowMs());
      return toIdentity(claims, settings);
    },
    async findSignOut() {
      const configuration = await configure().catch(() => undefined);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
      const leaving = { post_logout_redirect_uri: `${settings.address}/console` };
      return client.buildEndSessionUrl(configuration, leaving).href;
    },
  };
}

/** Throws the library's own fault; its message names the fault and nothing secret. */
export function discoverProvider(settings: OpenidProviderSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  return client.discovery(new URL(issuer), clientId, toClient(settings), toAuth(clientSecret), {
    timeout: timeoutSeconds,
    execute: toExtensions(issuer),
  });
}

function toClient({ clientSecret }: OpenidProviderSettings): Partial<client.ClientMetadata> {
  return {
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    [client.clockTolerance]: clockToleranceSeconds,
  };
}

function toAuth(clientSecret: string | undefined): client.ClientAuth {
  return clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
}

/** Signatures are checked even though the token comes straight from the provider; plain HTTP is for a provider on this machine alone. */
function toExtensions(issuer: string): ((configuration: client.Configuration) => void)[] {
  const isPlain = issuer.startsWith('http://');
  return [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])];
}

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string; readonly iss: string; readonly iat: number };

/** The library asks that the token says when it was issued, not that this has been. */
function refuseFuture({ iat }: Claims, nowMs: number): void {
  if (iat <= nowMs / 1000 + clockToleranceSeconds) return;
  throw new SsoFault('refused', 'the ID token was issued in the future');
}

async function exchange(
  configuration: client.Configuration,
  answer: URL,
  { state, nonce, verifier }: SignInProof,
): Promise<Claims> {
  const tokens = await client.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims() as Claims;
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  // Many providers put groups and names there alone. What the signed token says goes first.
  const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...more, ...claims };
}

function toIdentity(claims: Claims, { groupsClaim, issuer }: OpenidProviderSettings): Identity {
  const texts = ['preferred_username', 'email', 'upn', 'name'].map((name) => claims[name]);
  const name = texts.find((text): text is string => typeof text === 'string' && text !== '') ?? claims.sub;
  return { subject: `${issuer} ${claims.sub}`, name, groups: findGroups(claims, groupsClaim) };
}

function findGroups(claims: Claims, path: string): readonly string[] {
  // An address that nobody has verified proves no membership.
  if (path === 'email' && claims['email_verified'] !== true) return [];
  const direct = claims[path];
  const found =
    direct ??
    path.split('.').reduce<unknown>((at, key) => {
      const isObject = typeof at === 'object' && at !== null && Object.hasOwn(at, key);
      return isObject ? (at as Readonly<Record<string, unknown>>)[key] : undefined;
    }, claims);
  const items = Array.isArray(found) ? found : [found];
  return items.filter((item): item is string => typeof item === 'string');
}

async function withReach<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new SsoFault('unavailable', toFaultText(error));
  }
}

async function withSentence<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isNetwork = error instanceof TypeError || (error as Error).name === 'TimeoutError';
    throw new SsoFault(isNetwork ? 'unavailable' : 'refused', toFaultText(error));
  }
}

/** The library's codes, never its messages: those may repeat what the provider sent. */
export function toFaultText(error: unknown): string {
  const {
    code,
    error: told,
    name,
    cause,
  } = error as { code?: string; error?: string; name?: string; cause?: { code?: string } };
  return [code ?? name ?? 'unknown', told, cause?.code]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .slice(0, 120);
}
