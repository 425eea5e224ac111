// Opens the answers that were paid for and may be used again.

import { type AnswerKeys, deriveAnswerKeys } from '../../../sources/protect/kept/answer-keys.ts';
import type { BoughtParts } from '../../../sources/protect/kept/sealed-entries.ts';
import { toCpfSubjects } from '../../parts/audit/audit-secrets.ts';
import type { Core } from '../core.ts';

export function openBoughtAnswers({ stores, questions }: Core): BoughtParts {
  const { boughtAnswers: store, secret } = stores;
  let known = { version: 0, keys: [] as readonly AnswerKeys[], opening: [] as readonly AnswerKeys[] };
  const find = () => {
    secret.refresh();
    const version = secret.version();
    if (known.version !== version) {
      const keys = secret.deriveEver('bought-answers', 32).map(deriveAnswerKeys);
      known = { version, keys, opening: secret.deriveAll('bought-answers', 32).map(deriveAnswerKeys) };
    }
    return known;
  };
  return {
    store,
    keys: () => find().keys,
    openingKeys: () => find().opening,
    questions,
    toSubject: (number) => toCpfSubjects(secret, number)[0],
  };
}
