// Copies everything but the audit from one end to the other, each table as `app/kept` says. Sealed texts are copied as they are: the master secret is the same. What was copied before stays as it is, so that a run that was cut off
// can be made again.

import { listPart, type MovedTable, type PartTable } from './moved-tables.ts';
import { inPages, type MovedRow, type Side } from './side.ts';

/** `Taken` describes one table: the number of its rows, and how many of them now exist under their own keys. */
export interface Taken {
  readonly table: string;
  readonly found: number;
  readonly there: number;
}

export interface TableMove {
  readonly from: Side;
  readonly to: Side;
  /** `sourceId` identifies this source, so that the move adds its counts only once. */
  readonly sourceId: string;
}

/** The first one that it gives is what the part is told by. */
export async function copyPart(part: string, move: TableMove): Promise<readonly Taken[]> {
  const main: Taken[] = [];
  const before: Taken[] = [];
  const tables = listPart(part);
  for (const table of tables) (table.moved.isBeside ? before : main).push(...(await copyByHow(move, table, tables)));
  return [...main, ...before];
}

async function copyByHow(move: TableMove, table: PartTable, tables: readonly PartTable[]): Promise<readonly Taken[]> {
  const alike = tables.filter(({ moved }) => moved.how === table.moved.how);
  switch (table.moved.how) {
    case 'in pieces':
      return copyInPieces(move, table);
    // The first of them brings the others.
    case 'added up':
      return table === alike[0] ? addUpTables(move, alike) : [];
    case 'numbered anew':
      return table === alike[0] ? copyEvents(move, ...(alike as [PartTable, PartTable])) : [];
    default: {
      const taken = await copyTable(move, table);
      // In PostgreSQL into the table above the windows, where they stay until they expire; what is read of it is read of the windows, too.
      if (table.hasWindows) await move.to.countCalls();
      return [taken];
    }
  }
}

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
async function addUpTables(
  { from, to, sourceId }: TableMove,
  tables: readonly MovedTable[],
): Promise<readonly Taken[]> {
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
async function copyEvents(
  { from, to }: TableMove,
  eventCounts: MovedTable,
  events: MovedTable,
): Promise<readonly Taken[]> {
  let [there, countsThere] = [0, 0];
  for await (const counts of inPages(from, eventCounts)) {
    for (const count of counts)
      there += await to.transaction((side) => copyEventsOf({ from, to: side, eventCounts, events }, count));
    countsThere += await to.countThere(eventCounts, counts);
  }
  return [
    { table: events.postgres, found: await from.count(events), there },
    { table: eventCounts.postgres, found: await from.count(eventCounts), there: countsThere },
  ];
}

interface EventMove {
  readonly from: Side;
  readonly to: Side;
  readonly eventCounts: MovedTable;
  readonly events: MovedTable;
}

async function copyEventsOf({ from, to, eventCounts, events }: EventMove, count: MovedRow): Promise<number> {
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
 * Copies the things one after another. Each stays `receiving` until all of it has arrived, so that no process works on half of it. The copy first
 * removes what a run that was cut off has left.
 */
async function copyInPieces({ from, to }: TableMove, table: PartTable): Promise<readonly Taken[]> {
  const { pieces } = table;
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
