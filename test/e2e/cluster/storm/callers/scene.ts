// What those who call share: the nodes, the ledger, chance, and one way to send a request that is written down whatever comes of it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { MadeKey } from '../../../../../src/app/keys/manage-keys.ts';
import { type NodeName, nodeNames } from '../../cluster.ts';
import { type Ledger, now, type Sent } from '../ledger.ts';
import type { Stage } from '../stage.ts';

export interface Scene {
  readonly stage: Stage;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Of a key without limits, with every scope: the callers' own. */
  readonly main: MadeKey;
  /** The endpoint that is told when a batch has ended. */
  readonly webhookId: string;
  /** Nothing new is begun any more. */
  isOver(): boolean;
}

export interface Request {
  readonly what: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly key: string;
  readonly body?: string;
  readonly type?: string;
  readonly idempotencyKey?: string;
}

/** Nothing takes so long but a way that was cut without a word. */
const patienceMs = 60_000;

export async function send({ stage }: Scene, name: NodeName, request: Request, sent: Sent[]): Promise<Sent> {
  const node = stage.nodes[name];
  const sentAtMs = now();
  const to = `${name}#${node.processes.length}`;
  const told = await ask(node.address, request).catch(() => ({ result: 'lost' }) as const);
  const made = { what: request.what, to, sentAtMs, endedAtMs: now(), ...told };
  sent.push(made);
  return made;
}

async function ask(address: string, { path, method = 'POST', key, body, type, idempotencyKey }: Request) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && !path.includes('/results');
  const parsed = isJson && text !== '' ? JSON.parse(text) : text;
  return {
    result: response.ok ? String(response.status) : `${response.status} ${parsed.code}`,
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
    body: parsed,
  };
}

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

export function pickByWeight<Item extends { readonly weight: number }>(
  random: () => number,
  items: readonly Item[],
): Item {
  let left = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items.at(-1) as Item;
}

export function pickNode({ random }: Scene): NodeName {
  return pick(random, nodeNames);
}

export const isAnswered = ({ result }: Sent) => result.startsWith('2');

/** Until it is answered or `isFinal` says that it never will be, at any node, at most so often. */
export async function sendWithRetries(
  scene: Scene,
  request: Request,
  sent: Sent[],
  { times, isFinal = () => false }: { readonly times: number; readonly isFinal?: (made: Sent) => boolean },
): Promise<Sent> {
  for (let time = 1; ; time++) {
    const made = await send(scene, pickNode(scene), request, sent);
    if (isAnswered(made) || isFinal(made) || time === times) return made;
    await sleep(100 + scene.random() * 1_500);
  }
}
