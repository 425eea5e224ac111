// Checks how we show who we are: fixed secrets, tokens that are fetched, signatures. No fault ever repeats a secret.

import type { ResolvedAuth } from '../../call/credentials/authentication.ts';
import { type HmacOptions, signatureNames, signedNames } from '../../call/credentials/hmac.ts';
import { checkHeader } from '../../call/request.ts';
import { emptyTemplate, parseTemplate } from '../../call/template.ts';
import type { HmacDescription } from '../../schema/credentials/auth.ts';
import type { SecretReference } from '../../schema/credentials/secret.ts';
import type { PartyDescription } from '../../schema/party.ts';
import { listRequests } from '../calls/check-calls.ts';
import type { CheckContext } from '../check-context.ts';
import { type Address, resolvePlain, resolveSecret } from './check-credentials.ts';
import { checkToken } from './check-token.ts';

type Auth = NonNullable<PartyDescription['auth']>;

export async function checkAuth(
  description: PartyDescription,
  base: Address,
  deadlineMs: number,
  context: CheckContext,
): Promise<ResolvedAuth> {
  const auth: Auth = description.auth ?? { kind: 'none' };
  checkOwnHeaders(description, auth, context);
  const secret = (reference: SecretReference, key: string) => resolveSecret(reference, ['auth', key], context);
  const headerSecret = (reference: SecretReference, key: string) => {
    const value = secret(reference, key);
    if (/[^\x20-\x7e]/.test(value))
      context.fault(['auth', key], 'a header cannot carry this secret: it is not plain ASCII');
    return value;
  };
  switch (auth.kind) {
    case 'none':
      return auth;
    case 'header':
      return { kind: 'header', name: auth.name, value: headerSecret(auth.value, 'value') };
    case 'basic': {
      const username = secret(auth.username, 'username');
      return { kind: 'basic', username, password: secret(auth.password, 'password') };
    }
    case 'bearer':
      return { kind: 'bearer', token: headerSecret(auth.token, 'token') };
    case 'oauth2_client_credentials':
    case 'oauth2_jwt_bearer':
      return { kind: auth.kind, ...(await checkToken(auth, { description, base, deadlineMs }, context)) };
    case 'hmac':
      return { kind: 'hmac', signature: checkHmac(auth, base, context) };
  }
}

function checkHmac(auth: HmacDescription, base: Address, context: CheckContext): HmacOptions {
  const fault = (path: readonly string[], problem: string) => context.fault(['auth', ...path], problem);
  const text = parseTemplate(auth.sign, signedNames, (problem) => fault(['sign'], problem));
  if (/[^\x0a\x0d\x20-\x7e]/.test(auth.sign)) fault(['sign'], 'it is plain ASCII, with line breaks');
  const headers = Object.entries(auth.headers).flatMap(([name, value]) => {
    checkHeader(name, value, fault);
    const template = parseTemplate(value, signatureNames, (problem) => fault(['headers', name], problem));
    return template === undefined ? [] : [[name, template] as const];
  });
  if (!headers.some(([, template]) => template.names.includes('signature'))) {
    fault(['headers'], 'none of them holds {signature}');
  }
  const used = [text, ...headers.map(([, template]) => template)].flatMap((template) => template?.names ?? []);
  if (used.includes('key_id') && auth.key_id === undefined) fault(['key_id'], 'it is missing, and {key_id} is used');
  const encoding = auth.encoding ?? 'hex';
  const keyId = auth.key_id === undefined ? null : resolvePlain(auth.key_id, ['auth', 'key_id'], context);
  if (/[^\x20-\x7e]/.test(keyId ?? '')) fault(['key_id'], 'it is plain ASCII on one line');
  return {
    algorithm: auth.algorithm ?? 'sha256',
    encoding,
    bodyHashEncoding: auth.body_hash_encoding ?? encoding,
    date: auth.date ?? 'http',
    secret: resolveSecret(auth.secret, ['auth', 'secret'], context),
    keyId,
    host: new URL(base.origin).host,
    written: [auth.sign, auth.headers],
    text: text ?? emptyTemplate,
    headers,
  };
}

/** A header of a request must not contradict the one that shows who we are. */
function checkOwnHeaders(description: PartyDescription, auth: Auth, context: CheckContext): void {
  const used = new Set(listHeaders(auth).map((name) => name.toLowerCase()));
  for (const { request, path } of listRequests(description)) {
    const own = Object.keys(request.headers ?? {}).find((name) => used.has(name.toLowerCase()));
    if (own !== undefined) context.fault([...path, 'request', 'headers', own], 'this header is set by auth already');
  }
}

function listHeaders(auth: Auth): readonly string[] {
  if (auth.kind === 'none') return [];
  if (auth.kind === 'header') return [auth.name];
  return auth.kind === 'hmac' ? Object.keys(auth.headers) : ['authorization'];
}
