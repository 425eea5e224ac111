// What the settings say of the provider of single sign-on.

import { type Config, readSecretAddress } from '../../../config.ts';
import type { OpenidProviderSettings } from '../../../sso/openid-provider.ts';

/** Returns undefined if there is no provider. Throws if its secret cannot be read. */
export function findOidcSettings(config: Config): OpenidProviderSettings | undefined {
  const {
    'console.oidc.issuer': issuer,
    'console.oidc.client_id': clientId,
    'console.oidc.client_secret': secret,
    'console.address': address,
  } = config;
  if (issuer === null || clientId === null || address === null) return undefined;
  return {
    issuer,
    clientId,
    address,
    clientSecret: secret === null ? undefined : readSecretAddress('console.oidc.client_secret', secret),
    scopes: config['console.oidc.scopes'],
    groupsClaim: config['console.oidc.groups_claim'],
  };
}
