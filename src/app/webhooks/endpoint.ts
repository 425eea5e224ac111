// Where events go: an address and the secret that signs what is sent there, sealed at rest because either may open something.

import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import type { Seal } from '../seal.ts';
import type { WebhookStore } from './ports.ts';

export interface EndpointSecrets {
  readonly url: string;
  readonly secret: string;
}

export interface WebhookRules {
  readonly allowHttp: boolean;
}

export function sealEndpoint(seal: Seal, id: string, secrets: EndpointSecrets): Uint8Array {
  return seal.close(JSON.stringify(secrets), toPlace(id));
}

export function openEndpoint(seal: Seal, endpoint: { readonly id: string; readonly sealed: Uint8Array }) {
  return JSON.parse(seal.open(endpoint.sealed, toPlace(endpoint.id))) as EndpointSecrets;
}

/** Throws `invalid_query` where the key has no such endpoint. */
export async function requireEndpoint(
  webhooks: Pick<WebhookStore, 'findEndpoint'>,
  id: string,
  keyId: KeyId,
): Promise<void> {
  if ((await webhooks.findEndpoint(id))?.keyId === keyId) return;
  throw new AppError('invalid_query', {
    detail: {
      en: '`webhook` must be the id of an endpoint that the operator has made for this key.',
      pt: '`webhook` deve ser o identificador de um destino que o operador criou para esta chave.',
    },
  });
}

/** What is wrong with an address, as far as its text tells; undefined where nothing is. */
export function findUrlFault(text: string, { allowHttp }: WebhookRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'it is not a whole address, such as https://example.com/confere';
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    return 'it must begin with https://, unless webhooks.allow_http is set';
  }
  if (url.username !== '' || url.password !== '') {
    return 'it must not hold a user or a password: what is sent is signed instead';
  }
  return url.hash === '' ? undefined : 'it must not have a part after #, which is never sent';
}

function toPlace(id: string): string {
  return `webhook endpoint ${id}`;
}
