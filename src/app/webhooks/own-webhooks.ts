// Endpoints by the hand of the key whose events go there. What cannot be written down in the audit does not happen; to every other key
// there is no such endpoint.

import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import type { OperatorAct } from '../audit/entry.ts';
import { parseUrl, type WebhookRules } from './endpoint.ts';
import type { Endpoint, EndpointChanges, Endpoints, MadeEndpoint } from './endpoints.ts';

export interface OwnWebhooks {
  /** Throws `invalid_webhook` for an address that no webhook can go to, `too_many_webhooks`. */
  create(keyId: KeyId, url: string): Promise<MadeEndpoint>;
  /** The oldest first. */
  list(keyId: KeyId): Promise<readonly Endpoint[]>;
  /** This and what follows throw `webhook_not_found`. */
  get(id: string, keyId: KeyId): Promise<Endpoint>;
  change(id: string, keyId: KeyId, changes: EndpointChanges): Promise<Endpoint & { readonly secret?: string }>;
  delete(id: string, keyId: KeyId): Promise<void>;
}

interface OwnWebhooksOptions {
  readonly endpoints: Endpoints;
  readonly rules: WebhookRules;
  readonly perKeyMax: number;
  readonly record: (keyId: KeyId, act: OperatorAct, target: string) => Promise<unknown>;
}

export function createOwnWebhooks({ endpoints, rules, perKeyMax, record }: OwnWebhooksOptions): OwnWebhooks {
  async function requireUrl(text: string): Promise<string> {
    const parsed = await parseUrl(text, rules);
    if (parsed.kind === 'valid') return parsed.url;
    const { fault } = parsed;
    throw new AppError('invalid_webhook', {
      detail: {
        en: `No webhook can go to this address: ${fault.en}.`,
        pt: `Nenhum webhook pode ir para este endereço: ${fault.pt}.`,
      },
    });
  }

  async function get(id: string, keyId: KeyId): Promise<Endpoint> {
    const endpoint = await endpoints.find(id);
    if (endpoint?.keyId !== keyId) throw new AppError('webhook_not_found');
    return endpoint;
  }

  const list = async (keyId: KeyId) => (await endpoints.list()).filter((one) => one.keyId === keyId);

  return {
    get,
    list,
    async create(keyId, given) {
      const url = await requireUrl(given);
      // The store decides; this keeps the audit free of what was refused.
      if ((await list(keyId)).length >= perKeyMax) throw new AppError('too_many_webhooks');
      const id = endpoints.createId();
      await record(keyId, 'webhook_added', id);
      const made = await endpoints.add({ id, url, keyId }, perKeyMax);
      if (made === undefined) throw new AppError('too_many_webhooks');
      return made;
    },
    async change(id, keyId, changes) {
      await get(id, keyId);
      const url = changes.url === undefined ? undefined : await requireUrl(changes.url);
      if (url !== undefined) await record(keyId, 'webhook_changed', id);
      if (changes.rotation !== undefined) await record(keyId, 'webhook_rotated', id);
      const changed = await endpoints.change(id, url === undefined ? changes : { ...changes, url });
      if (changed === undefined) throw new AppError('webhook_not_found');
      return changed;
    },
    async delete(id, keyId) {
      await get(id, keyId);
      await record(keyId, 'webhook_removed', id);
      if (!(await endpoints.remove(id))) throw new AppError('webhook_not_found');
    },
  };
}
