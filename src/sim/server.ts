// The simulator: every party on a port of its own, and a control port that switches latency and faults and counts calls.
// For tests, benchmarks and demos only. It binds to this machine alone and writes no personal data anywhere.

import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Clock } from '../app/clock.ts';
import type { ContractSource } from '../domain/person/contract-sources.ts';
import { OperatorError } from '../errors.ts';
import { json } from './formats/json.ts';
import { createRandom } from './latency.ts';
import { boaVistaAcerta } from './parties/boa-vista-acerta.ts';
import { boaVistaCsr60 } from './parties/boa-vista-csr60.ts';
import { idwall } from './parties/idwall.ts';
import { income, signedIncome } from './parties/income.ts';
import { brasilApi, minhaReceita } from './parties/open-company.ts';
import { pixDict } from './parties/pix-dict.ts';
import { quod } from './parties/quod.ts';
import { serasa } from './parties/serasa.ts';
import { serasaCrednet } from './parties/serasa-crednet.ts';
import { serproCnpj } from './parties/serpro-cnpj.ts';
import { serproCpf } from './parties/serpro-cpf.ts';
import { spcBrasilRest, spcBrasilSoap } from './parties/spc-brasil.ts';
import { unico } from './parties/unico.ts';
import type { Party } from './party.ts';
import { type PartyServer, type PartyState, type SimulatedCall, startPartyServer } from './party-server.ts';
import { type PartySettings, parseSettings } from './party-settings.ts';
import { listen, readRequestText, sendInFormat, stop } from './wire.ts';

/** The order decides the ports: the control port is the first, then one per party, whichever of them run. */
export const parties: readonly Party[] = [
  serproCpf,
  serasa,
  quod,
  pixDict,
  serproCnpj,
  brasilApi,
  minhaReceita,
  income,
  idwall,
  spcBrasilSoap,
  spcBrasilRest,
  boaVistaAcerta,
  unico,
  signedIncome,
  boaVistaCsr60,
  serasaCrednet,
];

export interface SimulatorOptions {
  readonly clock: Clock;
  /** 0 takes any free ports. */
  readonly port: number;
  /**
   * Names or beginnings of names: `serpro` is both of Serpro's products. Two bureaus play bureau_a and bureau_b in the order
   * in which they are named. All parties where it is left out.
   */
  readonly profiles?: readonly string[];
  readonly seed?: string;
  readonly onCall?: (call: SimulatedCall) => void;
}

export interface SimulatorState {
  /** Key of the hashes in `callsByNumber` (HMAC-SHA-256, hexadecimal); a new one in every simulator. */
  readonly hashKey: string;
  /** Requests that followed a redirect. */
  readonly trapped: number;
  readonly parties: Readonly<Record<string, PartyState>>;
}

export interface Simulator {
  readonly controlUrl: string;
  urlOf(party: string): string;
  set(party: string, changes: Partial<PartySettings>): Promise<void>;
  /** All parties as at the start. */
  reset(): Promise<void>;
  state(): SimulatorState;
  /** The private key (PEM) that signs assertions; a new one in every simulator, made when it is first needed. */
  assertionKey(): string;
  /** Counts the calls that asked one party about one number. */
  callsFor(party: string, number: string): number;
  close(): Promise<void>;
}

const host = '127.0.0.1';

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const chosen = chooseParties(options.profiles);
  const hashKey = randomBytes(16).toString('hex');
  const hashNumber = (number: string): string => createHmac('sha256', hashKey).update(number).digest('hex');
  const servers = new Map<string, PartyServer>();
  let trapped = 0;
  let key: KeyObject | undefined;
  const getKey = (): KeyObject => {
    key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    return key;
  };
  const assertionKey = (): string => String(getKey().export({ type: 'pkcs8', format: 'pem' }));

  const control = createServer((request, response) => {
    handleControl(request).then(
      ({ status, body }) => sendInFormat(response, status, json, `${JSON.stringify(body, null, 2)}\n`),
      () => response.destroy(),
    );
  });
  const controlUrl = `http://${host}:${await listen(control, host, options.port)}`;

  const close = async (): Promise<void> => {
    await Promise.all([stop(control), ...[...servers.values()].map((server) => server.close())]);
  };
  try {
    for (const { party, plays } of chosen) {
      const server = await startPartyServer(party, {
        plays,
        host,
        port: options.port === 0 ? 0 : options.port + 1 + parties.indexOf(party),
        clock: options.clock,
        random: createRandom(`${options.seed ?? 'confere'} ${party.name}`),
        trapUrl: `${controlUrl}/_sim/trap`,
        hashNumber,
        publicKey: () => createPublicKey(getKey()),
        onCall: options.onCall ?? (() => {}),
      });
      servers.set(party.name, server);
    }
  } catch (error) {
    // A port that is taken must not leave the others open: the process would never end.
    await close();
    throw error;
  }

  function getServer(name: string): PartyServer {
    const server = servers.get(name);
    if (server === undefined) throw new OperatorError(`The simulator runs no party called ${name}.`);
    return server;
  }

  function state(): SimulatorState {
    const states = [...servers].map(([name, server]) => [name, server.state()] as const);
    return { hashKey, trapped, parties: Object.fromEntries(states) };
  }

  async function reset(): Promise<void> {
    trapped = 0;
    for (const server of servers.values()) await server.reset();
  }

  async function handleControl(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const [, root, name, ...rest] = (request.url ?? '').split('/');
    if (root !== '_sim' || rest.length > 0) return { status: 404, body: { error: 'The control address is /_sim.' } };
    if (name === 'trap') {
      trapped++;
      return { status: 200, body: {} };
    }
    if (name === 'assertion-key') return { status: 200, body: { pem: assertionKey() } };
    if (name === undefined && request.method === 'GET') return { status: 200, body: state() };
    if (name === undefined && request.method === 'DELETE') {
      await reset();
      return { status: 200, body: state() };
    }
    const server = servers.get(name ?? '');
    if (server === undefined) return { status: 404, body: { error: `Parties: ${[...servers.keys()].join(', ')}.` } };
    if (request.method === 'GET') return { status: 200, body: server.state() };
    if (request.method !== 'PUT') return { status: 405, body: { error: 'GET or PUT.' } };
    const changes = parseSettings(await readRequestText(request));
    if (changes.kind === 'invalid') return { status: 400, body: { error: changes.fault } };
    await server.set(changes.value);
    return { status: 200, body: server.state() };
  }

  return {
    controlUrl,
    urlOf: (name) => getServer(name).state().url,
    set: (name, changes) => getServer(name).set(changes),
    reset,
    state,
    assertionKey,
    callsFor: (name, number) => getServer(name).callsFor(hashNumber(number)),
    close,
  };
}

interface Chosen {
  readonly party: Party;
  readonly plays: ContractSource;
}

function chooseParties(profiles: readonly string[] | undefined): readonly Chosen[] {
  const byDefault = (party: Party): Chosen => ({ party, plays: party.about === 'person' ? party.plays : 'bureau_a' });
  if (profiles === undefined) return parties.map(byDefault);
  const chosen = new Set(profiles.flatMap(findParties));
  const bureaus = [...chosen].filter(
    (party) =>
      party.about === 'person' && party.plays !== 'fraud_registry' && party !== income && party !== signedIncome,
  );
  return [...chosen].map((party) => {
    const position = bureaus.length === 2 ? bureaus.indexOf(party) : -1;
    return position < 0 ? byDefault(party) : { party, plays: position === 0 ? 'bureau_a' : 'bureau_b' };
  });
}

function findParties(profile: string): readonly Party[] {
  // A whole name means that party alone: `serasa` is not `serasa-crednet`.
  const named = parties.filter(({ name }) => name === profile);
  const found = named.length > 0 ? named : parties.filter(({ name }) => name.startsWith(`${profile}-`));
  if (found.length > 0) return found;
  const known = parties.map(({ name }) => name).join(', ');
  throw new OperatorError(`There is no simulated party "${profile}". Choose among ${known}.`);
}
