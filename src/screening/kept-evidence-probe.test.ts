import { expect, test } from 'vitest';
import { writeRequiredList } from '../../test/support/lists/list-editions.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { systemClock } from '../clock.ts';
import { createKeptEvidenceProbe, judgeKeptEvidence } from './kept-evidence-probe.ts';

const kept = { purposes: ['onboarding'], recordDays: 3_653, evidenceDays: 3_653, editionsDays: 30 };

test('ten years of records and evidence are enough for who is screened at onboarding', () => {
  expect(judgeKeptEvidence(kept)).toMatchObject({ state: 'ok', advice: null });
});

test.each([
  ['audit.record_days', { recordDays: 1_825 }],
  ['audit.evidence_days', { evidenceDays: 180 }],
])('a warning names %s where it is too short, and what to set', (name, short) => {
  const found = judgeKeptEvidence({ ...kept, ...short });
  expect(found).toMatchObject({
    state: 'warning',
    says: expect.stringContaining(`${name} is ${Object.values(short)[0]}`),
    advice: expect.stringContaining(`${name}: 3653`),
  });
});

test('a purpose that asks for no time of its own asks for nothing here', () => {
  expect(judgeKeptEvidence({ ...kept, purposes: ['credit'], evidenceDays: 1 })).toEqual([]);
});

test('nobody is told anything who looks at no list', () => {
  const directory = createTemporaryFolder('kept-evidence');
  const probe = (isVerified: boolean) =>
    createKeptEvidenceProbe({ ...kept, recordDays: 1, directory, clock: systemClock, isVerified }).run();
  expect(probe(false)).toEqual([]);
  expect(probe(true)).toMatchObject({ state: 'warning' });
  writeRequiredList(directory, '2026-11-01');
  expect(probe(false)).toMatchObject({ state: 'warning' });
});
