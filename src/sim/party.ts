// What a simulated party is: who may ask it, how a question reads on its wire, and how its answer does.
// One file per wire shape in `parties/`; none of them knows about sockets, faults or latency.

import type { IncomingHttpHeaders } from 'node:http';
import type { Company } from '../domain/company/company.ts';
import type { ContractSource } from '../domain/person/contract-sources.ts';
import type { Evidence } from '../domain/person/evidence.ts';
import type { CallOutcome } from '../domain/prices/call-outcome.ts';
import type { WireFormat } from './formats/wire-format.ts';

export interface PartyRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PartyAnswer {
  readonly status: number;
  /** Written in the format of the party. */
  readonly body: unknown;
  /** As the party bills it; left out of an answer about the person. */
  readonly outcome?: CallOutcome;
}

/** The wire of a party that takes a question and has its answer later. */
export interface LaterWire {
  /** The id in a request that fetches an answer; undefined in any other. */
  findId(request: PartyRequest): string | undefined;
  /** What the party says when it takes a question. */
  toTaken(id: string): PartyAnswer;
  toPending(id: string): PartyAnswer;
  /** What it sends to whoever wants to be told that the answer is there; not there where it tells nobody. */
  readonly toCallback?: (id: string) => PartyCallback;
}

export interface PartyCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Who may ask. The secrets are the same for every simulator: it guards nothing. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  /** The credentials stand in the body or in the address. */
  | { readonly kind: 'request'; readonly admits: (request: PartyRequest) => boolean }
  | {
      readonly kind: 'oauth';
      readonly tokenPath: string;
      readonly toTokenAnswer: ToTokenAnswer;
    }
  /** A token for an assertion that the key of the simulator signed (RS256), and a header beside it. */
  | {
      readonly kind: 'assertion';
      readonly tokenPath: string;
      readonly issuer: string;
      readonly audience: string;
      readonly header: { readonly name: string; readonly value: string };
      readonly toTokenAnswer: ToTokenAnswer;
    }
  /** Every request is signed with the secret. */
  | { readonly kind: 'hmac' };

type ToTokenAnswer = (token: string, expiresInSeconds: number) => PartyAnswer;

interface PartyBase {
  readonly name: string;
  readonly title: string;
  readonly access: Access;
  /** How it writes. Default: JSON. */
  readonly format?: WireFormat;
  /** What this party says to someone who may not ask. */
  readonly unauthorized: PartyAnswer;
  /** The number that a request asks about; undefined where the address or the number is none of this party's. */
  findSubject(request: PartyRequest): string | undefined;
  /** What this party says where `findSubject` finds nothing. */
  readonly notUnderstood: PartyAnswer;
}

export interface PersonParty extends PartyBase {
  readonly about: 'person';
  /** Which of the three sources it plays unless told otherwise. */
  readonly plays: ContractSource;
  /** Undefined where this wire has no words for such evidence: then the fault of the same meaning is shown instead. */
  toAnswer(cpf: string, evidence: Evidence, request: PartyRequest): PartyAnswer | undefined;
  /** Not there where it answers at once. */
  readonly later?: LaterWire;
}

export interface CompanyParty extends PartyBase {
  readonly about: 'company';
  toAnswer(cnpj: string, company: Company | undefined): PartyAnswer;
}

export type Party = PersonParty | CompanyParty;

export const clientId = 'simulator';
export const clientSecret = 'not-a-secret';
export const staticToken = 'simulator-token';
/** By which a party that calls back proves who it is. */
export const callbackToken = 'simulator-callback-token';
/** For parties whose strings have room for eight characters. */
export const shortId = '20260001';
export const shortSecret = 'nosecret';
