// The endpoints of webhooks, for the operator and for the keys that may have their own: made, shown without their secret, changed. A
// secret exists only in the answer that makes it.

import type { KeyId } from '../../domain/access/api-key.ts';
import type { Clock } from '../clock.ts';
import type { RandomBytes } from '../random.ts';
import type { Seal } from '../seal.ts';
import { type EndpointSecrets, openEndpoint, sealEndpoint } from './endpoint.ts';
import type { StoredEndpoint, WebhookStore } from './ports.ts';
import { createWebhookSecret } from './webhook-message.ts';

export interface Endpoint extends Omit<StoredEndpoint, 'sealed'> {
  readonly url: string;
  /** The previous secret also signs calls until this time; null means that it signs none. */
  readonly previousUntilMs: number | null;
}

export interface EndpointChanges {
  readonly url?: string;
  /** A new secret; the one before it signs beside it for so long. */
  readonly rotation?: { readonly overlapMs: number };
}

export interface Endpoints {
  createId(): string;
  /** Returns undefined if the key already has the maximum number of endpoints. */
  add(endpoint: { id: string; url: string; keyId: KeyId }, perKeyMax?: number): Promise<MadeEndpoint | undefined>;
  find(id: string): Promise<Endpoint | undefined>;
  list(): Promise<readonly Endpoint[]>;
  /** Returns undefined if there is no such endpoint. The result includes `secret` if there is a new one. */
  change(id: string, changes: EndpointChanges): Promise<(Endpoint & { readonly secret?: string }) | undefined>;
  remove(id: string): Promise<boolean>;
}

export type MadeEndpoint = Endpoint & { readonly secret: string };

interface EndpointsOptions {
  readonly store: WebhookStore;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly randomBytes: RandomBytes;
}

const idBytes = 8;

export function createEndpoints({ store, seal, clock, randomBytes }: EndpointsOptions): Endpoints {
  const toEndpoint = ({ id, keyId, createdAtMs, ...stored }: StoredEndpoint): Endpoint => {
    const { url, previous } = openEndpoint(seal, { id, ...stored });
    const isOver = previous === undefined || previous.untilMs <= clock.nowMs();
    return { id, keyId, createdAtMs, url, previousUntilMs: isOver ? null : previous.untilMs };
  };

  function toChanged(before: EndpointSecrets, { url = before.url, rotation }: EndpointChanges): EndpointSecrets {
    if (rotation === undefined) return { ...before, url };
    const secret = createWebhookSecret(randomBytes);
    const previous = { secret: before.secret, untilMs: clock.nowMs() + rotation.overlapMs };
    return { url, secret, ...(rotation.overlapMs > 0 && { previous }) };
  }

  return {
    createId: () => `wh_${Buffer.from(randomBytes(idBytes)).toString('hex')}`,
    async add({ id, url, keyId }, perKeyMax) {
      const secret = createWebhookSecret(randomBytes);
      const stored = { id, keyId, sealed: sealEndpoint(seal, id, { url, secret }), createdAtMs: clock.nowMs() };
      return (await store.insertEndpoint(stored, perKeyMax)) ? { ...toEndpoint(stored), secret } : undefined;
    },
    async find(id) {
      const stored = await store.findEndpoint(id);
      return stored && toEndpoint(stored);
    },
    list: async () => (await store.listEndpoints()).map(toEndpoint),
    async change(id, changes) {
      // Whoever changes it at the same time goes first or second, and nothing of either is lost.
      for (;;) {
        const stored = await store.findEndpoint(id);
        if (stored === undefined) return undefined;
        const changed = toChanged(openEndpoint(seal, stored), changes);
        const sealed = sealEndpoint(seal, id, changed);
        if (!(await store.replaceEndpoint(id, stored.sealed, sealed))) continue;
        return { ...toEndpoint({ ...stored, sealed }), ...(changes.rotation && { secret: changed.secret }) };
      }
    },
    remove: (id) => store.removeEndpoint(id),
  };
}
