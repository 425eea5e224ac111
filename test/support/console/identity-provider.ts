// A real OpenID Connect provider (oidc-provider, certified) on a port of its own, and a browser's way through it without a browser. It signs
// in whoever is asked for; what it hands out can be spoiled on purpose, as an attacker between would.

import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { loadExtra } from '../../../scripts/extra-packages.ts';
import { listen } from '../free-port.ts';

// biome-ignore lint/suspicious/noExplicitAny: it comes without types
type Untyped = any;

export type Claims = Record<string, unknown>;

export interface TestProvider {
  readonly issuer: string;
  /** The groups of a login; changed at will. */
  readonly groups: Map<string, readonly string[]>;
  /** Made of every ID token that is handed out, until it is undefined again. */
  spoil: ((token: string) => string) | undefined;
  /** As the provider itself would. */
  sign(claims: Claims): string;
  /** With a key that the provider has published nowhere. */
  signAsStranger(claims: Claims): string;
  rotateKeys(): void;
  close(): Promise<void>;
}

export const clientSecret = 'a secret of the tests, 32 letters';

export async function startProvider(consoleAddress: string): Promise<TestProvider> {
  const { Provider } = await loadExtra<Untyped>('test/peers', 'peers.js');
  let handle: RequestListener = (_request, response) => response.end();
  const { port, close } = await listen(createServer((request, response) => handle(request, response)));
  // Another site than the console's 127.0.0.1, as a bank's provider is.
  const issuer = `http://localhost:${port}`;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let key: KeyObject;
  let keys = 0;
  const groups = new Map<string, readonly string[]>();
  const provider: Pick<TestProvider, 'groups' | 'spoil'> = { groups, spoil: undefined };

  function rotateKeys(): void {
    key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const jwk = { ...key.export({ format: 'jwk' }), kid: `key-${++keys}`, alg: 'RS256', use: 'sig' };
    const op = new Provider(issuer, toConfiguration(consoleAddress, jwk, provider.groups));
    op.use(async (context: Untyped, next: () => Promise<void>) => {
      await next();
      const { body } = context;
      if (context.path === '/token' && typeof body?.id_token === 'string' && provider.spoil !== undefined) {
        context.body = { ...body, id_token: provider.spoil(body.id_token) };
      }
    });
    handle = op.callback();
  }

  rotateKeys();
  return Object.assign(provider, {
    issuer,
    rotateKeys,
    sign: (claims: Claims) => toJwt({ alg: 'RS256', kid: `key-${keys}` }, claims, key),
    signAsStranger: (claims: Claims) => toJwt({ alg: 'RS256', kid: `key-${keys}` }, claims, stranger),
    close,
  });
}

function toConfiguration(address: string, jwk: object, groups: ReadonlyMap<string, readonly string[]>): object {
  const client = {
    client_secret: clientSecret,
    redirect_uris: [`${address}/console/sso/callback`],
    post_logout_redirect_uris: [`${address}/console`],
    token_endpoint_auth_method: 'client_secret_post',
  };
  return {
    clients: [
      { client_id: 'confere', ...client },
      { client_id: 'another', ...client },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['of the tests'] },
    claims: { openid: ['sub'], profile: ['preferred_username'], groups: ['groups'] },
    scopes: ['openid', 'profile', 'groups'],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, preferred_username: `${login}@banco.example`, groups: groups.get(login) ?? [] }),
    }),
    // Nobody is asked whether the console may know who they are.
    loadExistingGrant: async ({ oidc }: Untyped) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile groups');
      await grant.save();
      return grant;
    },
  };
}

export function readClaims(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function toJwt(header: object, claims: Claims, key: KeyObject): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

export function toUnsigned(claims: Claims): string {
  const parts = [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.`;
}

export interface Walker {
  /** Cookies by host and port. */
  readonly jar: Map<string, Map<string, string>>;
  /** Without following where it leads. */
  go(address: string, form?: Record<string, string>): Promise<Response>;
}

/** A browser that goes where it is told, with its cookies. */
export function createWalker(): Walker {
  const jar = new Map<string, Map<string, string>>();
  return {
    jar,
    async go(address, form) {
      const { host } = new URL(address);
      const own = jar.get(host) ?? new Map<string, string>();
      jar.set(host, own);
      const response = await fetch(address, {
        redirect: 'manual',
        headers: { cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';', 1);
        const at = pair.indexOf('=');
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) own.delete(pair.slice(0, at));
        else own.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    },
  };
}

/** From the provider's first page to the address of the console that it leads back to, which is not visited. */
export async function passProvider(walker: Walker, address: string, login: string): Promise<string> {
  let at = address;
  const { origin } = new URL(address);
  for (let step = 0; step < 10; step++) {
    const response = await walker.go(at);
    const next = response.headers.get('location');
    if (next === null) {
      const action = /action="([^"]+)"/.exec(await response.text())?.[1];
      if (action === undefined) throw new Error(`The provider's page at ${new URL(at).pathname} has no form.`);
      const sent = await walker.go(new URL(action, at).href, { prompt: 'login', login, password: 'any' });
      at = new URL(sent.headers.get('location') ?? '', at).href;
    } else at = new URL(next, at).href;
    if (new URL(at).origin !== origin) return at;
  }
  throw new Error('The provider leads nowhere.');
}
