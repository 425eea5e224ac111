// Forgets records of the audit: by age a few at a time, or all about one person. Their hashes stay.

import { hashContent } from '../../app/audit/chain.ts';
import type { Forgotten } from '../../app/audit/ports.ts';
import type { AuditDatabase } from './audit-database.sqlite.ts';

interface Forgetting {
  purge(what: Forgotten, beforeMs: number, recordsMax: number): number;
  erase(subjects: readonly string[]): number;
}

export function createForgetting(database: AuditDatabase): Forgetting {
  const forgetDetails = database.prepare('UPDATE records SET details = NULL WHERE sequence = ?');
  const forgetAll = database.prepare(
    'UPDATE records SET details = NULL, content = NULL, content_hash = ? WHERE sequence = ?',
  );

  function forget(what: Forgotten, condition: string, values: readonly unknown[]): number {
    const select = database.prepare(`SELECT sequence, content FROM records WHERE ${condition}`);
    const rows = select.all(...values) as { sequence: number; content: string }[];
    for (const { sequence, content } of rows) {
      if (what === 'details') forgetDetails.run(sequence);
      else forgetAll.run(hashContent(content), sequence);
    }
    return rows.length;
  }

  const run = database.transaction(forget);
  return {
    purge: (what, beforeMs, recordsMax) =>
      run.immediate(what, `at_ms < ?${what === 'details' ? ' AND details IS NOT NULL' : ''} LIMIT ?`, [
        beforeMs,
        recordsMax,
      ]),
    erase: (subjects) =>
      run.immediate('contents', `kind = 'cpf' AND subject IN (${subjects.map(() => '?').join(', ')})`, subjects),
  };
}
