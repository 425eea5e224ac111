// Signatures in the XML that goes to a party and comes from it.

import { type Static, Type } from 'typebox';
import { closed, text } from '../shapes.ts';
import { secretSchema } from './secret.ts';

export const xmlSignatureSchema = closed(
  {
    verify: Type.Optional(
      closed(
        { cert_file: text('The certificates (PEM) whose signatures are believed, one or several.') },
        'Only what one of these certificates signed is read.',
      ),
    ),
    sign: Type.Optional(
      closed(
        {
          cert_file: text('Our certificate (PEM), which is sent along.'),
          key_file: text('Its RSA key (PEM).'),
          key_passphrase: Type.Optional(secretSchema),
        },
        'Our signature in every request.',
      ),
    ),
  },
  'Enveloped signatures (XMLDSig) of requests and answers in XML.',
);

export type XmlSignatureDescription = Static<typeof xmlSignatureSchema>;
