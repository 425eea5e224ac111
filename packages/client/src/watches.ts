// Watches: a list of companies, and what changed of them at each switch of the registry.

import type { CallOptions, MakeCall } from './call.ts';
import type { Watch, WatchChange, WatchChanges, WatchCreated } from './contract.ts';
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
} from './exchange.ts';

/** CNPJs, or a table with a column of them as text or bytes. */
export type WatchBody = WrittenTable | Iterable<string>;

export interface WatchOptions extends CallOptions {
  /** Of a table that is text or bytes. */
  readonly format?: TableFormat;
  /** The id of an endpoint that the operator has made for this key: it is told of changes. */
  readonly webhook?: string;
  /** One that you keep, to be sure of one watch also after a restart; a new one for every call unless told otherwise. */
  readonly idempotencyKey?: string;
}

export interface ChangesOptions extends CallOptions {
  /** The `cursor` of the last change that you have read, or the `after` of an event: only what came behind it is given. */
  readonly after?: string | undefined;
}

export interface Watches {
  /** Lines without a CNPJ are told and left out. A call that is made again, because the connection broke, makes no second watch. */
  create(companies: WatchBody, options?: WatchOptions): Promise<WatchCreated>;
  /** Undefined where there is none of this key, or no more. */
  find(id: string, options?: CallOptions): Promise<Watch | undefined>;
  /** What changed so far, in the order in which it was found, page after page. */
  changes(id: string, options?: ChangesOptions): AsyncGenerator<WatchChange>;
  /** With its changes. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

const changesPerCall = '1000';

export function createWatches(call: MakeCall): Watches {
  return {
    create(companies, options = {}) {
      const { body, contentType } = toTable(companies, options.format, (cnpj) => ({ cnpj }));
      const path = `/v1/watches${toQuery({ webhook: options.webhook })}`;
      const { idempotencyKey = createIdempotencyKey() } = options;
      const headers = { 'content-type': contentType, 'idempotency-key': idempotencyKey };
      return call({ ...toLimits(options), method: 'POST', path, headers, body }, readJson<WatchCreated>);
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
