// How a request shows who we are. Only here do secrets become headers.

import type { Clock } from '../../../app/clock.ts';
import type { Eventual } from '../../../app/eventual.ts';
import type { Failure } from '../../reply.ts';
import type { HttpExchange } from '../http-exchange.ts';
import type { OutgoingRequest } from '../request.ts';
import type { PlaceholderValues } from '../template.ts';
import { type HmacOptions, toSignature } from './hmac.ts';
import { createTokenKeeper, type TokenOptions, type TokenOutcome, toBasic } from './oauth.ts';

/** Authentication with its secrets resolved. Never printed, never logged. */
export type ResolvedAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  | {
      readonly kind: 'oauth2_client_credentials' | 'oauth2_jwt_bearer';
      readonly origin: string;
      readonly token: TokenOptions;
    }
  | { readonly kind: 'hmac'; readonly signature: HmacOptions };

export interface Credentials {
  readonly kind: 'credentials';
  /** Values of the placeholders `token.NAME`. */
  readonly values: PlaceholderValues;
  /** The headers that let this request in. */
  readonly toHeaders: (request: OutgoingRequest) => Readonly<Record<string, string>>;
  /** Drops credentials that can be renewed after a 401. The value is undefined if another try would be the same. */
  readonly renew: (() => void) | undefined;
}

export interface Authentication {
  /** A promise only where a token may have to be fetched. */
  authorize(signal: AbortSignal): Eventual<Credentials | Failure>;
}

interface AuthenticationOptions {
  readonly tokenExchange: (origin: string) => HttpExchange;
  readonly clock: Clock;
  /** Values of the placeholders `secret.NAME`. */
  readonly secrets: PlaceholderValues;
  readonly onToken?: ((outcome: TokenOutcome) => void) | undefined;
}

export function createAuthentication(auth: ResolvedAuth, options: AuthenticationOptions): Authentication {
  const { tokenExchange, clock, secrets, onToken } = options;
  switch (auth.kind) {
    case 'none':
      return fixed({});
    case 'header':
      return fixed({ [auth.name.toLowerCase()]: auth.value });
    case 'basic':
      return fixed({ authorization: toBasic(auth.username, auth.password) });
    case 'bearer':
      return fixed({ authorization: `Bearer ${auth.token}` });
    case 'oauth2_client_credentials':
    case 'oauth2_jwt_bearer': {
      const keeper = createTokenKeeper(auth.token, { exchange: tokenExchange(auth.origin), clock, secrets, onToken });
      return {
        async authorize(signal) {
          const token = await keeper.get(signal);
          if (token.kind === 'failed') return token;
          return {
            kind: 'credentials',
            values: token.values,
            toHeaders: () => ({ authorization: `Bearer ${token.value}` }),
            renew: () => keeper.forget(token),
          };
        },
      };
    }
    case 'hmac':
      return always({ toHeaders: (request) => toSignature(auth.signature, request, clock) });
  }
}

function fixed(headers: Readonly<Record<string, string>>): Authentication {
  return always({ toHeaders: () => headers });
}

function always({ toHeaders }: Pick<Credentials, 'toHeaders'>): Authentication {
  const credentials: Credentials = { kind: 'credentials', values: {}, toHeaders, renew: undefined };
  return { authorize: () => credentials };
}
