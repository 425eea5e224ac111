import { expect, test } from 'vitest';
import { toEntry } from '../../../../test/support/lists/list-editions.ts';
import { completeCpf } from '../../../domain/numbers/cpf.ts';
import type { Hit } from '../../../domain/screening/hit.ts';
import { createDescribeHits } from './describe-hits.ts';

const toHit = (process: string): Hit => ({
  ...{ list: 'ceis', dataAsOf: '2026-11-18', entry: toEntry({ names: ['X'], process }), state: 'in_force' },
  ...{ match: 'document', strength: 'hit', similarity: null, agreed: ['cpf'], disagreed: [], otherRows: [] },
  establishment: null,
});
const [before, after] = [toHit('1'), toHit('2')];
const cpf = completeCpf('300456789');
const customer = { screened: { kind: 'person', cpf, name: 'X', birthDate: null }, reference: null } as const;
const point = { day: '2026-11-18', editions: [{ list: 'ceis', edition: '1', asOf: '2026-11-18' }] };

async function tell(...cleared: readonly Hit[]) {
  const describeHits = createDescribeHits(async (found) =>
    found.map((each) => ({
      ...each,
      clearance: cleared.includes(each.hit) ? { id: 'clr_1', atMs: 1 } : null,
      judgement: null,
    })),
  );
  const change = { kind: 'changed_hit', before, after } as const;
  const told = await describeHits([change], customer, 'live', { before: point, after: point });
  return told.map(({ kind, state, sentence }) => [kind, state, sentence.en.replace(/\.$/, '').split('. ')[1]]);
}

test('a changed hit of which somebody has judged one state false begins or ends, and says why', async () => {
  expect((await tell()).map(([kind]) => kind)).toEqual(['changed_hit']);
  expect((await tell(before)).map(([kind]) => kind)).toEqual(['new_hit']);
  expect(await tell(after)).toEqual([['ended_hit', 'ended', 'Somebody has cleared the row ceis:1']]);
  expect(await tell(before, after)).toEqual([]);
});
