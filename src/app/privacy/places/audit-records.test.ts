import { describe, expect, test } from 'vitest';
import type { AuditRow, AuditTrail } from '../../audit/ports.ts';
import type { Place } from '../../audit/proof/covers.ts';
import { parseContent } from '../../audit/record.ts';
import type { Person } from '../person.ts';
import { createTraces } from '../place.ts';
import { createAuditPlace } from './audit-records.ts';

const dayMs = 86_400_000;
const chain = 'chain_a';
const person = { subjects: ['subject_1', 'subject_2'], untilMs: 50 * dayMs } as unknown as Person;

function toRow(sequence: number, content: string | null): AuditRow {
  return { chain, sequence, hash: Buffer.alloc(32), content, hasDetails: false, details: null };
}

const toRecord = (sequence: number, requestId: string | null, atMs: number, subject = 'subject_1') =>
  toRow(
    sequence,
    `[1,${atMs},"cpf",${JSON.stringify(requestId)},"key_a","${subject}",null,"verified",1,"low",null,null,1,null,null,null]`,
  );

/** The rows by the fields of their content, as a store finds them; `gone` notes what was asked of it, in turn. */
function openTrail(rows: readonly AuditRow[], more: { records?: readonly Place[]; acts?: readonly Place[] } = {}) {
  const asked: unknown[] = [];
  const trail: Pick<AuditTrail, 'find' | 'findErasable' | 'findActsNaming' | 'forget'> = {
    async find({ subjects, toMs = Number.POSITIVE_INFINITY }, { after, limit }) {
      const fits = ({ content }: AuditRow) => {
        const { subject, atMs } = (content && parseContent(content)) || { subject: null, atMs: 0 };
        return (subject === null || subjects?.includes(subject)) && atMs < toMs;
      };
      return rows.filter((row) => fits(row) && row.sequence > (after?.sequence ?? 0)).slice(0, Math.min(limit, 2));
    },
    async findErasable(subjects, untilMs) {
      asked.push(['records', subjects, untilMs]);
      return more.records ?? [];
    },
    async findActsNaming(requestIds, fromMs) {
      asked.push(['acts', requestIds, fromMs]);
      return more.acts ?? [];
    },
    async forget(places) {
      asked.push(['forgotten', places]);
      return { count: places.length, replaced: [Buffer.from('bytes of a sealed row')] };
    },
  };
  const nameGone = async (places: readonly Place[]) => {
    asked.push(['named', places]);
  };
  return { trail, asked, nameGone };
}

const early = toRecord(1, 'req_1', 40 * dayMs);
const last = toRecord(2, 'req_2', person.untilMs, 'subject_2');
const later = toRecord(3, 'req_3', person.untilMs + 1);
const other = toRecord(4, 'req_4', 0, 'subject_3');

test('records about the person are counted up to the time of the question, on every page', async () => {
  const more = toRecord(5, 'req_5', 3);
  const { trail } = openTrail([early, last, later, other, more]);
  expect(await createAuditPlace({ find: trail.find }).count(person)).toBe(3);
});

describe('an erasure', () => {
  const records = [{ chain, sequence: 1 }];
  const acts = [{ chain, sequence: 9 }];

  test('has an act name what goes before it goes: the acts that read it, and then the records', async () => {
    const { trail, asked, nameGone } = openTrail([early, last, other], { records, acts });
    const traces = createTraces();
    expect(await createAuditPlace(trail).erase(person, traces, nameGone)).toBe(1);
    expect(asked).toEqual([
      ['records', person.subjects, person.untilMs],
      // A day before the oldest: another machine's clock may be behind.
      ['acts', ['req_1', 'req_2'], 39 * dayMs],
      ['named', [...acts, ...records]],
      ['forgotten', [...acts, ...records]],
    ]);
    expect(traces.pieces).toContain('req_1');
    expect(traces.pieces).toContain('req_2');
    expect(traces.pieces).toContain('bytes of a seale');
  });

  test('leaves the name of one who was asked about since then', async () => {
    const [gone, asked] = [createTraces(), createTraces()];
    const none = openTrail([other]);
    await createAuditPlace(none.trail).erase(person, gone, none.nameGone);
    expect([...gone.pieces]).toEqual(['subject_1', 'subject_2']);
    const since = openTrail([later]);
    await createAuditPlace(since.trail).erase(person, asked, since.nameGone);
    expect([...asked.pieces]).toEqual([]);
  });

  test('of somebody without a record names nothing and takes nothing', async () => {
    const { trail, asked, nameGone } = openTrail([other]);
    expect(await createAuditPlace(trail).erase(person, createTraces(), nameGone)).toBe(0);
    expect(asked).toEqual([['records', person.subjects, person.untilMs]]);
  });

  test('goes on over records that have lost their content, have none that is known, or name no request', async () => {
    const rows = [toRow(1, null), toRow(2, '[99]'), toRecord(3, null, 1), { ...last, sequence: 4 }];
    const { trail, asked, nameGone } = openTrail(rows, { records });
    expect(await createAuditPlace(trail).erase(person, createTraces(), nameGone)).toBe(1);
    expect(asked).toContainEqual(['acts', ['req_2'], 49 * dayMs]);
    expect(asked).toContainEqual(['forgotten', records]);
  });

  test.each(['findErasable', 'findActsNaming', 'forget'] as const)('needs a trail with %s', async (name) => {
    const { trail, nameGone } = openTrail([early]);
    const erase = createAuditPlace({ ...trail, [name]: undefined }).erase(person, createTraces(), nameGone);
    await expect(erase).rejects.toThrow('This trail only reads');
  });
});
