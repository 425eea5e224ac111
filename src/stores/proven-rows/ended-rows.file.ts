// Which rows this node knows as ended, in a file outside of the database: a line for each, and none is taken away.

import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../app/clock.ts';
import type { EndedRows } from '../../app/ended-rows.ts';
import { ifThere } from '../../errors.ts';

/** The file is read again after this long, because another process of this node may have added to it. */
const rereadMs = 1_000;

/** Opens the file beside the ends of the audit, where an attacker who can write only to the database does not reach it. */
export function openEndedRows(stateFolder: string, clock: Pick<Clock, 'monotonicMs'>): EndedRows {
  const file = join(stateFolder, 'ended-rows');
  const lines = new Set<string>();
  let readBytes = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Lines that somebody took away stay known to this process. */
  function look(): void {
    const nowMs = clock.monotonicMs();
    if (nowMs - lookedAtMs < rereadMs) return;
    lookedAtMs = nowMs;
    try {
      const size = ifThere(() => statSync(file).size) ?? 0;
      if (size === readBytes) return;
      for (const line of readFileSync(file, 'utf8').split('\n')) lines.add(line);
      readBytes = size;
    } catch {
      // A folder that cannot be read is told of by the audit. It must not keep good rows out.
    }
  }

  return {
    has(table, id) {
      look();
      return lines.has(`${table} ${id}`);
    },
    add(rows) {
      look();
      const news = rows.map(({ table, id }) => `${table} ${id}`).filter((line) => !lines.has(line));
      if (news.length === 0) return;
      for (const line of news) lines.add(line);
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, news.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
      } catch {
        // The audit, which remembers its ends there, tells of it.
      }
    },
  };
}
