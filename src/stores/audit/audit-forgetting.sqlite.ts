// Forgets records of the audit in SQLite. Their hashes stay, and an act of the chain names them: whoever calls this has written it, or
// writes it in the same transaction.

import { hashContent } from '../../app/audit/chain.ts';
import type { Forgotten } from '../../app/audit/ports.ts';
import { coveringActs, type Place } from '../../app/audit/proof/covers.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { sqlitePersonSql } from './audit-intents.ts';

/** Where a record lies in this database, and where in its chain. */
export interface FoundRecord extends Place {
  readonly place: number;
}

const isCovering = `kind = 'act' AND content ->> 13 IN (${coveringActs.map((act) => `'${act}'`).join(', ')})`;

export function createForgetting(database: AuditDatabase) {
  const own = toStatements(database, 'records', 'sequence');
  const ended = toStatements(database, 'ended_records', 'place');
  const forgetIntents = database.prepare(
    'DELETE FROM open_intents WHERE sequence IN (SELECT place FROM open_intents JOIN every_record ON place = open_intents.sequence WHERE content IS NULL)',
  );
  const select = (condition: string) =>
    database.prepare(`SELECT place, chain, sequence FROM every_record WHERE ${condition}`);
  const old = {
    details: select('at_ms < ? AND at_ms IS NOT NULL AND details IS NOT NULL LIMIT ?'),
    contents: select(`at_ms < ? AND NOT (${isCovering}) LIMIT ?`),
  };
  const ofPerson = select(`place IN (${sqlitePersonSql.all}) AND at_ms <= ?`);
  // By the index of what acts name: the request alone, or with a reason behind it. The character follows the space.
  const naming = select(
    `kind = 'act' AND content ->> 14 >= ? AND content ->> 14 < ? || '!' AND at_ms >= ? AND NOT (${isCovering})`,
  );
  return {
    /** What is due by its age, at most so many. Acts that cover what is gone stay for as long as the chain does. */
    findOld: (what: Forgotten, beforeMs: number, recordsMax: number) =>
      old[what].all(beforeMs, recordsMax) as FoundRecord[],
    findPerson: (subjects: readonly string[], untilMs: number) =>
      ofPerson.all(JSON.stringify(subjects), untilMs) as FoundRecord[],
    findActsNaming: (requestIds: readonly string[], fromMs: number) =>
      requestIds.flatMap((id) => naming.all(id, id, fromMs) as FoundRecord[]),
    replaceDetails(place: number, before: Uint8Array, after: Uint8Array): void {
      (place > 0 ? own : ended).replaceDetails.run(after, place, before);
    },
    /** In the caller's transaction, or one by one. */
    forget(what: Forgotten, places: readonly number[]): void {
      for (const place of places) {
        const { readContent, forgetDetails, forgetAll } = place > 0 ? own : ended;
        if (what === 'details') forgetDetails.run(place);
        else {
          const content = readContent.get(place) as string | null;
          if (content !== null) forgetAll.run(hashContent(content), place);
        }
      }
      if (what === 'contents') forgetIntents.run();
    },
  };
}

function toStatements(database: AuditDatabase, table: string, place: string) {
  const where = `WHERE ${place} = ?`;
  return {
    readContent: database.prepare(`SELECT content FROM ${table} ${where}`).pluck(),
    replaceDetails: database.prepare(`UPDATE ${table} SET details = ? ${where} AND details = ?`),
    forgetDetails: database.prepare(`UPDATE ${table} SET details = NULL ${where}`),
    forgetAll: database.prepare(`UPDATE ${table} SET details = NULL, content = NULL, content_hash = ? ${where}`),
  };
}
