import { expect, test } from 'vitest';
import type { AuditContent } from '../record.ts';
import { parseAcceptedLoss, toAcceptedLoss } from './chain-acts.ts';

const loss = { lost: [{ chain: 'a', sequence: 9, hash: 'ff', left: 4 }], reason: 'restored' };

test('a loss that an operator accepts is an act, and is read back from it', () => {
  const act = toAcceptedLoss(loss, 'ana', 5);
  expect(act).toEqual({ kind: 'act', atMs: 5, actor: 'ana', act: 'audit_loss_accepted', target: JSON.stringify(loss) });
  expect(parseAcceptedLoss(act as unknown as AuditContent)).toEqual(loss);
});

test.each([
  ['nothing', undefined],
  ['another act', { act: 'audit_purged', target: JSON.stringify(loss) }],
  ['an act without a target', { act: 'audit_loss_accepted', target: null }],
])('%s accepts no loss', (_, content) => {
  expect(parseAcceptedLoss(content as AuditContent | undefined)).toBeUndefined();
});
