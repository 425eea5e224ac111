// Certificates of the connection to a party.

import { type Static, Type } from 'typebox';
import { closed, text } from '../shapes.ts';
import { fileSchema, secretSchema } from './secret.ts';

export const tlsSchema = closed(
  {
    ca_file: Type.Optional(text('Certificates (PEM) of the authority to trust instead of the public ones.')),
    cert_file: Type.Optional(text('Our certificate (PEM) for mutual TLS.')),
    key_file: Type.Optional(text('The key (PEM) of our certificate.')),
    key_passphrase: Type.Optional(secretSchema),
    pfx: Type.Optional(
      fileSchema(
        'Our certificate with its key as PKCS#12 (.pfx, .p12), as Brazilian authorities sell it: {file: PATH}.',
      ),
    ),
    passphrase: Type.Optional(secretSchema),
  },
  'An authority of your own and mutual TLS. Verification of the party cannot be switched off.',
);

export type TlsDescription = Static<typeof tlsSchema>;
