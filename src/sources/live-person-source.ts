// Makes a described party a live source of evidence about people, with the cache that its operator may have asked for.

import type { Clock, PersonSource, SourceAnswer } from '../app/ports.ts';
import type { Evidence, PersonQuery, PersonRecord } from '../domain/person/evidence.ts';
import type { PersonField } from './answer/person-mapping.ts';
import type { CheckedPersonParty } from './describe/checked-party.ts';
import type { HttpSource } from './http-source.ts';
import type { AnswerCache } from './protect/answer-cache.ts';
import type { Subject } from './reply.ts';

export function createLivePersonSource(
  party: CheckedPersonParty,
  source: HttpSource<PersonRecord>,
  clock: Clock,
  cache: AnswerCache<PersonRecord> | undefined,
): PersonSource {
  const askParty = async (subject: Subject, signal: AbortSignal): Promise<Evidence> => {
    const reply = await source.ask(subject, signal);
    if (reply.kind === 'failed') return { kind: 'unavailable', reason: reply.reason };
    return reply.kind === 'found' ? { kind: 'answered', record: reply.value } : reply;
  };
  const keep = (kept: AnswerCache<PersonRecord>, subject: Subject, evidence: Evidence): void => {
    if (evidence.kind !== 'answered' || !isComplete(evidence.record, party.mappedFields)) return;
    // Not waited for: the caller needs the answer, not the cache.
    void kept.keep({ number: subject.number, key: source.toKey(subject) }, evidence.record);
  };

  const findKept = async (kept: AnswerCache<PersonRecord>, query: PersonQuery): Promise<SourceAnswer | undefined> => {
    const startedMs = clock.monotonicMs();
    const subject = toSubject(query);
    const record = await kept.find({ number: subject.number, key: source.toKey(subject) });
    if (record === undefined) return undefined;
    const latencyMs = clock.monotonicMs() - startedMs;
    return { evidence: { kind: 'answered', record }, cached: true, latencyMs, calls: 0 };
  };

  return {
    required: party.required,
    canAdmit: (besides) => source.canAdmit(besides),
    ...(cache && { findKnown: (query) => findKept(cache, query) }),
    async ask(query, signal) {
      const startedMs = clock.monotonicMs();
      let calls = 0;
      const subject = { ...toSubject(query), onSent: () => calls++ };
      const evidence = await askParty(subject, signal);
      if (cache !== undefined) keep(cache, subject, evidence);
      return { evidence, cached: false, latencyMs: clock.monotonicMs() - startedMs, calls };
    },
  };
}

/** Typed on a Mac, an accent may arrive as a sign of its own: parties compare bytes. */
export function toSubject({ cpf, birthDate, name }: PersonQuery): Subject {
  return { number: cpf, values: { cpf, birth_date: birthDate, name: name?.normalize('NFC') ?? null } };
}

/** Every field that this party is there for has a value. An answer with gaps may be whole the next time, so it is not kept. */
function isComplete(record: PersonRecord, mappedFields: readonly PersonField[]): boolean {
  const values: Readonly<Partial<Record<PersonField, unknown>>> = {
    name: record.name,
    birth_date: record.birthDate,
    registration: record.registration === 'unknown' ? null : record.registration,
    pending_debts: record.pendingDebts,
    score: record.score,
    fraud_alert: record.fraudAlert,
  };
  return mappedFields.every((field) => values[field] !== null);
}
