// Makes a described party a live source of evidence about people, with the cache that its operator may have asked for.

import type { Clock, PersonSource } from '../app/ports.ts';
import type { Evidence, PersonQuery, PersonRecord } from '../domain/person/evidence.ts';
import type { PersonField } from './answer/person-mapping.ts';
import type { CheckedPersonParty } from './describe/checked-party.ts';
import type { HttpSource } from './http-source.ts';
import type { AnswerCache } from './protect/answer-cache.ts';
import { untilAborted } from './protect/deadline.ts';
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
  const askWithCache = async (kept: AnswerCache<PersonRecord>, subject: Subject, signal: AbortSignal) => {
    const asked = { number: subject.number, key: source.toKey(subject) };
    const record = await untilAborted(kept.find(asked), signal, undefined);
    if (record !== undefined) return { evidence: { kind: 'answered' as const, record }, cached: true };
    const evidence = await askParty(subject, signal);
    if (evidence.kind === 'answered' && isComplete(evidence.record, party.mappedFields)) {
      // Not waited for: the caller needs the answer, not the cache.
      void kept.keep(asked, evidence.record);
    }
    return { evidence, cached: false };
  };

  return {
    required: party.required,
    canAdmit: () => source.canAdmit(),
    async ask(query, signal) {
      const startedMs = clock.monotonicMs();
      let calls = 0;
      const subject = { ...toSubject(query), onSent: () => calls++ };
      const answer =
        cache === undefined
          ? { evidence: await askParty(subject, signal), cached: false }
          : await askWithCache(cache, subject, signal);
      return { ...answer, latencyMs: clock.monotonicMs() - startedMs, calls };
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
