// How a party proves that it is the one who calls back, and where its callback names the order.

import { type Static, Type } from 'typebox';
import { secretSchema } from '../credentials/secret.ts';
import { closed, expression, headerName, integer, oneOf, text } from '../shapes.ts';

const timestampForms = ['epoch_seconds', 'epoch_milliseconds', 'iso'] as const;
export type TimestampForm = (typeof timestampForms)[number];

const timestampSchema = closed(
  {
    header: headerName('The header with the moment at which the callback was signed.'),
    form: Type.Optional(oneOf(timestampForms, 'How it is written. Default: epoch_seconds.')),
    tolerance_seconds: Type.Optional(integer(1, 3600, 'How far it may be from our clock. Default: 300.')),
  },
  'Callbacks that were signed long ago are refused.',
);

const proofSchemas = {
  header: closed(
    {
      kind: Type.Literal('header'),
      name: headerName('The name of the header.'),
      value: secretSchema,
    },
    'A secret of its own in a header.',
  ),
  hmac: closed(
    {
      kind: Type.Literal('hmac'),
      secret: secretSchema,
      header: headerName('The header with the signature.'),
      algorithm: Type.Optional(oneOf(['sha256', 'sha512'], 'Default: sha256.')),
      encoding: Type.Optional(oneOf(['hex', 'base64'], 'How the signature is written. Default: hex.')),
      prefix: Type.Optional(text('What stands before the signature, such as sha256=.')),
      timestamp: Type.Optional(timestampSchema),
      sign: Type.Optional(text('The text that is signed. Default: {body}, and with a timestamp {timestamp}.{body}.')),
    },
    'A signature over the body, made with a secret that both sides have.',
  ),
} as const;

export const callbackSchema = closed(
  {
    id: expression('the id of the order, in the body of the callback.'),
    auth: Type.Union([proofSchemas.header, proofSchemas.hmac], { description: 'How the party proves who it is.' }),
    per_minute: Type.Optional(
      integer(1, 60_000, 'Callbacks of this party in a minute; more are refused with 429. Default: 600.'),
    ),
  },
  'The party tells us at /callbacks/NAME that an answer is there. Confere then looks at once, and believes only what it fetches.',
);

export type CallbackDescription = Static<typeof callbackSchema>;
export type HmacProofDescription = Static<typeof proofSchemas.hmac>;
