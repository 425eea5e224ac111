// Checks the section `key_budgets` of confere.yaml: what each key may spend on the parties of the same file. Every fault with its line.

import type { Budget } from '../../domain/budgets/budget.ts';
import { readBudget, type WrittenBudget } from '../../domain/budgets/read-budget.ts';
import { isMapping, type KeyPath } from '../../yaml-file.ts';
import { budgetSchema } from '../schema/price.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckedParty } from './checked-party.ts';
import { findSchemaFaults } from './schema-faults.ts';

const section = 'key_budgets';

export function checkKeyBudgets(
  file: unknown,
  parties: readonly (CheckedParty<object> | undefined)[],
  faultAt: CheckContext['fault'],
): ReadonlyMap<string, Budget> {
  const keyBudgets = new Map<string, Budget>();
  const raw = (isMapping(file) ? file[section] : undefined) ?? {};
  if (!isMapping(raw)) {
    faultAt([section], 'must be a mapping from the id of a key to its budget');
    return keyBudgets;
  }
  const hasPrices = parties.some((party) => party !== undefined && party.prices.length > 0);
  for (const [keyId, written] of Object.entries(raw)) {
    const fault = (path: KeyPath, problem: string) => faultAt([section, keyId, ...path], problem);
    if (!/^key_[a-z0-9]+$/.test(keyId)) fault([], 'is no id of a key, such as confere keys list shows');
    const shapeFaults = findSchemaFaults(budgetSchema, written);
    for (const { path, problem } of shapeFaults) fault(path, problem);
    if (shapeFaults.length > 0) continue;
    keyBudgets.set(keyId, readBudget(written as WrittenBudget, { hasPrices, atLimit: 'refuse', fault }));
  }
  return keyBudgets;
}
