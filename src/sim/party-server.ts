// One simulated party on a port of its own: its replies go out late, or spoiled, as its settings say; and what it bills.
// A number that was asked about is kept only as a keyed hash; nothing personal reaches `onCall`.

import type { KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../app/clock.ts';
import type { ContractSource } from '../domain/person/contract-sources.ts';
import type { CallOutcome } from '../domain/prices/call-outcome.ts';
import { type Fault, noFault, toBilledOutcome } from './faults.ts';
import { json } from './formats/json.ts';
import { type Random, sampleLatencyMs } from './latency.ts';
import { misbehave } from './misbehave.ts';
import type { Party, PartyRequest } from './party.ts';
import { defaultSettings, type PartySettings } from './party-settings.ts';
import { createReplies, newCounters, type Reply, type What } from './replies.ts';
import { listen, readRequestText, sendInFormat, stop } from './wire.ts';

export interface PartyState {
  readonly url: string;
  readonly settings: PartySettings;
  /** Questions that were admitted. */
  readonly calls: number;
  /** The same questions, as this party would bill them. */
  readonly billed: Readonly<Record<CallOutcome, number>>;
  readonly unauthorized: number;
  readonly tokens: number;
  /** `polls` counts the requests for an answer that comes later. The party does not bill them. */
  readonly polls: number;
  /** Callbacks that were taken. */
  readonly callbacks: number;
  /** Admitted questions by the keyed hash of their number. */
  readonly callsByNumber: Readonly<Record<string, number>>;
}

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
  /** Returns the public half of the key that signs assertions. */
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

export async function startPartyServer(party: Party, options: PartyServerOptions): Promise<PartyServer> {
  const { clock, random } = options;
  let settings = defaultSettings(options.plays);
  let settingsSinceMs = clock.monotonicMs();
  const counters = newCounters();
  const replies = createReplies(party, { ...options, counters, readSettings: () => settings });
  const requestsBySocket = new WeakMap<Socket, number>();

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    requestsBySocket.set(request.socket, (requestsBySocket.get(request.socket) ?? 0) + 1);
    // A caller that hangs up is what half of the faults provoke.
    response.on('error', () => {});
    readRequest(request)
      .then(replies.reply)
      .then(
        (said) => deliver(said, request, response),
        () => request.socket.destroy(),
      );
  });
  const port = await listen(server, options.host, options.port);

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
      if (!isSpoiled) sendInFormat(response, honest.status, format, honest.text);
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

  function isHit(what: What): boolean {
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
      Object.assign(counters, newCounters());
      replies.reset();
      return apply(defaultSettings(options.plays));
    },
    state() {
      const { billed, byNumber, ...counts } = counters;
      const callsByNumber = Object.fromEntries(byNumber);
      return { url: `http://${options.host}:${port}`, settings, ...counts, billed: { ...billed }, callsByNumber };
    },
    callsFor: (hash) => counters.byNumber.get(hash) ?? 0,
    close() {
      replies.close();
      return server.listening ? stop(server) : Promise.resolve();
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<PartyRequest> {
  const { method = 'GET', url = '/', headers } = request;
  const queryAt = url.indexOf('?');
  return {
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt)),
    headers,
    body: method === 'GET' ? '' : await readRequestText(request),
  };
}
