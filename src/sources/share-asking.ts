// Around the questions of this process to a party: keeps the answers that were paid for, and settles who asks where several would.

import type { QuestionStore } from '../app/verify/ports.ts';
import type { PersonRecord } from '../domain/person/evidence.ts';
import type { ShareAsking } from './http-source.ts';
import { isComplete } from './live-person-source.ts';
import { createKeysOf } from './protect/kept/answer-cache.ts';
import type { AnswerKeys, KeptOf } from './protect/kept/answer-keys.ts';
import type { BoughtAnswers } from './protect/kept/bought-answers.ts';
import type { BoughtParts } from './protect/kept/sealed-entries.ts';
import { createBuying, withBuying } from './protect/kept/with-buying.ts';
import { withSharedAsking } from './protect/with-shared-asking.ts';
import type { CheckedPersonParty } from './read/checked-party.ts';
import type { Subject } from './reply.ts';

interface ShareAskingOptions extends KeptOf {
  /** Undefined where this party's answers are not kept by purpose. */
  readonly bought: BoughtAnswers<PersonRecord> | undefined;
  readonly boughtParts: BoughtParts | undefined;
  readonly cacheParts:
    | { readonly secret: () => Uint8Array; readonly questions?: QuestionStore | undefined }
    | undefined;
  /** For one look at who asks. */
  readonly waitMsMax: number;
  readonly onJoined: () => void;
}

export function createShareAsking(party: CheckedPersonParty, options: ShareAskingOptions): ShareAsking<PersonRecord> {
  const { bought, making } = options;
  const questions = findQuestions(party, options);
  return (ask, toAsked) => {
    const buying = bought && createBuying({ bought, toAsked, isComplete: (record) => isComplete(record, party) });
    if (questions === undefined) return withBuying(ask, buying);
    // Orders are paid for: while a changed description spreads from node to node, only what is ordered decides whose turn it is.
    const asking = party.later?.orderFingerprint ?? making;
    const toKey = (subject: Subject) => toAsked(subject).key;
    return withSharedAsking(ask, { ...options, ...questions, asking, toKey, buying });
  };
}

interface Questions {
  readonly store: QuestionStore;
  readonly keys: () => AnswerKeys;
}

/** Where machines share short-lived answers, the same place settles who asks; else the one beside what was bought or ordered. */
function findQuestions(
  { cacheSeconds, later }: CheckedPersonParty,
  options: ShareAskingOptions,
): Questions | undefined {
  const { bought, boughtParts, cacheParts } = options;
  if (cacheSeconds > 0 && cacheParts?.questions !== undefined)
    return { store: cacheParts.questions, keys: createKeysOf(cacheParts.secret) };
  if ((bought === undefined && later === undefined) || boughtParts?.questions === undefined) return undefined;
  return { store: boughtParts.questions, keys: () => boughtParts.keys()[0] as AnswerKeys };
}
