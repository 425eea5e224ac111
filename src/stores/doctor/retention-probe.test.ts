import { expect, test } from 'vitest';
import type { DueTimes } from '../../app/jobs/retention.ts';
import { createRetentionProbe } from './retention-probe.ts';

const dayMs = 86_400_000;
const nowMs = Date.parse('2026-11-19T10:00:00Z');
const settings: Readonly<Record<string, number>> = { 'audit.evidence_days': 180, 'batches.kept_hours': 72 };
const examine = async (due: DueTimes | undefined, isAuditShared = false) =>
  [
    await createRetentionProbe({
      readDueTimes: async () => due,
      clock: { nowMs: () => nowMs },
      readSetting: (name) => settings[name],
      isAuditShared,
    }).run(),
  ].flat()[0];

test('tells until when the oldest of each kind is kept, beside its setting', async () => {
  const found = await examine({ evidence: nowMs + dayMs, batch: nowMs - dayMs / 2, kept_answer: nowMs });
  expect(found).toEqual({
    subject: 'retention',
    state: 'ok',
    says: 'The oldest of each is kept: evidence until 2026-11-20 (audit.evidence_days: 180), batch until 2026-11-18 (batches.kept_hours: 72), kept answer until 2026-11-19 (fresh_for).',
    advice: null,
  });
  expect(await examine({})).toMatchObject({ state: 'ok', says: 'Nothing is kept.' });
  expect(await examine(undefined)).toBeUndefined();
});

test('warns of what is still there a day after its time, and says what to do', async () => {
  expect(await examine({ evidence: nowMs - 12 * dayMs, batch: nowMs })).toMatchObject({
    state: 'warning',
    says: 'Kept for too long: the oldest evidence should have gone on 2026-11-07, 12 days ago (audit.evidence_days: 180).',
    advice: expect.stringMatching(/job_fault and purges_held_back/),
  });
  expect(await examine({ evidence: nowMs - 12 * dayMs }, true)).toMatchObject({
    advice: expect.stringMatching(/^Run confere store purge/),
  });
});
