// After the storm: everything is waited for that must come to its end by itself, every promise is asked for once more, and what is there is
// looked up. What does not come to its end is found as it is.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toSubjectHash, toSubjectText } from '../../../../src/app/audit/record.ts';
import { toAuditSecrets } from '../../../../src/compose/parts/audit/audit-secrets.ts';
import { readSharedRecords } from '../../../support/audit-rows.ts';
import { parties } from '../../../support/parties/simulated-sources.ts';
import { confere } from '../../../support/service/process.ts';
import { parseLines } from '../../../support/texts.ts';
import { nodeNames } from '../cluster.ts';
import { toBatchIds } from './callers/batches.ts';
import { tryKey } from './callers/keys.ts';
import { askOnceMore } from './callers/people.ts';
import { isAnswered, type Scene, send } from './callers/scene.ts';
import type { BatchLine, Found, FoundBatch, FoundWatch } from './judge.ts';
import { now } from './ledger.ts';

/** For what must come to its end by itself. Webhooks of a node whose clock was ahead wait for that time. */
const comesWithinMs = 300_000;
const atOnce = 8;

interface CalmOptions {
  /** Kept in the middle of the storm. */
  readonly heads: readonly string[];
  /** When each process was killed, by its name. */
  readonly killed: ReadonlyMap<string, number>;
}

export async function findAll(scene: Scene, { heads, killed }: CalmOptions): Promise<Found> {
  const { stage, ledger } = scene;
  await untilReady(scene);
  const ids = ledger.batches.flatMap((batch) => toBatchIds(batch));
  await within(async () => {
    const sql = "SELECT count(*)::integer AS count FROM confere.batches WHERE state IN ('receiving', 'running')";
    const [open] = await stage.databases.query<{ count: number }>(sql);
    return open?.count === 0;
  });
  await within(async () => {
    const sql = "SELECT count(*)::integer AS count FROM confere.webhook_deliveries WHERE state = 'pending'";
    const [open] = await stage.databases.query<{ count: number }>(sql);
    return open?.count === 0;
  });
  await within(async () => {
    const sql = "SELECT count(DISTINCT snapshot)::integer AS count FROM confere.watches WHERE state = 'active'";
    const [open] = await stage.databases.query<{ count: number }>(sql);
    return (open?.count ?? 0) <= 1;
  });
  await forEach(
    ledger.people.filter(({ how }) => how === 'once'),
    (person) => askOnceMore(scene, person),
  );
  await forEach(ledger.keys, async (key) => {
    for (const node of nodeNames) await tryKey(scene, key, node);
  });
  return {
    asked: new Map(
      ledger.people.map(({ label, query }) => [
        label,
        Math.max(...Object.values(parties).map((party) => stage.simulator.callsFor(party, query.cpf))),
      ]),
    ),
    ...(await readAudit(scene)),
    chain: await proveChain(scene, heads),
    batches: new Map(await collect(ids, async (id) => [id, await readBatch(scene, id)] as const)),
    watches: await readWatches(scene),
    endpoints: new Set((await read(scene, '/v1/webhooks')).webhooks.map(({ id }: { id: string }) => id)),
    told: groupTold(scene),
    events: await readEvents(scene),
    processes: readProcesses(scene, killed),
    version: stage.registries.version(),
  };
}

async function untilReady({ stage }: Scene): Promise<void> {
  await within(async () => {
    const ready = nodeNames.map((name) => fetch(`${stage.nodes[name].address}/readyz`).then(({ ok }) => ok));
    return (await Promise.all(ready)).every((is) => is);
  });
}

/** What does not come in time is left to be judged as it is. */
async function within(isThere: () => Promise<boolean>): Promise<void> {
  for (const sinceMs = now(); now() - sinceMs < comesWithinMs; await sleep(250)) {
    if (await isThere().catch(() => false)) return;
  }
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

async function collect<Item, Made>(items: readonly Item[], work: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  await forEach(items, async (item) => void made.push(await work(item)));
  return made;
}

/** A good answer of any node; undefined where there is none such thing. Anything else is waited out. */
// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
async function read(scene: Scene, path: string, node = nodeNames[0] as (typeof nodeNames)[number]): Promise<any> {
  for (let times = 1; ; times++) {
    const request = { what: 'read', path, method: 'GET', key: scene.main.key } as const;
    const made = await send(scene, node, request, []);
    if (isAnswered(made)) return made.body;
    if (made.result.startsWith('404')) return undefined;
    if (times === 40) throw new Error(`${path.split('?')[0]} of node ${node}: ${made.result}`);
    await sleep(500);
  }
}

async function readBatch(scene: Scene, id: string): Promise<FoundBatch> {
  const { status = 'not there' } = (await read(scene, `/v1/batches/${id}`)) ?? {};
  const results: BatchLine[][] = [];
  for (const node of nodeNames) {
    const text: string = (await read(scene, `/v1/batches/${id}/results`, node)) ?? '';
    results.push(parseLines(text));
  }
  return { status, results };
}

async function readWatches(scene: Scene): Promise<Found['watches']> {
  const ids = scene.ledger.watches.flatMap(({ sent }) => [
    ...new Set(sent.filter((made) => made.what === 'make' && isAnswered(made)).map(({ body }) => body.id as string)),
  ]);
  const found = await collect(ids, async (id) => {
    const watch = await read(scene, `/v1/watches/${id}`);
    if (watch === undefined) return [];
    const { changes } = await read(scene, `/v1/watches/${id}/changes?limit=1000`);
    type Change = { cursor: string; cnpj: string; before: { legal_name: string }; after: { legal_name: string } };
    const told = (changes as Change[]).map(({ cursor, cnpj, before, after }) => ({
      cursor,
      cnpj,
      before: before.legal_name,
      after: after.legal_name,
    }));
    return [[id, { companies: watch.companies, changes: told } satisfies FoundWatch] as const];
  });
  return new Map(found.flat());
}

async function readEvents(scene: Scene): Promise<Found['events']> {
  const counts = new Map<string, number>();
  for (let after = ''; ; ) {
    const page = await read(scene, `/v1/events?limit=1000${after}`);
    for (const { data, type } of page.events) {
      if (type === 'batch.finished') counts.set(data.batch_id, (counts.get(data.batch_id) ?? 0) + 1);
    }
    if (page.next_cursor === null) return counts;
    after = `&after=${page.next_cursor}`;
  }
}

function groupTold({ stage }: Scene): Found['told'] {
  const told = new Map<string, Set<string>>();
  for (const { id, body } of stage.receiver.received) {
    if (body.type !== 'batch.finished') continue;
    const { batch_id: batch } = body.data;
    told.set(batch, (told.get(batch) ?? new Set()).add(id));
  }
  return told;
}

async function readAudit({ stage, ledger }: Scene): Promise<Pick<Found, 'recorded' | 'traced'>> {
  const secrets = toAuditSecrets(stage.stores.secret);
  const records = (await readSharedRecords((sql) => stage.databases.query(sql), secrets)).map(({ content }) => content);
  // An intent that names nobody is one that was withdrawn, and no trace of a call.
  const rows = records.filter(({ kind, target }) => kind === 'cpf' || (kind === 'intent' && target !== ''));
  const subjects = new Set(rows.map(({ subject }) => subject));
  const [{ subjectKey }] = secrets;
  const isTraced = (cpf: string) => subjects.has(toSubjectHash(subjectKey, toSubjectText('cpf', cpf)));
  return {
    recorded: new Set(rows.filter(({ kind }) => kind === 'cpf').map(({ requestId }) => requestId as string)),
    traced: new Set(ledger.people.filter(({ query }) => isTraced(query.cpf)).map(({ label }) => label)),
  };
}

async function proveChain({ stage }: Scene, heads: readonly string[]): Promise<Found['chain']> {
  const file = join(stage.home.directory, 'heads.ndjson');
  // A process that the storm started last has signed nothing yet.
  await within(async () => {
    const chains = 'SELECT chain FROM confere.audit_groups EXCEPT SELECT chain FROM confere.audit_heads';
    const [open] = await stage.databases.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (${chains}) AS c`,
    );
    return open?.count === 0;
  });
  // With those of now: chains that were begun since must have one, too.
  writeFileSync(file, [...heads, (await confere(stage.home, 'audit', 'heads')).stdout].join(''));
  const { code, stdout, stderr } = await confere(stage.home, 'audit', 'verify', '--heads', file, '--json');
  const kind = code === 0 ? JSON.parse(stdout).kind : `exit code ${code}`;
  return { kind, detail: `${kind} ${stderr.trim().slice(0, 500)}` };
}

function readProcesses({ stage }: Scene, killed: ReadonlyMap<string, number>): Found['processes'] {
  return new Map(
    nodeNames.flatMap((name) =>
      stage.nodes[name].processes.map((process, index) => {
        const unkept = process.output().split('answer not kept').length - 1;
        return [`${name}#${index + 1}`, { unkept, killedAtMs: killed.get(`${name}#${index + 1}`) }] as const;
      }),
    ),
  );
}
