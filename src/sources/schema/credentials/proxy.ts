// The proxy on the way to a party.

import { type Static, Type } from 'typebox';
import { closed, oneOf } from '../shapes.ts';
import { secretSchema } from './secret.ts';

export const proxySchema = Type.Union(
  [
    oneOf(['none'], 'No proxy, whatever HTTPS_PROXY says.'),
    closed({
      url: Type.String({
        pattern: '^https?://',
        maxLength: 2048,
        description: 'Its address and port, such as http://proxy.example:3128.',
      }),
      username: Type.Optional(secretSchema),
      password: Type.Optional(secretSchema),
    }),
  ],
  { description: 'The proxy on the way to the party: {url: ADDRESS}, or none. Default: HTTPS_PROXY, if it is set.' },
);

export type ProxyDescription = Static<typeof proxySchema>;
