import { expect, test } from 'vitest';
import { countDue } from './due-judgement.ts';

const nowMs = Date.parse('2027-02-01T12:00:00-03:00');
const judged = { state: 'accepted', kind: 'accepted', until: null, steps: null, createdAtMs: 0 } as const;

test('what waits, what is over and what is overdue is counted, and nothing else', () => {
  const counts = countDue(
    [
      { ...judged, state: 'proposed', until: '2027-01-31' },
      { ...judged, until: '2027-01-31' },
      { ...judged, state: 'lapsed', until: '2027-01-01' },
      { ...judged, until: '2027-02-01' },
      { ...judged, kind: 'cleared', state: 'lapsed', until: '2027-01-01' },
      { ...judged, kind: 'confirmed', state: 'confirmed' },
      { ...judged, kind: 'frozen', state: 'frozen', steps: {} },
      { ...judged, kind: 'frozen', state: 'frozen', steps: {}, createdAtMs: nowMs },
    ],
    { nowMs, today: '2027-02-01' },
  );
  expect(counts).toEqual({ freeze: 1, review: 2, approval: 1 });
});
