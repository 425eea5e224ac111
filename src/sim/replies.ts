// What one simulated party says to a request, and how it counts it. When and how whole that goes out is not its business.

import type { KeyObject } from 'node:crypto';
import type { Clock } from '../app/clock.ts';
import { toBrazilDay } from '../domain/dates/calendar.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import type { Cpf } from '../domain/numbers/cpf.ts';
import { type CallOutcome, callOutcomes } from '../domain/prices/call-outcome.ts';
import { companyFor } from '../sandbox/companies.ts';
import { personFor } from '../sandbox/people.ts';
import { createAdmission } from './access.ts';
import { type Fault, noFault, toSimulatedFault } from './faults.ts';
import { createLaterOrders } from './later-orders.ts';
import type { LaterWire, Party, PartyAnswer, PartyRequest } from './party.ts';
import type { PartySettings } from './party-settings.ts';

export type What = 'question' | 'token' | 'poll';

/** An answer with what decides how it is delivered. */
export interface Reply extends PartyAnswer {
  readonly what: What;
  /** The party does not bill a caller that it does not admit. */
  readonly isAdmitted?: boolean;
  readonly subject?: string;
  readonly personDelayMs?: number;
  /** The fault of the simulated person, which any fault of the party outranks. */
  readonly personFault?: Fault;
}

interface RepliesOptions {
  readonly clock: Clock;
  readonly hashNumber: (number: string) => string;
  readonly publicKey: () => KeyObject;
  readonly counters: ReturnType<typeof newCounters>;
  readonly readSettings: () => PartySettings;
}

export function createReplies(party: Party, options: RepliesOptions) {
  const { clock, counters, readSettings } = options;
  const admission = createAdmission(party.access, options);
  const orders = createLaterOrders(clock, () => counters.callbacks++);

  async function reply(request: PartyRequest): Promise<Reply> {
    const { access } = party;
    if ('tokenPath' in access && request.path === access.tokenPath) {
      counters.tokens++;
      const { tokenSeconds } = readSettings();
      const token = await admission.giveToken(request, tokenSeconds);
      const said = token === undefined ? party.unauthorized : access.toTokenAnswer(token, tokenSeconds);
      return { what: 'token', ...said };
    }
    if (!admission.isAdmitted(request)) {
      counters.unauthorized++;
      return { what: 'question', ...party.unauthorized };
    }
    const later = party.about === 'person' ? party.later : undefined;
    const id = later?.findId(request);
    if (later !== undefined && id !== undefined) return look(later, id, request);
    counters.calls++;
    const subject = party.findSubject(request);
    if (subject === undefined) {
      return { what: 'question', isAdmitted: true, ...party.notUnderstood, outcome: 'error' };
    }
    const hash = options.hashNumber(subject);
    counters.byNumber.set(hash, (counters.byNumber.get(hash) ?? 0) + 1);
    const said = later === undefined ? answer(subject, request) : orders.take(later, subject, readSettings());
    return { what: 'question', isAdmitted: true, subject, ...said };
  }

  /** Answers a poll. An id that the party never issued has no answer. */
  function look(later: LaterWire, id: string, request: PartyRequest): Reply {
    counters.polls++;
    const order = orders.find(id);
    if (order === undefined) return { what: 'poll', ...party.notUnderstood };
    const { subject, ageMs } = order;
    const isReady = ageMs >= readSettings().laterMs;
    return { what: 'poll', subject, ...(isReady ? answer(subject, request) : later.toPending(id)) };
  }

  function answer(subject: string, request: PartyRequest): PartyAnswer & Partial<Reply> {
    if (party.about === 'company')
      return party.toAnswer(subject, companyFor(subject as Cnpj, toBrazilDay(clock.nowMs())));
    const { evidence, delayMs } = personFor(subject as Cpf).answers[readSettings().plays];
    const said = party.toAnswer(subject, evidence, request);
    if (said !== undefined) return { ...said, personDelayMs: delayMs };
    const personFault = evidence.kind === 'unavailable' ? toSimulatedFault(evidence.reason) : noFault;
    return { status: 500, body: null, personDelayMs: delayMs, personFault };
  }

  return {
    reply,
    reset() {
      admission.reset();
      orders.reset();
    },
    close: orders.endCalls,
  };
}

export function newCounters() {
  const billed = Object.fromEntries(callOutcomes.map((outcome) => [outcome, 0])) as Record<CallOutcome, number>;
  return { calls: 0, billed, unauthorized: 0, tokens: 0, polls: 0, callbacks: 0, byNumber: new Map<string, number>() };
}
