// What every route of the console is given, and how one is added: by its name in the contract's table, behind the gate that the table says.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundSession } from '../../app/operators/ports.ts';
import type { Sessions } from '../../app/operators/sessions.ts';
import type { Clock, Counters } from '../../app/ports.ts';
import type { VerifyCnpj } from '../../app/verify/verify-cnpj.ts';
import type { VerifyCpf } from '../../app/verify/verify-cpf.ts';
import type { ConsoleAnswer, ConsoleBody, ConsoleRouteName, SandboxCompany, SandboxPerson } from './contract.ts';
import type { ConsolePages } from './pages.ts';

export interface ConsoleOptions {
  readonly version: string;
  readonly hasLiveSources: boolean;
  readonly baseWithoutScore: number;
  readonly purposes: readonly string[];
  readonly hasOperators: () => Promise<boolean>;
  readonly sessions: Sessions;
  readonly pages: ConsolePages;
  readonly sandbox: () => { readonly people: readonly SandboxPerson[]; readonly companies: readonly SandboxCompany[] };
  /** Questions to the sandbox by those who are not signed in, by client network. */
  readonly strangers: Counters;
  readonly verifyCpf: VerifyCpf;
  readonly verifyCnpj: VerifyCnpj;
  readonly clock: Clock;
}

export interface ConsoleCall<Name extends ConsoleRouteName> {
  readonly body: ConsoleBody<Name>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Undefined only where the route is for anyone and nobody is signed in. */
  readonly signedIn: FoundSession | undefined;
}

/** Adds one route of the contract's table, behind the gate that the table says. */
export type AddConsoleRoute = <Name extends ConsoleRouteName>(
  name: Name,
  handle: (call: ConsoleCall<Name>) => Promise<ConsoleAnswer<Name>>,
) => void;
