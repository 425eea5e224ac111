// The console's own routes, typed from end to end: the server answers by this table and the pages in `console/` call by it, which
// import nothing else of the server but the types in `openapi.json` and the domain's check digits. Not part of the public contract.
//
// A question is always the body of a POST, never a part of the address: addresses are kept in histories and logs.

import type { Role } from '../../domain/operator.ts';
import type { CnpjResponse, CpfResponse } from '../contract.ts';
import { type BodyOf, oneOf, optional, text } from './body.ts';

/** By the name of the route: what it takes, and who may call it. `anyone` needs no session. */
export const consoleForms = {
  'GET state': { role: 'anyone', body: {} },
  'POST sign-in': { role: 'anyone', body: { name: text(64, 1), password: text(256, 1), code: text(16) } },
  'POST sign-out': { role: 'viewer', body: {} },
  'GET sessions': { role: 'viewer', body: {} },
  'POST end-session': { role: 'viewer', body: { id: text(64, 1) } },
  'GET sandbox': { role: 'anyone', body: {} },
  'POST verify-cpf': {
    role: 'anyone',
    body: {
      with: oneOf(['sandbox', 'live']),
      purpose: optional(text(64)),
      cpf: text(14, 1),
      name: optional(text(400)),
      birth_date: optional(text(10)),
    },
  },
  'POST verify-cnpj': {
    role: 'anyone',
    body: {
      with: oneOf(['sandbox', 'live']),
      purpose: optional(text(64)),
      cnpj: text(18, 1),
      company_name: optional(text(400)),
    },
  },
} as const satisfies Record<string, { readonly role: Role | 'anyone'; readonly body: object }>;

interface ConsoleAnswers {
  'GET state': ConsoleState;
  'POST sign-in': ConsoleState;
  'POST sign-out': ConsoleState;
  'GET sessions': { readonly sessions: readonly SessionView[] };
  'POST end-session': { readonly ended: boolean };
  'GET sandbox': { readonly people: readonly SandboxPerson[]; readonly companies: readonly SandboxCompany[] };
  'POST verify-cpf': CpfResponse;
  'POST verify-cnpj': CnpjResponse;
}

export type ConsoleRouteName = keyof typeof consoleForms;
export type ConsoleBody<Name extends ConsoleRouteName> = BodyOf<(typeof consoleForms)[Name]['body']>;
export type ConsoleAnswer<Name extends ConsoleRouteName> = ConsoleAnswers[Name];

/** Where the page learns who it is and where it is; the first thing that it asks for. */
export interface ConsoleState {
  readonly version: string;
  /** Whether live keys and operators can ask about people. */
  readonly has_live_sources: boolean;
  /** Where a score starts that bureau B computed none for. */
  readonly base_without_score: number;
  /** What a verification may say that it is for. */
  readonly purposes: readonly string[];
  /** Whether there is an operator at all; without one, the page says how to make the first. */
  readonly has_operators: boolean;
  readonly operator: SignedInOperator | null;
}

export interface SignedInOperator {
  readonly name: string;
  readonly role: Role;
  readonly session_id: string;
  /** Shown with every act, in the header `Confere-Csrf`. */
  readonly csrf: string;
}

export interface SessionView {
  readonly id: string;
  readonly operator: string;
  readonly role: Role;
  readonly begun_at: string;
  readonly last_seen_at: string;
  readonly network: string;
}

export interface SandboxPerson {
  readonly cpf: string;
  readonly label: string;
  readonly label_pt: string;
  readonly name: string | null;
  readonly birth_date: string | null;
}

export interface SandboxCompany {
  readonly cnpj: string;
  readonly label: string;
  readonly label_pt: string;
  readonly company_name: string | null;
}
