// How Confere authenticates at a party.

import { type Static, Type } from 'typebox';
import { closed, expression, flag, headerName, integer, oneOf, templates, text } from '../shapes.ts';
import { fileSchema, secretSchema } from './secret.ts';

/** The setting is not secret, yet it may differ between installations. */
const plainOrReference = (description: string) =>
  Type.Union([text(description), secretSchema], { description: `${description} Text, {env: NAME} or {file: PATH}.` });

const algorithms = ['RS256', 'PS256', 'ES256'] as const;
export type AssertionAlgorithm = (typeof algorithms)[number];

export const assertionSchema = closed(
  {
    algorithm: Type.Optional(oneOf(algorithms, 'How it is signed. Default: RS256.')),
    key: Type.Optional(secretSchema),
    key_passphrase: Type.Optional(secretSchema),
    pfx: Type.Optional(fileSchema('The key in a PKCS#12 file (.pfx, .p12) instead: {file: PATH}.')),
    passphrase: Type.Optional(secretSchema),
    key_id: Type.Optional(plainOrReference('The name under which the party knows our public key (kid).')),
    issuer: Type.Optional(plainOrReference('iss: who we are. Default: client_id, where there is one.')),
    subject: Type.Optional(plainOrReference('sub. Default: client_id where there is one, else none.')),
    audience: Type.Optional(plainOrReference('aud: who is to believe it. Default: the address of token_url.')),
    scope: Type.Optional(text('scope, as a claim.')),
    lifetime_seconds: Type.Optional(integer(10, 3600, 'For how long it holds. Default: 300.')),
    jti: Type.Optional(flag('Whether it has an identifier of its own. Default: true.')),
    claims: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Further claims, as they are.' })),
  },
  'An assertion that our private key signs (RFC 7523), new for each token request.',
);
export type AssertionDescription = Static<typeof assertionSchema>;

/** Every fetched token has these properties. */
const tokenProperties = {
  token_url: Type.String({
    pattern: '^(/|https?://)',
    description: 'Where tokens are fetched: a path under base_url, or a whole address.',
  }),
  headers: Type.Optional(templates('Further headers of the token request, with {secret.NAME} and {uuid}.')),
  body: Type.Optional(
    oneOf(['form', 'json', 'none'], 'How the token request is written; none sends no body at all. Default: form.'),
  ),
  fields: Type.Optional(
    templates(
      'What the body holds instead of the fields of OAuth, with {client_id}, {client_secret}, {assertion} and {secret.NAME}.',
    ),
  ),
  scope: Type.Optional(text('The scope to ask for.')),
  token_field: Type.Optional(text('The field of the answer that holds the token. Default: access_token.')),
  expires_in_field: Type.Optional(
    text('The field with its life: seconds, a moment since 1970, or an ISO date. Default: expires_in.'),
  ),
  values: Type.Optional(
    Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }), expression('a text of the answer.'), {
      additionalProperties: false,
      description: 'Further values of the answer, as the placeholders {token.NAME} of all requests.',
    }),
  ),
};

const signatureDates = ['http', 'iso', 'epoch_seconds', 'epoch_milliseconds'] as const;
export type SignatureDate = (typeof signatureDates)[number];
const encodings = ['hex', 'base64'] as const;

const authSchemas = {
  none: closed({ kind: Type.Literal('none') }, 'No authentication, or only mutual TLS.'),
  header: closed(
    {
      kind: Type.Literal('header'),
      name: headerName('The name of the header.'),
      value: secretSchema,
    },
    'A fixed secret in a header of its own.',
  ),
  basic: closed({ kind: Type.Literal('basic'), username: secretSchema, password: secretSchema }, 'HTTP Basic.'),
  bearer: closed({ kind: Type.Literal('bearer'), token: secretSchema }, 'A fixed bearer token.'),
  oauth2_client_credentials: closed(
    {
      kind: Type.Literal('oauth2_client_credentials'),
      ...tokenProperties,
      client_id: secretSchema,
      client_secret: Type.Optional(secretSchema),
      credentials_in: Type.Optional(
        oneOf(['basic', 'body'], 'Whether id and secret go in HTTP Basic or in the body. Default: basic.'),
      ),
      assertion: Type.Optional(assertionSchema),
    },
    'A token that is fetched, kept until a minute before its end, and renewed once on a 401. With an assertion instead of a secret it is private_key_jwt.',
  ),
  oauth2_jwt_bearer: closed(
    { kind: Type.Literal('oauth2_jwt_bearer'), ...tokenProperties, assertion: assertionSchema },
    'The same for a signed assertion alone, the grant urn:ietf:params:oauth:grant-type:jwt-bearer.',
  ),
  hmac: closed(
    {
      kind: Type.Literal('hmac'),
      secret: secretSchema,
      key_id: Type.Optional(plainOrReference('The name of the secret, for {key_id}.')),
      algorithm: Type.Optional(oneOf(['sha256', 'sha512'], 'Of signature and body hash. Default: sha256.')),
      encoding: Type.Optional(oneOf(encodings, 'How the signature is written. Default: hex.')),
      body_hash_encoding: Type.Optional(oneOf(encodings, 'How {body_hash} is written. Default: as the signature.')),
      date: Type.Optional(oneOf(signatureDates, 'How {date} is written. Default: http.')),
      sign: text(
        'The text that is signed, with {method}, {host}, {path}, {query}, {date}, {body}, {body_hash}, {key_id}, {uuid}.',
      ),
      headers: templates('The headers that carry it, with {signature} and all of these but {body}.'),
    },
    'A signature over each request, made with a secret that both sides have.',
  ),
} as const;

export type TokenAuthDescription = Static<
  typeof authSchemas.oauth2_client_credentials | typeof authSchemas.oauth2_jwt_bearer
>;
export type HmacDescription = Static<typeof authSchemas.hmac>;

export const authSchema = Type.Union(
  [
    authSchemas.none,
    authSchemas.header,
    authSchemas.basic,
    authSchemas.bearer,
    authSchemas.oauth2_client_credentials,
    authSchemas.oauth2_jwt_bearer,
    authSchemas.hmac,
  ],
  { description: 'How to authenticate. Default: {kind: none}.' },
);
