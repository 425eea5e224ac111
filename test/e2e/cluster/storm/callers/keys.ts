// Keys that live for some seconds: made, used at both nodes, revoked or rotated, and tried again from the moment at which that was told.

import { setTimeout as sleep } from 'node:timers/promises';
import { rememberKey } from '../../../../support/canaries.ts';
import { nodeNames } from '../../cluster.ts';
import { type Key, now } from '../ledger.ts';
import { pick, pickNode, type Scene, send } from './scene.ts';

export async function runKey(scene: Scene): Promise<void> {
  const { random, stage } = scene;
  const { manageKeys } = stage.stores;
  const made = await manageKeys.create({ name: 'doomed', mode: 'live', rate: null }).catch(() => undefined);
  if (made === undefined) return;
  const key = addKey(scene, made.record.id, made.key);
  for (let times = 0; times < 3; times++) {
    for (const node of nodeNames) await tryKey(scene, key, node);
    await sleep(random() * 1_000);
  }
  const isRotated = random() < 0.3;
  key.endingAtMs = now();
  // An operator who is told that it failed does it again.
  for (let times = 0; times < 30 && key.endedAtMs === undefined; times++) {
    const sentAtMs = now();
    const result = await (isRotated ? manageKeys.rotate(key.id, 0) : manageKeys.revoke(key.id)).then(
      (told) => {
        key.endedAtMs = now();
        if (typeof told !== 'string') addKey(scene, key.id, told.key);
        return typeof told === 'string' ? told : 'rotated';
      },
      () => 'failed',
    );
    key.sent.push({ what: 'end', to: 'operator', sentAtMs, endedAtMs: now(), result });
    if (key.endedAtMs === undefined) await sleep(500);
  }
  await Promise.all(nodeNames.map((node) => tryKey(scene, key, node)));
  for (let times = 0; times < 6 && !scene.isOver(); times++) {
    await sleep(random() * 4_000);
    await tryKey(scene, key, pickNode(scene));
  }
}

function addKey({ ledger }: Scene, id: string, secret: string): Key {
  rememberKey(secret);
  const label = `secret ${ledger.keys.length + 1}`;
  const key: Key = { label, id, secret, madeAtMs: now(), sent: [], endedAtMs: undefined, endingAtMs: undefined };
  ledger.keys.push(key);
  return key;
}

/** About a company: that goes on for a while without the database, and needs no record. */
export async function tryKey(scene: Scene, key: Key, node = pickNode(scene)): Promise<void> {
  const { stage, random } = scene;
  const body = JSON.stringify({ cnpj: pick(random, stage.registries.cnpjs) });
  await send(scene, node, { what: 'use', path: '/v1/verify/cnpj', key: key.secret, body }, key.sent);
}

/** One that was made before and is not being ended; the callers' own where there is none. */
export async function useAnyKey(scene: Scene): Promise<void> {
  const usable = scene.ledger.keys.filter(({ endingAtMs }) => endingAtMs === undefined);
  const ended = scene.ledger.keys.filter(({ endedAtMs }) => endedAtMs !== undefined);
  const from = scene.random() < 0.5 || ended.length === 0 ? usable : ended.slice(-20);
  if (from.length > 0) await tryKey(scene, pick(scene.random, from));
}
