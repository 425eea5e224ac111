// One storm from its beginning to the judgement.

import { setTimeout as sleep } from 'node:timers/promises';
import { rememberKey } from '../../../support/canaries.ts';
import { createRandom } from '../../../support/http/malformed.ts';
import { confere } from '../../../support/service/process.ts';
import { runBatch } from './callers/batches.ts';
import { runKey, useAnyKey } from './callers/keys.ts';
import { askOnce, askOne } from './callers/people.ts';
import { pickByWeight, type Scene } from './callers/scene.ts';
import { runEndpoint, runWatch } from './callers/watches.ts';
import { findAll } from './calm.ts';
import { storm } from './faults.ts';
import { judge, type Violation } from './judge.ts';
import { createLedger, type Inflicted, type Ledger, listSubjects, now } from './ledger.ts';
import { startStage } from './stage.ts';

export interface StormReport {
  readonly ledger: Ledger;
  readonly violations: readonly Violation[];
  /** How many requests were sent, by what came back. */
  readonly results: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** How many people a party was asked about. */
  readonly peopleAsked: number;
}

interface StormOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly only?: readonly string[] | undefined;
  readonly onFault?: (inflicted: Inflicted, ledger: Ledger) => void;
}

const callEveryMs = 90;
const headsEveryMs = 120_000;

const callers: readonly { readonly weight: number; readonly call: (scene: Scene) => Promise<void> }[] = [
  { weight: 40, call: askOnce },
  { weight: 20, call: askOne },
  { weight: 30, call: useAnyKey },
  { weight: 3, call: runBatch },
  { weight: 3, call: runKey },
  { weight: 1, call: runWatch },
  { weight: 1, call: runEndpoint },
];

export async function runStorm({ seed, seconds, only, onFault = () => {} }: StormOptions): Promise<StormReport> {
  const stage = await startStage();
  try {
    const scopes = ['verify:cpf', 'verify:cnpj', 'verify:batch', 'watch:company', 'manage:webhooks'] as const;
    const main = await stage.stores.manageKeys.create({ name: 'callers', mode: 'live', rate: null, scopes });
    rememberKey(main.key);
    const added = await confere(
      stage.home,
      'webhooks',
      'add',
      `${stage.receiver.origin}/told`,
      '--key',
      main.record.id,
      '--json',
    );
    const ledger = createLedger(seed);
    const untilMs = now() + seconds * 1000;
    const scene: Scene = {
      stage,
      ledger,
      main,
      random: createRandom(seed + 2),
      webhookId: JSON.parse(added.stdout).id,
      isOver: () => now() > untilMs,
    };
    const killed = new Map<string, number>();
    const heads: string[] = [];
    const calls = makeCalls(scene);
    const keptHeads = keepHeads(scene, heads);
    await storm({
      stage,
      ledger,
      untilMs,
      only,
      onFault: (inflicted) => {
        onFault(inflicted, ledger);
        const node = /^node (\w+)/.exec(inflicted.detail)?.[1] as keyof typeof stage.nodes | undefined;
        if (inflicted.fault === 'node-killed' && node !== undefined) {
          killed.set(`${node}#${stage.nodes[node].processes.length}`, now());
        }
      },
    });
    await Promise.all([calls, keptHeads]);
    const found = await findAll(scene, { heads, killed });
    const peopleAsked = [...found.asked.values()].filter((times) => times > 0).length;
    return { ledger, violations: judge(ledger, found), results: countResults(ledger), seconds, peopleAsked };
  } finally {
    await stage.close();
  }
}

/** Whatever became of those before. */
async function makeCalls(scene: Scene): Promise<void> {
  const underWay = new Set<Promise<void>>();
  while (!scene.isOver()) {
    const { call } = pickByWeight(scene.random, callers);
    const begun: Promise<void> = call(scene).finally(() => underWay.delete(begun));
    underWay.add(begun);
    await sleep(callEveryMs * 2 * scene.random());
  }
  await Promise.all(underWay);
}

/** What somebody keeps elsewhere: no record before it may be missing at the end. */
async function keepHeads({ stage, isOver }: Scene, heads: string[]): Promise<void> {
  while (!isOver()) {
    const { code, stdout } = await confere(stage.home, 'audit', 'heads');
    if (code === 0) heads.push(stdout);
    for (let waited = 0; waited < headsEveryMs && !isOver(); waited += 1_000) await sleep(1_000);
  }
}

function countResults(ledger: Ledger): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { sent } of listSubjects(ledger)) {
    for (const { to, result } of sent) if (to !== 'operator') counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}
