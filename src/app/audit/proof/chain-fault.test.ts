import { expect, test } from 'vitest';
import { adviseOnChainFault, ChainFault, chainFaults, explainChainFault } from './chain-fault.ts';

test.each([
  ['AUDIT_LOST', /^The audit that was written here is gone/],
  ['AUDIT_REWOUND', /^The audit is an older copy/],
  ['AUDIT_FORGED', /^The last record of the audit does not carry our MAC/],
] as const)('%s is a fault with a sentence, and with what to do', (code, sentence) => {
  const fault = new ChainFault(code);
  expect(fault).toMatchObject({ code, message: expect.stringMatching(sentence) });
  expect(explainChainFault(code)).toBe(fault.message);
  expect(adviseOnChainFault(code)).toBe(
    `${code}: ${fault.message} Keep everything as it is, run: confere audit verify, then decide: restore the audit, or confere audit accept-loss`,
  );
});

test('other faults are none of a chain', () => {
  expect(Object.keys(chainFaults)).toHaveLength(3);
  for (const code of ['SQLITE_FULL', 'toString']) {
    expect(explainChainFault(code)).toBeUndefined();
    expect(adviseOnChainFault(code)).toBeUndefined();
  }
});
