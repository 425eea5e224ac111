// Opens the answers that were paid for and may be used again.

import { type AnswerKeys, deriveAnswerKeys } from '../../../sources/protect/kept/answer-keys.ts';
import type { BoughtParts } from '../../../sources/protect/kept/sealed-entries.ts';
import { toCpfSubjects } from '../../parts/audit/audit-secrets.ts';
import type { Core } from '../core.ts';

const keysPurpose = 'bought-answers';

export function openBoughtAnswers({ stores, questions }: Core): BoughtParts {
  const { boughtAnswers: store, secret } = stores;
  let known: readonly AnswerKeys[] = [];
  return {
    store,
    keys() {
      secret.refresh();
      if (known.length !== secret.generations()) known = secret.deriveAll(keysPurpose, 32).map(deriveAnswerKeys);
      return known;
    },
    questions,
    toSubject: (number) => toCpfSubjects(secret, number)[0],
  };
}
