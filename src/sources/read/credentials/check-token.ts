// Checks how a token is fetched: its address, and what the request holds.

import { jsonFormat } from '../../answer/body/json-body.ts';
import type { TokenOptions } from '../../call/credentials/oauth.ts';
import { compileRequest } from '../../call/request.ts';
import type { TokenAuthDescription } from '../../schema/credentials/auth.ts';
import type { PartyDescription } from '../../schema/party.ts';
import { compileExpressions } from '../check-answers.ts';
import type { CheckContext } from '../check-context.ts';
import { checkAssertion } from './check-assertion.ts';
import { type Address, checkAddress, resolveSecret } from './check-credentials.ts';

interface Surroundings {
  readonly description: PartyDescription;
  readonly base: Address;
  readonly deadlineMs: number;
}

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const clientAssertion = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export async function checkToken(
  auth: TokenAuthDescription,
  { description, base, deadlineMs }: Surroundings,
  context: CheckContext,
): Promise<{ readonly origin: string; readonly token: TokenOptions }> {
  const url = auth.token_url.startsWith('/') ? base.origin + base.path + auth.token_url : auth.token_url;
  const address = checkAddress(url, description, ['auth', 'token_url'], context);
  const tokenPath = (address.path === '' ? '/' : address.path) + address.search;
  const client = auth.kind === 'oauth2_client_credentials' ? checkClient(auth, context) : undefined;
  const fields = auth.fields ?? toFields(auth, client?.in === 'body');
  return {
    origin: address.origin,
    token: {
      path: tokenPath,
      request: compileTokenRequest(auth, fields, description, context),
      written: [auth.headers, auth.body, fields, auth.values],
      credentials: {
        ...(client === undefined ? {} : { client_id: client.id }),
        ...(client?.secret === undefined ? {} : { client_secret: client.secret }),
      },
      isBasic: client?.in === 'basic' && client.secret !== undefined,
      assertion:
        auth.assertion && (await checkAssertion(auth.assertion, client?.id, address.origin + address.path, context)),
      tokenField: auth.token_field ?? 'access_token',
      expiresInField: auth.expires_in_field ?? 'expires_in',
      values: await compileExpressions(auth.values, ['auth', 'values'], context),
      deadlineMs,
    },
  };
}

type ClientAuth = Extract<TokenAuthDescription, { readonly kind: 'oauth2_client_credentials' }>;

function checkClient(auth: ClientAuth, context: CheckContext) {
  const where = auth.credentials_in ?? 'basic';
  if (auth.client_secret === undefined && auth.assertion === undefined) {
    context.fault(['auth', 'client_secret'], 'it is missing; without it an assertion must show who we are');
  }
  if (auth.client_secret !== undefined && auth.assertion !== undefined) {
    context.fault(['auth', 'client_secret'], 'an assertion is given too: keep one');
  }
  if (where === 'body' && auth.body === 'none') {
    context.fault(['auth', 'credentials_in'], 'there is no body to hold them: body is none');
  }
  return {
    id: resolveSecret(auth.client_id, ['auth', 'client_id'], context),
    secret: auth.client_secret && resolveSecret(auth.client_secret, ['auth', 'client_secret'], context),
    in: where,
  };
}

/** Returns the fields that OAuth requires in the body. */
function toFields(auth: TokenAuthDescription, inBody: boolean): Record<string, string> {
  const scope = auth.scope === undefined ? {} : { scope: auth.scope.replace(/[{}]/g, '$&$&') };
  if (auth.kind === 'oauth2_jwt_bearer') return { grant_type: jwtBearer, assertion: '{assertion}', ...scope };
  const secrets = inBody ? { client_id: '{client_id}', client_secret: '{client_secret}' } : {};
  const assertion = {
    client_id: '{client_id}',
    client_assertion_type: clientAssertion,
    client_assertion: '{assertion}',
  };
  return { grant_type: 'client_credentials', ...scope, ...(auth.assertion === undefined ? secrets : assertion) };
}

function compileTokenRequest(
  auth: TokenAuthDescription,
  fields: Readonly<Record<string, string>>,
  description: Surroundings['description'],
  context: CheckContext,
) {
  const { body = 'form', headers } = auth;
  if (auth.assertion !== undefined && body === 'none') {
    context.fault(['auth', 'body'], 'there is no body to hold the assertion: use form or json');
  }
  if (auth.fields !== undefined && body === 'none') {
    context.fault(['auth', 'fields'], 'there is no body to hold them: use form or json');
  }
  const known =
    auth.kind === 'oauth2_jwt_bearer'
      ? ['assertion']
      : ['client_id', ...(auth.assertion === undefined ? ['client_secret'] : ['assertion'])];
  return compileRequest(
    {
      method: 'POST',
      path: '/',
      ...(headers !== undefined && { headers }),
      ...(body !== 'none' && { [body]: fields }),
    },
    { subjectNames: known, secretNames: Object.keys(description.secrets ?? {}), accept: jsonFormat.accept },
    ([part, ...rest], problem) => context.fault(['auth', part === 'headers' ? 'headers' : 'fields', ...rest], problem),
  );
}
