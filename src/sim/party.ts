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
  /** `body` is written in the format of the party. */
  readonly body: unknown;
  /** The party bills the call by this outcome. An answer about the person omits it. */
  readonly outcome?: CallOutcome;
}

/** The wire of a party that takes a question and has its answer later. */
export interface LaterWire {
  /** The id in a request that fetches an answer; undefined in any other. */
  findId(request: PartyRequest): string | undefined;
  /** Returns the party's reply when it accepts a question. */
  toTaken(id: string): PartyAnswer;
  toPending(id: string): PartyAnswer;
  /** Returns the callback that the party sends once the answer is there. A party that sends no callbacks omits it. */
  readonly toCallback?: (id: string) => PartyCallback;
}

export interface PartyCallback {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An `Access` states who may ask. The secrets are the same for every simulator, because it protects nothing. */
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
  /** `format` is the format in which the party writes. The default is JSON. */
  readonly format?: WireFormat;
  /** The party gives this answer to a caller that may not ask. */
  readonly unauthorized: PartyAnswer;
  /** The number that a request asks about; undefined where the address or the number is none of this party's. */
  findSubject(request: PartyRequest): string | undefined;
  /** The party gives this answer if `findSubject` finds nothing. */
  readonly notUnderstood: PartyAnswer;
}

export interface PersonParty extends PartyBase {
  readonly about: 'person';
  /** `plays` names the one of the three sources that the party plays by default. */
  readonly plays: ContractSource;
  /** Returns undefined if this wire cannot express such evidence. The party then shows the fault of the same meaning instead. */
  toAnswer(cpf: string, evidence: Evidence, request: PartyRequest): PartyAnswer | undefined;
  /** `later` is absent if the party answers at once. */
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
/** A party that calls back proves its identity by this token. */
export const callbackToken = 'simulator-callback-token';
/** A party whose strings have room for eight characters uses these values. */
export const shortId = '20260001';
export const shortSecret = 'nosecret';
