// What is kept of a described party's answers and orders: as much as its operator asks for, and in which store.

import type { Clock } from '../app/clock.ts';
import type { AnswerStore, QuestionStore } from '../app/verify/ports.ts';
import type { FreshFor } from '../domain/checks/fresh-for.ts';
import { emptyRecord, type PersonRecord } from '../domain/person/evidence.ts';
import { OperatorError } from '../errors.ts';
import type { PersonField } from './answer/person-mapping.ts';
import { createToKey, type SourceEvent } from './http-source.ts';
import { createAnswerCache, createKeysOf } from './protect/kept/answer-cache.ts';
import type { AnswerKeys, KeptOf } from './protect/kept/answer-keys.ts';
import { createBoughtAnswers } from './protect/kept/bought-answers.ts';
import { createOpenOrders } from './protect/kept/open-orders.ts';
import type { BoughtParts } from './protect/kept/sealed-entries.ts';
import type { SharedOutcome } from './protect/kept/shared-answers.ts';
import { createKeptAnswers, type KeptAnswers } from './protect/with-kept-answers.ts';
import type { CheckedPersonParty } from './read/checked-party.ts';
import type { OpenOrders } from './reply.ts';

export interface KeptParts {
  readonly clock: Clock;
  /** Needed where a source sets `cache_seconds`. */
  readonly cache?: CacheParts;
  /** Without it nothing is kept by `fresh_for`, and no order of a party that answers later. */
  readonly bought?: BoughtParts;
  readonly onEvent?: (event: SourceEvent) => void;
}

/** Where answers are kept for a moment, and by what secret. */
export interface CacheParts {
  /** 32 bytes. */
  readonly secret: () => Uint8Array;
  readonly near: AnswerStore;
  /** Several machines share these answers. */
  readonly shared?: AnswerStore | undefined;
  readonly questions?: QuestionStore | undefined;
}

/** The search for a kept answer may take this share of the party's time, because it must not cost more than it can save. */
const lookShareOfDeadline = 1 / 20;

/** The wait to learn who asks may take this share of the party's time: it saves a second call that is paid, and the rest is left for the call. */
const turnShareOfDeadline = 1 / 2;

/** Raise it when mappings make something else of the same answer. That a record has other fields is noticed without it. */
const mappingVersion = 1;

export function createKeptOfParty(
  party: CheckedPersonParty,
  parts: KeptParts,
  freshFor: FreshFor,
): KeptAnswers<PersonRecord> {
  const { clock, onEvent } = parts;
  const { name: source, fingerprint, cacheSeconds: seconds } = party;
  if (seconds > 0 && parts.cache === undefined)
    throw new OperatorError(`${source} sets cache_seconds, but there is no secret to encrypt cached answers with.`);
  const making = JSON.stringify([mappingVersion, Object.keys(emptyRecord), fingerprint]);
  const waitMsMax = Math.ceil(party.deadlineMs * lookShareOfDeadline);
  const of: KeptOf = { clock, source, making };
  const onShared = (outcome: SharedOutcome) => onEvent?.({ kind: 'shared_answer', source, outcome });

  const cache =
    parts.cache && seconds > 0
      ? createAnswerCache<PersonRecord>({
          shared: undefined,
          ...parts.cache,
          ...of,
          seconds,
          sharedMsMax: waitMsMax,
          onShared,
        })
      : undefined;
  const bought =
    parts.bought && Object.keys(freshFor).length > 0
      ? createBoughtAnswers<PersonRecord>({
          ...parts.bought,
          ...of,
          freshFor,
          waitMsMax,
          onFault: toOnFault(source, parts),
        })
      : undefined;
  const toKey = createToKey(party);
  const questions = findQuestions(party, parts, bought !== undefined);
  // Orders are paid for: while a changed description spreads from node to node, only what is ordered decides whose turn it is.
  const asking = party.later?.orderFingerprint ?? making;
  return createKeptAnswers({
    cache,
    bought,
    turns: questions && {
      ...of,
      ...questions,
      asking,
      waitMsMax: Math.ceil(party.deadlineMs * turnShareOfDeadline),
      onJoined: () => onShared('joined'),
      onAlone: (why) => onEvent?.({ kind: 'asked_alone', source, why }),
    },
    toAsked: (subject) => ({ number: subject.number, key: toKey(subject) }),
    isComplete: (record) => isComplete(record, party),
  });
}

/** Returns undefined for a party that answers at once, or if no answers are kept. */
export function createKeptOrders(
  { name: source, later }: CheckedPersonParty,
  parts: KeptParts,
): OpenOrders | undefined {
  if (parts.bought === undefined || later === undefined) return undefined;
  const { orderFingerprint: making, giveUpAfterMs: lifeMs } = later;
  const of: KeptOf = { clock: parts.clock, source, making };
  return createOpenOrders({ ...parts.bought, ...of, lifeMs, onFault: toOnFault(source, parts) });
}

const toOnFault =
  (source: string, { onEvent }: KeptParts) =>
  (error: unknown): void =>
    onEvent?.({ kind: 'kept_answers_fault', source, error });

interface Questions {
  readonly store: QuestionStore;
  readonly keys: () => AnswerKeys;
}

/** Where machines share short-lived answers, the same place settles who asks; else the one beside what was bought or ordered. */
function findQuestions(
  { cacheSeconds, later }: CheckedPersonParty,
  { cache, bought }: KeptParts,
  isBought: boolean,
): Questions | undefined {
  if (cacheSeconds > 0 && cache?.questions !== undefined)
    return { store: cache.questions, keys: createKeysOf(cache.secret) };
  if ((!isBought && later === undefined) || bought?.questions === undefined) return undefined;
  return { store: bought.questions, keys: () => bought.keys()[0] as AnswerKeys };
}

/** Every field that this party is there for has a value. */
function isComplete(record: PersonRecord, { mappedFields, signals }: CheckedPersonParty): boolean {
  const values: Readonly<Partial<Record<PersonField, unknown>>> = {
    name: record.name,
    birth_date: record.birthDate,
    registration: record.registration === 'unknown' ? null : record.registration,
    pending_debts: record.pendingDebts,
    score: record.score,
    fraud_alert: record.fraudAlert,
  };
  const isTold = ({ name }: { readonly name: string }) => record.signals?.[name] !== undefined;
  return mappedFields.every((field) => values[field] !== null) && signals.every(isTold);
}
