// What an erasure took, in sentences that stay true when the running service took some or all of it first.

import { type PersonalDataName, personalData } from '../../../app/kept/stores.ts';
import type { ErasedCounts } from '../../../app/privacy/erase-person.ts';

const told = {
  shared:
    'Another process, such as the running service, erased this person too: what it reached first is not counted here.',
  nothing: 'Found nothing of this person.',
};

export function listErasedLines(erased: ErasedCounts, isShared: boolean): readonly string[] {
  const lines = Object.entries(personalData).flatMap(([name, { personal }]) => {
    const count = erased[name as PersonalDataName];
    return count > 0 ? [`${count} ${personal.erased[count === 1 ? 0 : 1]}`] : [];
  });
  if (isShared) return [...lines, told.shared];
  return lines.length === 0 ? [told.nothing] : lines;
}
