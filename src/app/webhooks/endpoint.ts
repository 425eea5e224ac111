// Where events go: an address and the secret that signs what is sent there, sealed at rest because either may open something.

import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError, type Bilingual } from '../../errors.ts';
import { toEndpointPlace } from '../kept/watches.ts';
import type { Seal } from '../seal.ts';
import type { WebhookStore } from './ports.ts';

export interface EndpointSecrets {
  readonly url: string;
  readonly secret: string;
  /** The one before it, which signs beside it until its time is over. */
  readonly previous?: { readonly secret: string; readonly untilMs: number };
}

export interface WebhookRules {
  readonly allowHttp: boolean;
  /**
   * Returns false if webhooks may not go to the address, or to one that its name now resolves to. A name that does not resolve yet may resolve
   * later.
   */
  readonly mayReach: (url: string) => Promise<boolean>;
}

export function sealEndpoint(seal: Seal, id: string, secrets: EndpointSecrets): Uint8Array {
  return seal.close(JSON.stringify(secrets), toEndpointPlace(id));
}

export function openEndpoint(seal: Seal, endpoint: { readonly id: string; readonly sealed: Uint8Array }) {
  return JSON.parse(seal.open(endpoint.sealed, toEndpointPlace(endpoint.id))) as EndpointSecrets;
}

/** Returns the secrets that sign a call now, the newest first. */
export function toSigningSecrets({ secret, previous }: EndpointSecrets, nowMs: number): readonly string[] {
  return previous !== undefined && nowMs < previous.untilMs ? [secret, previous.secret] : [secret];
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
      en: '`webhook` must be the id of an endpoint of this key.',
      pt: '`webhook` deve ser o identificador de um destino desta chave.',
    },
  });
}

export type ParsedUrl =
  | { readonly kind: 'valid'; readonly url: string }
  | { readonly kind: 'invalid'; readonly fault: Bilingual };

/** The address as it will be called, or what is wrong with it as far as can be told now. */
export async function parseUrl(text: string, rules: WebhookRules): Promise<ParsedUrl> {
  const url = text.length <= urlLengthMax && URL.canParse(text) ? new URL(text) : undefined;
  const fault = findTextFault(text, url, rules);
  if (url === undefined || fault !== undefined) return { kind: 'invalid', fault: fault ?? notWhole };
  if (await rules.mayReach(url.href)) return { kind: 'valid', url: url.href };
  return {
    kind: 'invalid',
    fault: {
      en: 'it leads to a loopback, private, link-local or reserved address, which the operator has to allow in webhooks.allowed_networks',
      pt: 'ele leva a um endereço de loopback, privado, link-local ou reservado, que quem administra precisa permitir em webhooks.allowed_networks',
    },
  };
}

const notWhole: Bilingual = {
  en: 'it is not a whole address, such as https://example.com/confere',
  pt: 'não é um endereço completo, como https://example.com/confere',
};

/** A parser of addresses takes some of these away in silence: what was meant is not known. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function findTextFault(text: string, url: URL | undefined, { allowHttp }: WebhookRules): Bilingual | undefined {
  if (unseen.test(text)) {
    return {
      en: 'it holds a control character, or one that cannot be seen',
      pt: 'ele tem um caractere de controle, ou um que não se vê',
    };
  }
  if (url === undefined) return notWhole;
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    return {
      en: 'it must begin with https://, unless webhooks.allow_http is set',
      pt: 'ele precisa começar com https://, a menos que webhooks.allow_http esteja ligado',
    };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      en: 'it must not hold a user or a password: what is sent is signed instead',
      pt: 'ele não pode ter usuário nem senha: o que é enviado vai assinado',
    };
  }
  if (url.hash === '') return undefined;
  return {
    en: 'it must not have a part after #, which is never sent',
    pt: 'ele não pode ter uma parte depois de #, que nunca é enviada',
  };
}

const urlLengthMax = 2_048;
