// How a request shows who we are. Only here do secrets become headers.

import type { Clock } from '../../app/ports.ts';
import type { Failure } from '../reply.ts';
import type { HttpExchange } from './http-exchange.ts';
import { createTokenKeeper, type TokenOptions, type TokenOutcome, toBasic } from './oauth.ts';

/** Authentication with its secrets resolved. Never printed, never logged. */
export type ResolvedAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'oauth2_client_credentials'; readonly origin: string; readonly token: TokenOptions };

export interface Credentials {
  readonly kind: 'credentials';
  readonly headers: Readonly<Record<string, string>>;
  /** For credentials that can be renewed after a 401: drops them. Undefined where another try would be the same. */
  readonly renew: (() => void) | undefined;
}

export interface Authentication {
  authorize(signal: AbortSignal): Promise<Credentials | Failure>;
}

interface AuthenticationOptions {
  readonly tokenExchange: (origin: string) => HttpExchange;
  readonly clock: Clock;
  readonly onToken?: ((outcome: TokenOutcome) => void) | undefined;
}

export function createAuthentication(
  auth: ResolvedAuth,
  { tokenExchange, clock, onToken }: AuthenticationOptions,
): Authentication {
  switch (auth.kind) {
    case 'none':
      return fixed({});
    case 'header':
      return fixed({ [auth.name.toLowerCase()]: auth.value });
    case 'basic':
      return fixed({ authorization: toBasic(auth.username, auth.password) });
    case 'bearer':
      return fixed({ authorization: `Bearer ${auth.token}` });
    case 'oauth2_client_credentials': {
      const keeper = createTokenKeeper(auth.token, { exchange: tokenExchange(auth.origin), clock, onToken });
      return {
        async authorize(signal) {
          const token = await keeper.get(signal);
          if (token.kind === 'failed') return token;
          return {
            kind: 'credentials',
            headers: { authorization: `Bearer ${token.value}` },
            renew: () => keeper.forget(token),
          };
        },
      };
    }
  }
}

function fixed(headers: Readonly<Record<string, string>>): Authentication {
  const credentials: Credentials = { kind: 'credentials', headers, renew: undefined };
  return { authorize: async () => credentials };
}
