// One simulated party on a port of its own: admits, counts, waits, then answers honestly or as its fault says.
// A number that was asked about is kept only as a keyed hash; nothing personal reaches `onCall`.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../app/ports.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import type { Cpf } from '../domain/numbers/cpf.ts';
import type { SourceName } from '../domain/person/evidence.ts';
import { companyFor } from '../sandbox/companies.ts';
import { personFor } from '../sandbox/people.ts';
import { type Fault, noFault, toFault } from './faults.ts';
import { type Random, sampleLatencyMs } from './latency.ts';
import { misbehave } from './misbehave.ts';
import { clientId, clientSecret, type Party, type PartyAnswer, type PartyRequest } from './party.ts';
import { defaultSettings, type PartySettings } from './party-settings.ts';
import { listen, readText, sendJson, stop } from './wire.ts';

export interface PartyState {
  readonly url: string;
  readonly settings: PartySettings;
  /** Questions that were admitted. */
  readonly calls: number;
  readonly unauthorized: number;
  readonly tokens: number;
  /** Admitted questions by the keyed hash of their number. */
  readonly callsByNumber: Readonly<Record<string, number>>;
}

export interface SimulatedCall {
  readonly party: string;
  readonly what: 'question' | 'token';
  readonly status: number;
  readonly fault: Fault['kind'];
  readonly delayMs: number;
}

interface PartyServerOptions {
  readonly host: string;
  readonly port: number;
  readonly plays: SourceName;
  readonly clock: Clock;
  readonly random: Random;
  readonly trapUrl: string;
  readonly hashNumber: (number: string) => string;
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
  readonly what: 'question' | 'token';
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
  let tokens = new Map<string, number>();
  const requestsBySocket = new WeakMap<Socket, number>();

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    requestsBySocket.set(request.socket, (requestsBySocket.get(request.socket) ?? 0) + 1);
    // A caller that hangs up is what half of the faults provoke.
    response.on('error', () => {});
    readRequest(request).then(
      (read) => deliver(reply(read), request, response),
      () => request.socket.destroy(),
    );
  });
  const port = await listen(server, options.host, options.port);

  function reply(request: PartyRequest): Reply {
    const { access } = party;
    if (access.kind === 'oauth' && request.path === access.tokenPath) {
      counters.tokens++;
      if (!hasCredentials(request)) return { what: 'token', ...party.unauthorized };
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, clock.monotonicMs() + settings.tokenSeconds * 1000);
      return { what: 'token', ...access.toTokenAnswer(token, settings.tokenSeconds) };
    }
    if (!isAdmitted(request)) {
      counters.unauthorized++;
      return { what: 'question', ...party.unauthorized };
    }
    counters.calls++;
    const subject = party.findSubject(request);
    if (subject === undefined) return { what: 'question', ...party.notUnderstood };
    const hash = options.hashNumber(subject);
    counters.byNumber.set(hash, (counters.byNumber.get(hash) ?? 0) + 1);
    return { what: 'question', subject, ...answer(subject, request) };
  }

  function answer(subject: string, request: PartyRequest): PartyAnswer & Partial<Reply> {
    if (party.about === 'company') return party.toAnswer(subject, companyFor(subject as Cnpj, today(clock)));
    const { evidence, delayMs } = personFor(subject as Cpf).answers[settings.plays];
    const said = party.toAnswer(subject, evidence, request);
    if (said !== undefined) return { ...said, personDelayMs: delayMs };
    const personFault = evidence.kind === 'unavailable' ? toFault(evidence.reason) : noFault;
    return { status: 500, body: null, personDelayMs: delayMs, personFault };
  }

  function isAdmitted({ headers }: PartyRequest): boolean {
    const { access } = party;
    if (access.kind === 'open') return true;
    if (access.kind === 'header') return headers[access.name] === access.value;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return (tokens.get(token) ?? Number.NEGATIVE_INFINITY) > clock.monotonicMs();
  }

  function deliver(said: Reply, request: IncomingMessage, response: ServerResponse): void {
    const elapsedMs = clock.monotonicMs() - settingsSinceMs;
    const hit = settings.fault.kind !== 'none' && isHit(said.what) && random() < settings.share;
    const fault = hit ? settings.fault : (said.personFault ?? noFault);
    const usualMs = said.what === 'token' ? 0 : sampleLatencyMs(settings.latency, { random, elapsedMs });
    const delayMs = usualMs + (said.personDelayMs ?? 0) + (fault.kind === 'slow' ? fault.ms : 0);
    const send = (): void => {
      options.onCall({ party: party.name, what: said.what, status: said.status, fault: fault.kind, delayMs });
      const honest = { status: said.status, text: JSON.stringify(said.body) };
      const exchange = {
        response,
        socket: request.socket,
        honest,
        subject: said.subject,
        requestsOnSocket: requestsBySocket.get(request.socket) ?? 1,
        elapsedMs,
        trapUrl: options.trapUrl,
        random,
      };
      if (!misbehave(fault, exchange)) sendJson(response, honest.status, honest.text);
    };
    if (delayMs <= 0) {
      send();
      return;
    }
    const timer = setTimeout(send, delayMs);
    response.once('close', () => clearTimeout(timer));
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
      tokens = new Map();
      return apply(defaultSettings(options.plays));
    },
    state: () => ({
      url: `http://${options.host}:${port}`,
      settings,
      calls: counters.calls,
      unauthorized: counters.unauthorized,
      tokens: counters.tokens,
      callsByNumber: Object.fromEntries(counters.byNumber),
    }),
    callsFor: (hash) => counters.byNumber.get(hash) ?? 0,
    close: () => (server.listening ? stop(server) : Promise.resolve()),
  };
}

function newCounters() {
  return { calls: 0, unauthorized: 0, tokens: 0, byNumber: new Map<string, number>() };
}

function hasCredentials({ headers }: PartyRequest): boolean {
  return headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
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
