// What a simulated party is: who may ask it, how a question reads on its wire, and how its answer does.
// One file per wire shape in `parties/`; none of them knows about sockets, faults or latency.

import type { IncomingHttpHeaders } from 'node:http';
import type { Company } from '../domain/company/company.ts';
import type { Evidence, SourceName } from '../domain/person/evidence.ts';

export interface PartyRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PartyAnswer {
  readonly status: number;
  /** Written as JSON. */
  readonly body: unknown;
}

/** Who may ask. The secrets are the same for every simulator: it guards nothing. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'oauth';
      readonly tokenPath: string;
      readonly toTokenAnswer: (token: string, expiresInSeconds: number) => PartyAnswer;
    };

interface PartyBase {
  readonly name: string;
  readonly title: string;
  readonly access: Access;
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
  readonly plays: SourceName;
  /** Undefined where this wire has no words for such evidence: then the fault of the same meaning is shown instead. */
  toAnswer(cpf: string, evidence: Evidence, request: PartyRequest): PartyAnswer | undefined;
}

export interface CompanyParty extends PartyBase {
  readonly about: 'company';
  toAnswer(cnpj: string, company: Company | undefined): PartyAnswer;
}

export type Party = PersonParty | CompanyParty;

export const clientId = 'simulator';
export const clientSecret = 'not-a-secret';
export const staticToken = 'simulator-token';
