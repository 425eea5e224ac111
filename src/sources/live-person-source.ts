// Makes a described party a live source of evidence about people, with what its operator may have asked to keep of its answers.

import type { Clock } from '../app/clock.ts';
import type { LaterAnswers, NoneYet, PersonSource, SourceAnswer } from '../app/verify/ports.ts';
import type { Evidence, PersonQuery, PersonRecord } from '../domain/person/evidence.ts';
import type { PersonField } from './answer/person-mapping.ts';
import { isEnd } from './call/later/later-call.ts';
import { toCost } from './cost-of-calls.ts';
import type { HttpSource } from './http-source.ts';
import type { AnswerCache } from './protect/kept/answer-cache.ts';
import type { BoughtAnswers } from './protect/kept/bought-answers.ts';
import type { CheckedLater } from './read/calls/check-async.ts';
import type { CheckedPersonParty } from './read/checked-party.ts';
import type { Reply, Subject } from './reply.ts';

interface Kept {
  /** For a moment, whatever the purpose. */
  readonly cache: AnswerCache<PersonRecord> | undefined;
  /** For as long as a purpose allows. */
  readonly bought: BoughtAnswers<PersonRecord> | undefined;
}

export function createLivePersonSource(
  party: CheckedPersonParty,
  source: HttpSource<PersonRecord>,
  clock: Clock,
  { cache, bought }: Kept,
): PersonSource {
  const { name, roles } = party;
  const hasKept = cache !== undefined || bought !== undefined;

  const findKept = async (query: PersonQuery, purpose: string | null): Promise<SourceAnswer | undefined> => {
    const startedMs = clock.monotonicMs();
    const asked = source.toAsked(toSubject(query));
    const cached = await cache?.find(asked);
    const found = cached === undefined ? await bought?.find(asked, purpose) : { value: cached };
    if (found === undefined) return undefined;
    const { value: record, ...use } = found;
    const latencyMs = clock.monotonicMs() - startedMs;
    return { source: name, roles, evidence: { kind: 'answered', record }, ...use, cached: true, latencyMs, calls: 0 };
  };

  const findComplete = (evidence: Evidence): PersonRecord | undefined =>
    evidence.kind === 'answered' && isComplete(evidence.record, party) ? evidence.record : undefined;

  const keepForMoment = (subject: Subject, record: PersonRecord | undefined): void => {
    if (record !== undefined) void cache?.keep(source.toAsked(subject), record);
  };

  const look: LaterAnswers['look'] = async (query, order, signal, purpose) => {
    const subject = { ...toSubject(query), order };
    const reply = await source.look(subject, signal);
    if (!isEnd(reply)) return toNoneYet(reply);
    const { evidence } = readReply(reply);
    const record = findComplete(evidence);
    return {
      ...{ kind: 'come', evidence },
      keep: async (sinceMs) => {
        if (record !== undefined) await bought?.keep(source.toAsked(subject), purpose, record, sinceMs);
      },
      discard: async () => bought?.discard(source.toAsked(subject)),
      confirm: () => keepForMoment(subject, record),
    };
  };

  return {
    name,
    roles,
    ...(party.later && { later: toLaterAnswers(party.later, look) }),
    required: party.required,
    canAdmit: (besides) => source.canAdmit(besides),
    ...(hasKept && { findKnown: (query, purpose = null) => findKept(query, purpose) }),
    async ask(query, signal, purpose = null) {
      const startedMs = clock.monotonicMs();
      let calls = 0;
      const subject = { ...toSubject(query), purpose, onSent: () => calls++ };
      const reply = await source.ask(subject, signal);
      const { evidence, ...use } = readReply(reply);
      // Not waited for: the caller needs the answer, and nothing else. What was bought is kept where it is asked for.
      // What was kept already is no fresh answer: for a moment it would serve every purpose.
      if (use.kept === undefined) keepForMoment(subject, findComplete(evidence));
      const latencyMs = clock.monotonicMs() - startedMs;
      const cost = toCost(party.prices, { said: evidence, calls, clock });
      return { source: name, roles, evidence, ...use, latencyMs, calls, ...cost };
    },
  };
}

function toLaterAnswers({ giveUpAfterMs, callback, pauses }: CheckedLater, look: LaterAnswers['look']): LaterAnswers {
  return { giveUpAfterMs, look, pauseMaxMs: pauses.maxMs, callsBack: callback !== undefined };
}

function toNoneYet(reply: Reply<unknown>): NoneYet {
  const retryAfterMs = reply.kind === 'failed' ? reply.retryAfterMs : undefined;
  return { kind: 'none_yet', ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

function readReply(reply: Reply<PersonRecord>): Pick<SourceAnswer, 'evidence' | 'kept' | 'cached' | 'order'> {
  if (reply.kind === 'failed') {
    const { reason, order } = reply;
    const isPending = reason === 'pending' && order !== undefined;
    return { evidence: { kind: 'unavailable', reason }, cached: false, ...(isPending && { order }) };
  }
  if (reply.kind === 'not_found') return { evidence: reply, cached: false };
  const { value: record, kept } = reply;
  return { evidence: { kind: 'answered', record }, cached: kept !== undefined, ...(kept && { kept }) };
}

/** Typed on a Mac, an accent may arrive as a sign of its own: parties compare bytes. */
export function toSubject({ cpf, birthDate, name }: PersonQuery): Subject {
  return { number: cpf, values: { cpf, birth_date: birthDate, name: name?.normalize('NFC') ?? null } };
}

/** Every field that this party is there for has a value. An answer with gaps may be whole the next time, so it is not kept. */
export function isComplete(record: PersonRecord, { mappedFields, signals }: CheckedPersonParty): boolean {
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
