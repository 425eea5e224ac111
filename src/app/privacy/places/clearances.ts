// Clearances as a place of personal data: those of the person, and those whose reason names them; and what watches know of withdrawn ones.

import type { ClearanceStore, StoredClearance } from '../../screening/clearances/ports.ts';
import { openJudgement } from '../../screening/clearances/sealed-judgement.ts';
import type { Seal } from '../../seal.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const clearancesAtOnce = 500;

export function createClearancesPlace(
  store: Pick<ClearanceStore, 'listAll' | 'remove' | 'forgetWithdrawn'>,
  seal: Seal,
): PersonalDataPlace {
  const kept = createListedPlace<StoredClearance>({
    list: (after) => store.listAll(after?.id ?? '', clearancesAtOnce),
    isTheirs: (clearance, person) =>
      clearance.createdAtMs <= person.untilMs &&
      (person.subjects.includes(clearance.subject) || person.isNamedIn(openJudgement(seal, clearance).reason)),
    // Its id is random, and acts in the audit name it.
    async erase({ id, sealed }, traces) {
      traces.addBytes(sealed);
      await store.remove(id);
    },
  });
  return {
    ...kept,
    async erase(person, traces, nameGone) {
      const erased = await kept.erase(person, traces, nameGone);
      await store.forgetWithdrawn(person.subjects);
      return erased;
    },
  };
}
