import { expect, test } from 'vitest';
import { isUsable } from '../../domain/access/api-key.ts';
import type { OperatorId, OperatorRecord } from '../../domain/access/operator.ts';
import { isOperatorOwner, isSandboxOwner, toBatchOwner, toOwnerKey } from './operator-owner.ts';

const id = 'opr_1' as OperatorId;
const operator: OperatorRecord = {
  id,
  name: 'ana',
  role: 'analyst',
  hasTotp: false,
  hasPasskey: false,
  ssoSubject: null,
  localUntilMs: null,
  createdAtMs: 5,
  disabledAtMs: null,
};
const live = toBatchOwner(id, false);
const sandbox = toBatchOwner(id, true);

test('an operator owns batches of two kinds, and no key does', () => {
  expect([live, sandbox].map(isOperatorOwner)).toEqual([true, true]);
  expect([live, sandbox].map(isSandboxOwner)).toEqual([false, true]);
  expect(isOperatorOwner('key_1')).toBe(false);
});

test('with real sources it runs under the operator’s id, in the sandbox under the sandbox’s, without limits', () => {
  expect(toOwnerKey(live, [operator])?.record).toMatchObject({ id, mode: 'live', rate: null, dailyQuota: null });
  expect(toOwnerKey(sandbox, [operator])?.record).toMatchObject({ id: 'key_sandbox', mode: 'test', rate: null });
});

test.each([
  ['an analyst', {}, true],
  ['an administrator', { role: 'admin' as const }, true],
  ['a viewer, who was more before', { role: 'viewer' as const }, false],
  ['a disabled operator', { disabledAtMs: 7 }, false],
])('%s', (_who, changes, mayGoOn) => {
  const record = toOwnerKey(live, [{ ...operator, ...changes }])?.record;
  expect(record !== undefined && isUsable(record, 100)).toBe(mayGoOn);
});

test('an operator who is not there owns nothing', () => {
  expect(toOwnerKey(live, [])).toBeUndefined();
});
