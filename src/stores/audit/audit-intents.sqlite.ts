// Open intents of the audit in SQLite. No record costs a row of them: they are read out of the rows behind the last signed head, and when the
// next head is signed those that are still open are written down.

import type { AuditDatabase } from './audit-database.sqlite.ts';
import type { OwnGroupRow } from './audit-rows.sqlite.ts';
import { followIntents, type KeptIntent } from './trail/searched-rows.ts';

interface IntentRow {
  readonly chain: string;
  readonly sequence: number;
  readonly request: Buffer;
}

export function createReadIntents(database: AuditDatabase): () => readonly KeptIntent[] {
  const all = database.prepare('SELECT chain, sequence, request FROM open_intents');
  return () =>
    (all.all() as IntentRow[]).map(({ request, ...place }) => ({ ...place, requestMark: request.toString('latin1') }));
}

/** Writes down what is open of a chain behind this record; in the transaction that signs a later one. */
export function createSettle(database: AuditDatabase, own: string): (signed: number, chain?: string) => void {
  const readIntents = createReadIntents(database);
  const columns = 'SELECT first, find FROM groups WHERE';
  const ofOwn =
    database.prepare(`${columns} place > 0 AND place >= (SELECT max(place) FROM groups WHERE place > 0 AND place <= ?)
    AND find IS NOT NULL ORDER BY place`);
  const ofEnded = database.prepare(
    `${columns} chain = ? AND first + count - 1 > ? AND find IS NOT NULL ORDER BY first`,
  );
  const insert = database.prepare('INSERT OR REPLACE INTO open_intents (chain, sequence, request) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM open_intents WHERE chain = ? AND sequence = ?');
  return (signed, chain = own) => {
    const rows = (chain === own ? ofOwn.all(signed + 1) : ofEnded.all(chain, signed)) as Pick<
      OwnGroupRow,
      'first' | 'find'
    >[];
    const before = Map.groupBy(readIntents(), ({ requestMark }) => requestMark);
    const opened = new Map<string, KeptIntent>();
    for (const { first, find } of rows) {
      followIntents({ chain, first, find: find as Buffer }, signed, {
        open: (intent) => opened.set(intent.requestMark, intent),
        complete(mark) {
          opened.delete(mark);
          for (const each of before.get(mark) ?? []) remove.run(each.chain, each.sequence);
        },
      });
    }
    for (const { sequence, requestMark } of opened.values())
      insert.run(chain, sequence, Buffer.from(requestMark, 'latin1'));
  };
}
