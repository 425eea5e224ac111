// The audit as a place of personal data: each record about a person keeps its place and its hash, and nothing else.

import { listRows } from '../../audit/list-rows.ts';
import type { AuditTrail } from '../../audit/ports.ts';
import { parseContent } from '../../audit/record.ts';
import type { Person } from '../person.ts';
import type { PersonalDataPlace } from '../place.ts';

const dayMs = 86_400_000;

/** Counts; where the trail can, it erases. */
export function createAuditPlace(
  trail: Pick<AuditTrail, 'find'> & Partial<Pick<AuditTrail, 'findErasable' | 'findActsNaming' | 'forget'>>,
): PersonalDataPlace {
  const find = ({ subjects, untilMs }: Person) => listRows(trail, { subjects, toMs: untilMs + 1 });

  return {
    async count(person) {
      let count = 0;
      for await (const _ of find(person)) count++;
      return count;
    },
    async erase(person, traces, nameGone) {
      const { findErasable, findActsNaming, forget } = trail;
      if (!findErasable || !findActsNaming || !forget) throw new Error('This trail only reads');
      const requestIds = new Set<string>();
      let oldestMs = person.untilMs;
      for await (const row of find(person)) {
        const content = row.content === null ? undefined : parseContent(row.content);
        if (typeof content?.requestId !== 'string') continue;
        traces.addText(content.requestId);
        requestIds.add(content.requestId);
        oldestMs = Math.min(oldestMs, content.atMs);
      }
      const records = await findErasable(person.subjects, person.untilMs);
      // Who read a record did so after it was written, by the clock of another machine maybe.
      const acts = requestIds.size === 0 ? [] : await findActsNaming([...requestIds], oldestMs - dayMs);
      // Records last: it is by them that the rest is found again.
      const gone = [...acts, ...records];
      if (gone.length > 0) {
        await nameGone(gone);
        for (const sealed of (await forget(gone)).replaced) traces.addBytes(sealed);
      }
      // One who was asked about since then is called the same.
      const later = await trail.find({ subjects: person.subjects }, { order: 'newest', limit: 1 });
      if (later.length === 0) for (const subject of person.subjects) traces.addText(subject);
      return records.length;
    },
  };
}
