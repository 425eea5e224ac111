// Forgets records of the audit: by age a few at a time, or all about one person. Their hashes stay.

import { hashContent } from '../../app/audit/chain.ts';
import type { Forgotten } from '../../app/audit/ports.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';
import { sqlitePersonSql } from './audit-intents.ts';

interface Forgetting {
  purge(what: Forgotten, beforeMs: number, recordsMax: number): number;
  erase(subjects: readonly string[], untilMs: number): number;
  eraseActs(requestIds: readonly string[]): number;
}

export function createForgetting(database: AuditDatabase): Forgetting {
  const forgetDetails = database.prepare('UPDATE records SET details = NULL WHERE sequence = ?');
  const forgetAll = database.prepare(
    'UPDATE records SET details = NULL, content = NULL, content_hash = ? WHERE sequence = ?',
  );

  const forgetIntents = database.prepare(
    'DELETE FROM open_intents WHERE sequence IN (SELECT sequence FROM open_intents JOIN records USING (sequence) WHERE content IS NULL)',
  );

  function forget(what: Forgotten, condition: string, values: readonly unknown[]): number {
    const select = database.prepare(`SELECT sequence, content FROM records WHERE ${condition}`);
    const rows = select.all(...values) as { sequence: number; content: string }[];
    for (const { sequence, content } of rows) {
      if (what === 'details') forgetDetails.run(sequence);
      else forgetAll.run(hashContent(content), sequence);
    }
    if (what === 'contents') forgetIntents.run();
    return rows.length;
  }

  const run = database.transaction(forget);
  return {
    purge: (what, beforeMs, recordsMax) =>
      run.immediate(what, `at_ms < ?${what === 'details' ? ' AND details IS NOT NULL' : ''} LIMIT ?`, [
        beforeMs,
        recordsMax,
      ]),
    erase: (subjects, untilMs) =>
      run.immediate('contents', `sequence IN (${sqlitePersonSql.all}) AND at_ms <= ?`, [
        JSON.stringify(subjects),
        untilMs,
      ]),
    eraseActs: (requestIds) =>
      run.immediate(
        'contents',
        `kind = 'act' AND EXISTS (SELECT 1 FROM json_each(?) AS named WHERE instr(content ->> 14, named.value) > 0)`,
        [JSON.stringify(requestIds)],
      ),
  };
}
