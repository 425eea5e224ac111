// Answers that were paid for as a place of personal data. They are found by what the audit calls a person, also where an erasure is made
// again after a restore, and nobody has the number.

import type { BoughtAnswerStore } from '../../verify/ports.ts';
import type { PersonalDataPlace } from '../place.ts';

export function createBoughtAnswersPlace(store: BoughtAnswerStore): PersonalDataPlace {
  return {
    count: ({ subjects, untilMs }) => store.count(subjects, untilMs),
    async erase({ subjects, untilMs }, traces) {
      const erased = await store.erase(subjects, untilMs);
      for (const { name, sealed } of erased) {
        traces.addText(name);
        traces.addBytes(sealed);
      }
      return erased.length;
    },
  };
}
