// One simulated party on a port of its own: admits, counts, waits, then answers honestly or as its fault says.
// A number that was asked about is kept only as a keyed hash; nothing personal reaches `onCall`.

import { type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../app/clock.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import type { Cpf } from '../domain/numbers/cpf.ts';
import type { ContractSource } from '../domain/person/contract-sources.ts';
import { type CallOutcome, callOutcomes } from '../domain/prices/call-outcome.ts';
import { companyFor } from '../sandbox/companies.ts';
import { personFor } from '../sandbox/people.ts';
import { createAdmission } from './access.ts';
import { type Fault, noFault, toBilledOutcome, toFault } from './faults.ts';
import { json } from './formats/json.ts';
import { type Random, sampleLatencyMs } from './latency.ts';
import { misbehave } from './misbehave.ts';
import type { LaterWire, Party, PartyAnswer, PartyRequest } from './party.ts';
import { defaultSettings, type PartySettings } from './party-settings.ts';
import { listen, post, readText, send, stop } from './wire.ts';

export interface PartyState {
  readonly url: string;
  readonly settings: PartySettings;
  /** Questions that were admitted. */
  readonly calls: number;
  /** The same questions, as this party would bill them. */
  readonly billed: Readonly<Record<CallOutcome, number>>;
  readonly unauthorized: number;
  readonly tokens: number;
  /** Requests for an answer that comes later, which nobody bills. */
  readonly polls: number;
  /** Callbacks that were taken. */
  readonly callbacks: number;
  /** Admitted questions by the keyed hash of their number. */
  readonly callsByNumber: Readonly<Record<string, number>>;
}

type What = 'question' | 'token' | 'poll';

export interface SimulatedCall {
  readonly party: string;
  readonly what: What;
  readonly status: number;
  readonly fault: Fault['kind'];
  readonly delayMs: number;
}

interface PartyServerOptions {
  readonly host: string;
  readonly port: number;
  readonly plays: ContractSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly trapUrl: string;
  readonly hashNumber: (number: string) => string;
  /** Of the key that signs assertions. */
  readonly publicKey: () => KeyObject;
  readonly onCall: (call: SimulatedCall) => void;
}

export interface PartyServer {
  readonly party: Party;
  set(changes: Partial<PartySettings>): Promise<void>;
  /** Everything as at the start: settings, counters, tokens. */
  reset(): Promise<void>;
  state(): PartyState;
  /** Admitted questions about the number with this keyed hash. */
  callsFor(hash: string): number;
  close(): Promise<void>;
}

/** An answer with what decides how it is delivered. */
interface Reply extends PartyAnswer {
  readonly what: What;
  /** Whoever is not let in is not billed. */
  readonly isAdmitted?: boolean;
  readonly subject?: string;
  readonly personDelayMs?: number;
  /** The fault of the simulated person, which any fault of the party outranks. */
  readonly personFault?: Fault;
}

export async function startPartyServer(party: Party, options: PartyServerOptions): Promise<PartyServer> {
  const { clock, random } = options;
  let settings = defaultSettings(options.plays);
  let settingsSinceMs = clock.monotonicMs();
  let counters = newCounters();
  const admission = createAdmission(party.access, options);
  let taken = new Map<string, { readonly subject: string; readonly atMs: number }>();
  const calling = new Set<NodeJS.Timeout>();
  const requestsBySocket = new WeakMap<Socket, number>();

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    requestsBySocket.set(request.socket, (requestsBySocket.get(request.socket) ?? 0) + 1);
    // A caller that hangs up is what half of the faults provoke.
    response.on('error', () => {});
    readRequest(request)
      .then(reply)
      .then(
        (said) => deliver(said, request, response),
        () => request.socket.destroy(),
      );
  });
  const port = await listen(server, options.host, options.port);

  async function reply(request: PartyRequest): Promise<Reply> {
    const { access } = party;
    if ('tokenPath' in access && request.path === access.tokenPath) {
      counters.tokens++;
      const token = await admission.giveToken(request, settings.tokenSeconds);
      const said = token === undefined ? party.unauthorized : access.toTokenAnswer(token, settings.tokenSeconds);
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
    const said = later === undefined ? answer(subject, request) : take(later, subject);
    return { what: 'question', isAdmitted: true, subject, ...said };
  }

  function take(later: LaterWire, subject: string): PartyAnswer {
    const id = randomBytes(9).toString('hex');
    taken.set(id, { subject, atMs: clock.monotonicMs() });
    callBack(later, id);
    return later.toTaken(id);
  }

  /** Once, without another try: whoever relies on a callback alone is to notice. */
  function callBack({ toCallback }: LaterWire, id: string): void {
    const { callbackUrl, laterMs } = settings;
    if (toCallback === undefined || callbackUrl === '') return;
    const { headers, body } = toCallback(id);
    const timer = setTimeout(() => {
      calling.delete(timer);
      void post(callbackUrl, headers, body).then(
        (status) => {
          if (status < 300) counters.callbacks++;
        },
        () => {},
      );
    }, laterMs);
    calling.add(timer);
  }

  function endCalls(): void {
    for (const timer of calling) clearTimeout(timer);
    calling.clear();
  }

  /** By an id that nobody was given there is nothing. */
  function look(later: LaterWire, id: string, request: PartyRequest): Reply {
    counters.polls++;
    const question = taken.get(id);
    if (question === undefined) return { what: 'poll', ...party.notUnderstood };
    const { subject, atMs } = question;
    const isReady = clock.monotonicMs() - atMs >= settings.laterMs;
    return { what: 'poll', subject, ...(isReady ? answer(subject, request) : later.toPending(id)) };
  }

  function answer(subject: string, request: PartyRequest): PartyAnswer & Partial<Reply> {
    if (party.about === 'company') return party.toAnswer(subject, companyFor(subject as Cnpj, today(clock)));
    const { evidence, delayMs } = personFor(subject as Cpf).answers[settings.plays];
    const said = party.toAnswer(subject, evidence, request);
    if (said !== undefined) return { ...said, personDelayMs: delayMs };
    const personFault = evidence.kind === 'unavailable' ? toFault(evidence.reason) : noFault;
    return { status: 500, body: null, personDelayMs: delayMs, personFault };
  }

  function deliver(said: Reply, request: IncomingMessage, response: ServerResponse): void {
    const elapsedMs = clock.monotonicMs() - settingsSinceMs;
    const hit = settings.fault.kind !== 'none' && isHit(said.what) && random() < settings.share;
    const fault = hit ? settings.fault : (said.personFault ?? noFault);
    const usualMs = said.what === 'token' ? 0 : sampleLatencyMs(settings.latency, { random, elapsedMs });
    const delayMs = usualMs + (said.personDelayMs ?? 0) + (fault.kind === 'slow' ? fault.ms : 0);
    const { format = json } = party;
    const answerNow = (): void => {
      options.onCall({ party: party.name, what: said.what, status: said.status, fault: fault.kind, delayMs });
      const honest = { status: said.status, body: said.body, text: format.write(said.body) };
      const exchange = {
        response,
        socket: request.socket,
        honest,
        format,
        subject: said.subject,
        requestsOnSocket: requestsBySocket.get(request.socket) ?? 1,
        elapsedMs,
        trapUrl: options.trapUrl,
        random,
      };
      const isSpoiled = misbehave(fault, exchange);
      bill(said, isSpoiled ? toBilledOutcome(fault) : (said.outcome ?? 'answered'));
      if (!isSpoiled) send(response, honest.status, format, honest.text);
    };
    if (delayMs <= 0) {
      answerNow();
      return;
    }
    const hangUp = (): void => {
      clearTimeout(timer);
      bill(said, 'timeout');
    };
    const timer = setTimeout(() => {
      response.off('close', hangUp);
      answerNow();
    }, delayMs);
    response.once('close', hangUp);
  }

  function bill({ isAdmitted = false }: Reply, outcome: CallOutcome): void {
    if (isAdmitted) counters.billed[outcome]++;
  }

  function isHit(what: Reply['what']): boolean {
    return settings.hits === 'all' || settings.hits === `${what}s`;
  }

  /** Closes or opens the port where the fault says so. */
  async function apply(next: PartySettings): Promise<void> {
    settings = next;
    settingsSinceMs = clock.monotonicMs();
    if (next.fault.kind === 'refused' && server.listening) await stop(server);
    if (next.fault.kind !== 'refused' && !server.listening) await listen(server, options.host, port);
  }

  return {
    party,
    set: (changes) => apply({ ...settings, ...changes }),
    reset() {
      counters = newCounters();
      admission.reset();
      endCalls();
      taken = new Map();
      return apply(defaultSettings(options.plays));
    },
    state: () => ({
      url: `http://${options.host}:${port}`,
      settings,
      calls: counters.calls,
      billed: { ...counters.billed },
      unauthorized: counters.unauthorized,
      tokens: counters.tokens,
      polls: counters.polls,
      callbacks: counters.callbacks,
      callsByNumber: Object.fromEntries(counters.byNumber),
    }),
    callsFor: (hash) => counters.byNumber.get(hash) ?? 0,
    close() {
      endCalls();
      return server.listening ? stop(server) : Promise.resolve();
    },
  };
}

function newCounters() {
  const billed = Object.fromEntries(callOutcomes.map((outcome) => [outcome, 0])) as Record<CallOutcome, number>;
  return { calls: 0, billed, unauthorized: 0, tokens: 0, polls: 0, callbacks: 0, byNumber: new Map<string, number>() };
}

function today(clock: Clock): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.trunc(clock.nowMs()))
    .toZonedDateTimeISO('America/Sao_Paulo')
    .toPlainDate()
    .toString();
}

async function readRequest(request: IncomingMessage): Promise<PartyRequest> {
  const { method = 'GET', url = '/', headers } = request;
  const queryAt = url.indexOf('?');
  return {
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt)),
    headers,
    body: method === 'GET' ? '' : await readText(request),
  };
}
