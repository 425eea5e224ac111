// A client of one service with one key. The key is in a closure and never in a property, an error or a log.

import {
  type CallOptions,
  createCaller,
  type MakeCall,
  type ScreenOptions,
  type Surroundings,
  type VerifyOptions,
} from './call/call.ts';
import { inLanguage } from './call/confere-error.ts';
import { findOrUndefined, readJson, toFlag, toLimits, toQuery } from './call/exchange.ts';
import type { Hooks } from './call/hooks.ts';
import type {
  CnpjExplanation,
  CnpjRequest,
  CnpjResponse,
  CompanyLookupLine,
  CompanyRecord,
  CpfExplanation,
  CpfRequest,
  CpfResponse,
  Establishment,
  Key,
  PendingResponse,
  RecordField,
  ScreenRequest,
  ScreenResponse,
  Usage,
} from './contract.ts';
import { type Batches, createBatches } from './operations/batches.ts';
import { type Clearances, createClearances } from './operations/clearances.ts';
import { type FieldsOptions, findCompany, listEstablishments, lookUpCompanies } from './operations/companies.ts';
import { createEvents, type Events } from './operations/events.ts';
import { screen, startCpf, verify } from './operations/questions.ts';
import { type AnswerTo, createVerifyMany, type ManyOptions, type Row } from './operations/verify-many.ts';
import { createWaitForBatch, type WaitForBatch } from './operations/wait-for-batch.ts';
import { createWatches, type Watches } from './operations/watches.ts';

export interface ClientOptions {
  /** `url` is the address of the service, such as `https://confere.example`. A path in front of `/v1` may be part of it. */
  readonly url: string;
  /** `cfr_live_…` or `cfr_test_…`. Undefined is refused with a sentence: an environment variable that is not set. */
  readonly key: string | undefined;
  /** `deadlineMs` limits a whole call, including its tries and waits. The default is 30 seconds. */
  readonly deadlineMs?: number;
  /** Second tries of one call when the service is in trouble or out of reach; 4 unless told otherwise. */
  readonly retriesMax?: number;
  /** The language of errors for people. Codes never change. */
  readonly language?: 'en' | 'pt-BR';
  /** `fetch` replaces the platform's own function. */
  readonly fetch?: typeof fetch;
  /** The hooks receive every try, response and wait, so that you can log and measure them. */
  readonly hooks?: Hooks;
}

type Explained = VerifyOptions & { readonly explain: true };
export type ExplainedCpfResponse = CpfResponse & { explanation: CpfExplanation };
export type ExplainedCnpjResponse = CnpjResponse & { explanation: CnpjExplanation };

export type EarlierAnswer = CpfResponse | CnpjResponse | PendingResponse;

export interface ConfereClient {
  /** Throws `verification_pending` where the service answers later without being asked to: nothing is decided then. */
  verifyCpf(person: CpfRequest, options: Explained): Promise<ExplainedCpfResponse>;
  verifyCpf(person: CpfRequest, options?: VerifyOptions): Promise<CpfResponse>;
  verifyCnpj(company: CnpjRequest, options: Explained): Promise<ExplainedCnpjResponse>;
  verifyCnpj(company: CnpjRequest, options?: VerifyOptions): Promise<CnpjResponse>;
  /**
   * As `verifyCpf`, for sources that answer later: where one has no answer yet, its status is `pending`. Read the answer by
   * `findVerification`, after the event `verification.completed` or from time to time.
   */
  startCpf(person: CpfRequest, options?: VerifyOptions): Promise<CpfResponse | PendingResponse>;
  /**
   * Verifies one after the other, several at a time, and gives a row for each in the order of the inputs. What concerns one input
   * is that row's error; what would refuse every further one (a revoked key, a missing scope) ends the iteration.
   */
  verifyMany<Input extends CpfRequest | CnpjRequest>(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    options?: ManyOptions<Input>,
  ): AsyncGenerator<Row<Input>>;
  /**
   * An answer that this key had before, by its `request_id`; undefined where it is not kept any more, or another key asked for it.
   * While a source that answers later has no answer yet, its status is `pending`. Scope `read:verification`.
   */
  findVerification(requestId: string, options?: CallOptions): Promise<EarlierAnswer | undefined>;
  /**
   * Whether a person or a company is on a list that the operator has imported, and on which row. Only `clear` says that nothing in force was
   * found in lists that are current. Scope `screen`.
   */
  screen(asked: ScreenRequest, options?: ScreenOptions): Promise<ScreenResponse>;
  /**
   * What the lists said in an earlier answer to this key, by its `request_id`; undefined where it is not kept, or another key asked for it.
   * The answer may be that of a screening, a row of a batch, a hit of a watch, or a verification. Scope `read:verification`.
   */
  findScreening(
    requestId: string,
    options?: CallOptions & { readonly explain?: boolean },
  ): Promise<ScreenResponse | undefined>;
  /** The public record of a company, or some of its fields; undefined where the registry has none. Scope `read:company`. */
  findCompany(cnpj: string, options?: CallOptions): Promise<CompanyRecord | undefined>;
  findCompany<Field extends RecordField>(
    cnpj: string,
    options: CallOptions & { readonly fields: readonly Field[] },
  ): Promise<Pick<CompanyRecord, Field> | undefined>;
  /** Up to 1,000 numbers in one call; a line for each, in order. Scope `read:company`. */
  lookUpCompanies(
    cnpjs: readonly string[],
    options?: CallOptions & { readonly fields?: readonly RecordField[] },
  ): Promise<CompanyLookupLine[]>;
  /** All establishments of a company by its eight characters, page after page. Scope `read:company`. */
  listEstablishments(root: string, options?: CallOptions): AsyncGenerator<Establishment>;
  /** Tables that the service works off in the background. Scope `verify:batch`, besides those of the rows. */
  readonly batches: Batches;
  /** The batch once it is no longer running. */
  readonly waitForBatch: WaitForBatch;
  /** Reads the properties and permissions of this key. Every key may make this call. */
  readKey(options?: CallOptions): Promise<Key>;
  /**
   * What this key was used for in a month (`2026-11`; this one unless told otherwise), and what that cost where the operator gave prices.
   * Scope `read:usage`.
   */
  readUsage(options?: CallOptions & { readonly month?: string }): Promise<Usage>;
  /**
   * Companies that the service tells of when the registry says something else of them, and people when a list does. Scopes
   * `watch:company` and `watch:person`.
   */
  readonly watches: Watches;
  /** Hits of a screening that somebody has judged false. Scope `manage:clearances`. */
  readonly clearances: Clearances;
  /** `events` lists what happened to the key's batches and watches. The key needs the scope `verify:batch`, `watch:company` or `watch:person`. */
  readonly events: Events;
}

export function createClient(options: ClientOptions): ConfereClient {
  const { fetch: ownFetch } = options;
  return createClientIn(options, {
    // Called as a plain function: as a method of another object a browser's fetch refuses to work.
    fetch: (url, init) => (ownFetch ?? fetch)(url, init),
    monotonicMs: () => performance.now(),
    random: Math.random,
    setTimer: (run, afterMs) => setTimeout(run, afterMs),
    clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  });
}

export function createClientIn(options: ClientOptions, surroundings: Surroundings): ConfereClient {
  const { language = 'en' } = options;
  const callOnce = createCaller(
    {
      url: toBase(options.url),
      key: requireKey(options.key),
      deadlineMs: options.deadlineMs ?? 30_000,
      retriesMax: options.retriesMax ?? 4,
      headers: options.language === undefined ? {} : { 'accept-language': options.language },
      hooks: options.hooks ?? {},
    },
    surroundings,
  );
  const call: MakeCall = (wanted, read) => inLanguage(language, callOnce(wanted, read));
  const verifyCpf = (person: CpfRequest, chosen?: VerifyOptions) => verify<CpfResponse>(call, 'cpf', person, chosen);
  const verifyCnpj = (company: CnpjRequest, chosen?: VerifyOptions) =>
    verify<CnpjResponse>(call, 'cnpj', company, chosen);
  const batches = createBatches(call);
  const waitForBatch = createWaitForBatch(batches, surroundings);
  return {
    verifyCpf: verifyCpf as ConfereClient['verifyCpf'],
    startCpf: (person, chosen) => startCpf(call, person, chosen),
    verifyCnpj: verifyCnpj as ConfereClient['verifyCnpj'],
    verifyMany: createVerifyMany(
      <Input extends CpfRequest | CnpjRequest>(input: Input, chosen: VerifyOptions) =>
        ('cpf' in input ? verifyCpf(input, chosen) : verifyCnpj(input, chosen)) as Promise<AnswerTo<Input>>,
    ),
    screen: (asked, chosen) => screen(call, asked, chosen),
    findVerification: (requestId, chosen = {}) => {
      const path = `/v1/verifications/${encodeURIComponent(requestId)}`;
      const found = call({ ...toLimits(chosen), method: 'GET', path }, readJson<EarlierAnswer>);
      return findOrUndefined(found, 'verification_not_found');
    },
    findScreening: (requestId, { explain, ...chosen } = {}) => {
      const path = `/v1/screenings/${encodeURIComponent(requestId)}${toQuery({ explain: toFlag(explain) })}`;
      const found = call({ ...toLimits(chosen), method: 'GET', path }, readJson<ScreenResponse>);
      return findOrUndefined(found, 'screening_not_found');
    },
    readKey: (chosen = {}) => call({ ...toLimits(chosen), method: 'GET', path: '/v1/key' }, readJson<Key>),
    readUsage: ({ month, ...chosen } = {}) => {
      const path = `/v1/usage${toQuery({ month })}`;
      return call({ ...toLimits(chosen), method: 'GET', path }, readJson<Usage>);
    },
    findCompany: ((cnpj: string, chosen?: FieldsOptions) =>
      findCompany(call, cnpj, chosen)) as ConfereClient['findCompany'],
    lookUpCompanies: (cnpjs, chosen) => lookUpCompanies(call, cnpjs, chosen),
    listEstablishments: (root, chosen) => listEstablishments(call, root, chosen),
    batches,
    waitForBatch: (id, chosen) => inLanguage(language, waitForBatch(id, chosen)),
    clearances: createClearances(call),
    watches: createWatches(call),
    events: createEvents(call),
  };
}

function toBase(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search + url.hash === '';
  if (!isPlain) throw new TypeError('`url` must be the address of the service, such as https://confere.example');
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** Never says what the key was. */
function requireKey(text: string | undefined): string {
  if (text === undefined || text === '') {
    throw new TypeError(
      '`key` is missing: give the API key of the service. Is the environment variable set that holds it?',
    );
  }
  if (!/^[!-~]+$/.test(text)) throw new TypeError('`key` must be an API key of the service: cfr_live_… or cfr_test_…');
  return text;
}
