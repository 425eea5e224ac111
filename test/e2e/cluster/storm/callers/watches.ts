// Watches and the endpoints of webhooks: made until they are acknowledged, some ended again.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, Watch } from '../ledger.ts';
import { isAnswered, pick, pickNode, type Scene, send, sendWithRetries } from './scene.ts';

export async function runWatch(scene: Scene): Promise<void> {
  const { random, ledger, main, stage } = scene;
  const from = Math.floor(random() * 20);
  const cnpjs = stage.registries.cnpjs.slice(from, from + 1 + Math.floor(random() * 15));
  const watch: Watch = { label: `watch ${ledger.watches.length + 1}`, cnpjs, version: undefined, sent: [] };
  ledger.watches.push(watch);
  const made = await sendWithRetries(
    scene,
    {
      what: 'make',
      path: '/v1/watches',
      key: main.key,
      body: JSON.stringify({ cnpjs }),
      idempotencyKey: watch.label,
    },
    watch.sent,
    { times: 20 },
  );
  if (!isAnswered(made)) return;
  watch.version = stage.registries.version();
  await sleep(random() * 5_000);
  if (random() < 0.2) await remove(scene, `/v1/watches/${made.body.id}`, watch);
}

export async function runEndpoint(scene: Scene): Promise<void> {
  const { random, ledger, main, stage } = scene;
  const endpoint: Endpoint = { label: `endpoint ${ledger.endpoints.length + 1}`, key: main.record.id, sent: [] };
  ledger.endpoints.push(endpoint);
  // Not repeated: it has no Idempotency-Key, and a second one would be another endpoint.
  const made = await send(
    scene,
    pickNode(scene),
    {
      what: 'make',
      path: '/v1/webhooks',
      key: main.key,
      body: JSON.stringify({ url: `${stage.receiver.origin}/${pick(random, ['a', 'b'])}` }),
    },
    endpoint.sent,
  );
  if (!isAnswered(made)) return;
  await sleep(random() * 5_000);
  if (random() < 0.5) await remove(scene, `/v1/webhooks/${made.body.id}`, endpoint);
}

async function remove(scene: Scene, path: string, { sent }: Watch | Endpoint): Promise<void> {
  const request = { what: 'remove', path, method: 'DELETE', key: scene.main.key } as const;
  // Where the answer to the first was lost, the second finds nothing.
  await sendWithRetries(scene, request, sent, { times: 10, isFinal: ({ result }) => result.startsWith('404') });
}
