// Batches, sent until they are taken in, to both nodes at once too, and looked at while they run.

import { setTimeout as sleep } from 'node:timers/promises';
import { nodeNames } from '../../cluster.ts';
import type { Batch } from '../ledger.ts';
import { createPerson } from './people.ts';
import { isAnswered, pickNode, type Scene, send, sendWithRetries } from './scene.ts';

export async function runBatch(scene: Scene): Promise<void> {
  const { random, ledger, main, webhookId } = scene;
  const people = Array.from({ length: 8 + Math.floor(random() * 32) }, () => createPerson(ledger, 'row'));
  // Somebody is there twice, and is to be asked about once.
  const rows = random() < 0.3 ? [...people, people[0] as (typeof people)[0]] : people;
  const isTold = random() < 0.7;
  const batch: Batch = { label: `batch ${ledger.batches.length + 1}`, rows, isTold, sent: [] };
  ledger.batches.push(batch);
  const lines = rows.map(({ query: { cpf, name, birthDate } }) =>
    JSON.stringify({ cpf, nome: name, data_nascimento: birthDate }),
  );
  const request = {
    what: 'take in',
    path: `/v1/batches?explain=true${isTold ? `&webhook=${webhookId}` : ''}`,
    key: main.key,
    body: `${lines.join('\n')}\n`,
    type: 'application/x-ndjson',
    idempotencyKey: batch.label,
  };
  const both = random() < 0.5 ? nodeNames : [pickNode(scene)];
  await Promise.all(both.map((node) => send(scene, node, request, batch.sent)));
  const taken = await sendWithRetries(scene, request, batch.sent, { times: 20 });
  if (!isAnswered(taken)) return;
  const look = { what: 'look', path: `/v1/batches/${taken.body.id}`, method: 'GET', key: main.key } as const;
  for (let looks = 0; looks < 5 && !scene.isOver(); looks++) {
    await sleep(1_000 + random() * 4_000);
    const seen = await send(scene, pickNode(scene), look, batch.sent);
    if (isAnswered(seen) && seen.body.status !== 'running') return;
  }
}

/** What a batch was called when it was taken in: more than one name is a fault. */
export function toBatchIds({ sent }: Pick<Batch, 'sent'>): readonly string[] {
  const taken = sent.filter((made) => made.what === 'take in' && isAnswered(made));
  return [...new Set(taken.map(({ body }) => body.id as string))];
}
