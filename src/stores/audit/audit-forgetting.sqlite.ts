// Forgets records of the audit in SQLite. Their hashes stay, and an act of the chain names them: whoever calls this has written it, or
// writes it in the same transaction.

import { hashContent } from '../../app/audit/chain.ts';
import type { Forgotten } from '../../app/audit/ports.ts';
import { coveringActs } from '../../app/audit/proof/covers.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { sqlitePersonSql } from './audit-intents.ts';

interface Forgetting {
  /** What is due by its age, at most so many. Acts that cover what is gone stay for as long as the chain does. */
  findOld(what: Forgotten, beforeMs: number, recordsMax: number): readonly number[];
  findPerson(subjects: readonly string[], untilMs: number): readonly number[];
  findActsNaming(requestIds: readonly string[], fromMs: number): readonly number[];
  /** In the caller's transaction, or one by one. */
  forget(what: Forgotten, sequences: readonly number[]): void;
}

const isCovering = `kind = 'act' AND content ->> 13 IN (${coveringActs.map((act) => `'${act}'`).join(', ')})`;

export function createForgetting(database: AuditDatabase): Forgetting {
  const readContent = database.prepare('SELECT content FROM records WHERE sequence = ?').pluck();
  const forgetDetails = database.prepare('UPDATE records SET details = NULL WHERE sequence = ?');
  const forgetAll = database.prepare(
    'UPDATE records SET details = NULL, content = NULL, content_hash = ? WHERE sequence = ?',
  );
  const forgetIntents = database.prepare(
    'DELETE FROM open_intents WHERE sequence IN (SELECT sequence FROM open_intents JOIN records USING (sequence) WHERE content IS NULL)',
  );
  const select = (condition: string) => database.prepare(`SELECT sequence FROM records WHERE ${condition}`).pluck();
  const old = {
    details: select('at_ms < ? AND details IS NOT NULL LIMIT ?'),
    contents: select(`at_ms < ? AND NOT (${isCovering}) LIMIT ?`),
  };
  const ofPerson = select(`sequence IN (${sqlitePersonSql.all}) AND at_ms <= ?`);
  // By the index of what acts name: the request alone, or with a reason behind it. The character follows the space.
  const naming = select(
    `kind = 'act' AND content ->> 14 >= ? AND content ->> 14 < ? || '!' AND at_ms >= ? AND NOT (${isCovering})`,
  );
  return {
    findOld: (what, beforeMs, recordsMax) => old[what].all(beforeMs, recordsMax) as number[],
    findPerson: (subjects, untilMs) => ofPerson.all(JSON.stringify(subjects), untilMs) as number[],
    findActsNaming: (requestIds, fromMs) => requestIds.flatMap((id) => naming.all(id, id, fromMs) as number[]),
    forget(what, sequences) {
      for (const sequence of sequences) {
        if (what === 'details') forgetDetails.run(sequence);
        else {
          const content = readContent.get(sequence) as string | null;
          if (content !== null) forgetAll.run(hashContent(content), sequence);
        }
      }
      if (what === 'contents') forgetIntents.run();
    },
  };
}
