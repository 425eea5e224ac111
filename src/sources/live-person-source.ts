// Makes a described party a live source of evidence about people.

import type { Clock } from '../app/clock.ts';
import type { LaterAnswers, NoneYet, PersonSource, SourceAnswer } from '../app/verify/ports.ts';
import type { PersonQuery, PersonRecord } from '../domain/person/evidence.ts';
import { isEnd } from './call/later/later-call.ts';
import { toCost } from './cost-of-calls.ts';
import type { HttpSource } from './http-source.ts';
import type { KeptAnswers } from './protect/with-kept-answers.ts';
import type { CheckedLater } from './read/calls/check-async.ts';
import type { CheckedPersonParty } from './read/checked-party.ts';
import type { Reply, Subject } from './reply.ts';

export function createLivePersonSource(
  party: CheckedPersonParty,
  source: HttpSource<PersonRecord>,
  clock: Clock,
  kept: KeptAnswers<PersonRecord>,
): PersonSource {
  const { name, roles, prices } = party;
  const { find, toComeAnswer } = kept;

  const look: LaterAnswers['look'] = async (query, order, signal, purpose) => {
    const subject = { ...toSubject(query), order };
    const reply = await source.look(subject, signal);
    if (!isEnd(reply)) return toNoneYet(reply);
    const value = reply.kind === 'found' ? reply.value : undefined;
    const { evidence } = readReply(reply);
    return { kind: 'come', evidence, ...toComeAnswer(source.toAsked(subject), purpose, value) };
  };

  return {
    name,
    roles,
    ...(party.later && { later: toLaterAnswers(party.later, look) }),
    required: party.required,
    canAdmit: source.limits.canAdmit,
    ...(find && {
      async findKnown(query, purpose = null) {
        const startedMs = clock.monotonicMs();
        const found = await find(source.toAsked(toSubject(query)), purpose);
        if (found === undefined) return undefined;
        const { value: record, ...use } = found;
        const evidence = { kind: 'answered', record } as const;
        return {
          source: name,
          roles,
          evidence,
          ...use,
          cached: true,
          latencyMs: clock.monotonicMs() - startedMs,
          calls: 0,
        };
      },
    }),
    async ask(query, signal, purpose = null) {
      const startedMs = clock.monotonicMs();
      let calls = 0;
      const reply = await source.ask({ ...toSubject(query), onSent: () => calls++ }, signal, purpose);
      const said = readReply(reply);
      const latencyMs = clock.monotonicMs() - startedMs;
      return {
        source: name,
        roles,
        ...said,
        latencyMs,
        calls,
        ...toCost(prices, { said: said.evidence, calls, clock }),
      };
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
