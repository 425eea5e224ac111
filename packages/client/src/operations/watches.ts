// Watches: a list of companies or people, and what changed of them when the registry or a list of sanctions was switched.

import type { CallOptions, MakeCall } from '../call/call.ts';
import {
  createIdempotencyKey,
  findOrUndefined,
  readJson,
  readNothing,
  type TableFormat,
  toLimits,
  toQuery,
  toTable,
  type WrittenTable,
} from '../call/exchange.ts';
import type { LegalBasis, Watch, WatchChange, WatchChanges, WatchCreated, WatchHit, WatchPerson } from '../contract.ts';

/** CNPJs, or a table with a column of them as text or bytes. */
export type WatchBody = WrittenTable | Iterable<string>;

export interface WatchOptions extends CallOptions {
  /** `format` names the format of a table that is text or bytes. */
  readonly format?: TableFormat;
  /** The id of an endpoint that the operator has made for this key: it is told of changes. */
  readonly webhook?: string;
  /** One that you keep, to be sure of one watch also after a restart; a new one for every call unless told otherwise. */
  readonly idempotencyKey?: string;
}

export interface WatchCompaniesOptions extends WatchOptions {
  /** Tells whether the watch also looks for the companies in the lists. The key needs the scope `screen`. */
  readonly lists?: boolean;
}

/** People, or a table with the columns `cpf`, `nome`, `nascimento` and `referencia` as text or bytes. */
export type WatchPeopleBody = WrittenTable | Iterable<WatchPerson>;

export interface WatchPeopleOptions extends WatchOptions {
  /** `legalBasis` states the legal basis for watching the people (LGPD art. 7). */
  readonly legalBasis?: LegalBasis;
  /** `purpose` states why you watch the people. You may omit it if the key has a purpose of its own. */
  readonly purpose?: string;
  /** The last day, YYYY-MM-DD; as long as the operator allows unless told otherwise. */
  readonly until?: string;
}

export interface ChangesOptions extends CallOptions {
  /** The `cursor` of the last change that you have read, or the `after` of an event: only what came behind it is given. */
  readonly after?: string | undefined;
}

/** Fields of the other kind, so that a program may read them without looking at `kind` first. */
type Without<Other, Own> = { readonly [Field in Exclude<keyof Other, keyof Own>]?: undefined };

/** A change of a company in the registry, or of a hit in a list. A watch of companies without `lists` has no hits. */
export type WatchedChange =
  | (WatchChange & Without<WatchHit, WatchChange>)
  | (WatchHit & Without<WatchChange, WatchHit>);

export interface Watches {
  /** Lines without a CNPJ are told and left out. A call that is made again, because the connection broke, makes no second watch. */
  create(companies: WatchBody, options?: WatchCompaniesOptions): Promise<WatchCreated>;
  /** The same for people, who are looked for in the lists. Scope `watch:person`. Hits that are there already are told as new. */
  createOfPeople(people: WatchPeopleBody, options?: WatchPeopleOptions): Promise<WatchCreated>;
  /** Returns undefined if this key has no such watch, or no longer has it. */
  find(id: string, options?: CallOptions): Promise<Watch | undefined>;
  /** Lists the changes so far, in the order in which the service found them, page after page. */
  changes(id: string, options?: ChangesOptions): AsyncGenerator<WatchedChange>;
  /** Deletes the watch together with its changes. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const changesPerCall = '1000';

export function createWatches(call: MakeCall): Watches {
  const create = (
    table: ReturnType<typeof toTable>,
    query: Readonly<Record<string, string | undefined>>,
    options: WatchOptions,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const { idempotencyKey = createIdempotencyKey(), webhook } = options;
    const headers = { 'content-type': table.contentType, 'idempotency-key': idempotencyKey, ...more };
    const path = `/v1/watches${toQuery({ webhook, ...query })}`;
    return call({ ...toLimits(options), method: 'POST', path, headers, body: table.body }, readJson<WatchCreated>);
  };
  return {
    create(companies, options = {}) {
      const table = toTable(companies, options.format, (cnpj) => ({ cnpj }));
      return create(table, { lists: options.lists === undefined ? undefined : String(options.lists) }, options);
    },
    createOfPeople(people, options = {}) {
      const { legalBasis, until, purpose } = options;
      const table = toTable(people, options.format, toPersonRow);
      const query = { kind: 'person', legal_basis: legalBasis, until };
      return create(table, query, options, purpose === undefined ? {} : { 'confere-purpose': purpose });
    },
    find: (id, options = {}) =>
      findOrUndefined(
        call({ ...toLimits(options), method: 'GET', path: toPath(id) }, readJson<Watch>),
        'watch_not_found',
      ),
    async *changes(id, options = {}) {
      for (let cursor: string | null | undefined = options.after; cursor !== null; ) {
        const path = `${toPath(id)}/changes${toQuery({ cursor, limit: changesPerCall })}`;
        const page: WatchChanges = await call({ ...toLimits(options), method: 'GET', path }, readJson<WatchChanges>);
        yield* page.changes;
        cursor = page.next_cursor;
      }
    },
    delete: (id, options = {}) => call({ ...toLimits(options), method: 'DELETE', path: toPath(id) }, readNothing),
  };
}

function toPath(id: string): string {
  return `/v1/watches/${encodeURIComponent(id)}`;
}

/** The same columns in every row. */
function toPersonRow({ cpf, name, birth_date = null, reference = null }: WatchPerson) {
  return { cpf, name, birth_date, reference };
}
