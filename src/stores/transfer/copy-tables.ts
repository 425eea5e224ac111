// Copies everything but the audit from one end to the other: keys, operators, usage, webhooks, events, batches, watches, idempotent and bought
// answers, clearances. Sealed texts are copied as they are: the master secret is the same. What was copied before stays as it is, so that a run that was cut off
// can be made again.

import { type MovedInPieces, type MovedTable, movedInPieces, movedTables, type TransferPart } from './moved-tables.ts';
import { inPages, type MovedRow, type Side } from './side.ts';

/** Of one table: how many rows there were, and how many of them are there now, under their own keys. */
export interface Taken {
  readonly table: string;
  readonly found: number;
  readonly there: number;
}

export interface TableMove {
  readonly from: Side;
  readonly to: Side;
  /** Of this source, so that what is added up is added once. */
  readonly sourceId: string;
}

/** The first of each is what the part is told by. */
export const copyParts: Readonly<
  Record<Exclude<TransferPart, 'audit records'>, (move: TableMove) => Promise<readonly Taken[]>>
> = {
  // The replaced hashes first: a key that works has every secret that works.
  keys: async (move) => {
    const replaced = await copyTable(move, movedTables.replacedHashes);
    return [await copyTable(move, movedTables.keys), replaced];
  },
  operators: async (move) => [
    await copyTable(move, movedTables.operators),
    await copyTable(move, movedTables.passkeys),
  ],
  usage: copyUsage,
  webhooks: async (move) => [
    await copyTable(move, movedTables.endpoints),
    await copyTable(move, movedTables.deliveries),
    ...(await copyEvents(move)),
  ],
  batches: (move) => copyInPieces(move, movedInPieces.batches),
  watches: (move) => copyInPieces(move, movedInPieces.watches),
  // In PostgreSQL into the table above the windows, where they stay until they expire; what is read of it is read of the windows, too.
  'idempotent answers': async (move) => {
    const taken = await copyTable(move, movedTables.calls);
    await move.to.countCalls();
    return [taken];
  },
  'bought answers': async (move) => [await copyTable(move, movedTables.boughtAnswers)],
  clearances: async (move) => [await copyTable(move, movedTables.clearances)],
};

/** Each page is counted as it is written, before anybody can clear away what is old. */
export async function copyTable({ from, to }: Pick<TableMove, 'from' | 'to'>, table: MovedTable): Promise<Taken> {
  const found = await from.count(table);
  let there = 0;
  for await (const rows of inPages(from, table)) {
    there += await to.transaction(async (side) => {
      await side.insert(table, rows);
      return side.countThere(table, rows);
    });
  }
  return { table: table.postgres, found, there };
}

/** Added to what was counted there for the same keys meanwhile, once. */
async function copyUsage({ from, to, sourceId }: TableMove): Promise<readonly Taken[]> {
  const tables: readonly MovedTable[] = [
    movedTables.usageRequests,
    movedTables.usageVerifications,
    movedTables.usageCalls,
  ];
  await to.transaction(async (side) => {
    if (!(await side.note(`import ${sourceId} usage`))) return;
    for (const table of tables) for await (const rows of inPages(from, table)) await side.addUp(table, rows);
  });
  const taken: Taken[] = [];
  for (const table of tables) {
    let there = 0;
    for await (const rows of inPages(from, table)) there += await to.countThere(table, rows);
    taken.push({ table: table.postgres, found: await from.count(table), there });
  }
  return taken;
}

/**
 * Those of one key in one step, with the count that they follow. Where that key was told of something there already, they come behind it,
 * under new numbers: a reader may see one again, by its id, and misses none.
 */
async function copyEvents({ from, to }: TableMove): Promise<readonly Taken[]> {
  const { events, eventCounts } = movedTables;
  let [there, countsThere] = [0, 0];
  for await (const counts of inPages(from, eventCounts)) {
    for (const count of counts) there += await to.transaction((side) => copyEventsOf(from, side, count));
    countsThere += await to.countThere(eventCounts, counts);
  }
  return [
    { table: events.postgres, found: await from.count(events), there },
    { table: eventCounts.postgres, found: await from.count(eventCounts), there: countsThere },
  ];
}

async function copyEventsOf(from: Side, to: Side, count: MovedRow): Promise<number> {
  const { events, eventCounts } = movedTables;
  const of = { column: 'key_id', value: count['key_id'] };
  const [known] = await to.read(eventCounts, { limit: 1, of });
  if (known === undefined) await to.insert(eventCounts, [count]);
  const ids = new Set<unknown>();
  if (known !== undefined) for await (const rows of inPages(to, events, of)) for (const { id } of rows) ids.add(id);
  let there = 0;
  let last = Number(known?.['last_number'] ?? 0);
  for await (const rows of inPages(from, events, of)) {
    const missing = rows.filter(({ id }) => !ids.has(id));
    const numbered = known === undefined ? missing : missing.map((row) => ({ ...row, number: ++last }));
    if (numbered.length > 0) await to.insert(events, numbered);
    there += rows.length - missing.length + (numbered.length > 0 ? await to.countThere(events, numbered) : 0);
  }
  if (known !== undefined) await to.update(eventCounts, { key_id: of.value }, { last_number: last });
  return there;
}

/**
 * One after the other. Until all of one is there it is `receiving`, so that nobody works on half of it; what is left of a run that was cut
 * off is taken away first.
 */
async function copyInPieces({ from, to }: TableMove, { table, pieces }: MovedInPieces): Promise<readonly Taken[]> {
  let there = 0;
  const pieceCounts = pieces.map((piece) => ({ table: piece.postgres, found: 0, there: 0 }));
  for await (const rows of inPages(from, table)) {
    for (const row of rows) {
      const { id } = row as { readonly id: string };
      // Nodes may have done and removed parts of a table that arrived whole.
      if (await isWhole(to, table, id)) {
        there++;
        continue;
      }
      for (const piece of pieces) await to.remove(piece, piece.owner, id);
      await to.remove(table, 'id', id);
      await to.insert(table, [row], { owner: 'moved', state: 'receiving' });
      for (const [index, piece] of pieces.entries()) {
        const counts = pieceCounts[index] as { found: number; there: number };
        const of = { column: piece.owner, value: id };
        counts.found += await from.count(piece, of);
        for await (const some of inPages(from, piece, of)) {
          await to.insert(piece, some);
          counts.there += await to.countThere(piece, some);
          await to.touch(table, id);
        }
      }
      if (await to.update(table, { id, state: 'receiving' }, { state: row['state'] })) there++;
    }
  }
  return [{ table: table.postgres, found: await from.count(table), there }, ...pieceCounts];
}

async function isWhole(to: Side, table: MovedTable, id: string): Promise<boolean> {
  const [known] = await to.read(
    { ...table, where: "state <> 'receiving'" },
    { limit: 1, of: { column: 'id', value: id } },
  );
  return known !== undefined;
}
