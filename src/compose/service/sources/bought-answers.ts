// Opens the answers that were paid for and may be used again, and deletes those whose time is over: also where no step keeps any more.

import { startPurge } from '../../../app/jobs/purge-expired.ts';
import { toFaultCode } from '../../../errors.ts';
import { type AnswerKeys, deriveAnswerKeys } from '../../../sources/protect/kept/answer-keys.ts';
import type { BoughtParts } from '../../../sources/protect/kept/sealed-entries.ts';
import { toCpfSubjects } from '../../parts/audit/audit-secrets.ts';
import type { Core } from '../core.ts';

const keysPurpose = 'bought-answers';

export function openBoughtAnswers({ stores, questions, clock, logger, isHousekeeper, opened }: Core): BoughtParts {
  const { boughtAnswers: store, secret } = stores;
  const onFault = (error: unknown) =>
    logger.write('error', 'kept_answers_fault', { internal: `expired not purged: ${toFaultCode(error)}` });
  if (isHousekeeper) {
    opened.defer(startPurge({ store, clock, onFault }));
    if (stores.questions !== undefined) opened.defer(startPurge({ store: stores.questions, clock, onFault }));
  }
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
