// Clearances: hits of a screening that somebody has judged false.

import type { CallOptions, MakeCall } from '../call/call.ts';
import { findOrUndefined, readJson, readNothing, toLimits, toQuery } from '../call/exchange.ts';
import type { Clearance, ClearanceList, ClearanceRequest } from '../contract.ts';

export interface ClearanceOptions extends CallOptions {
  /** The row may be one about a partner of the company; needs its `cnpj`. */
  readonly partners?: boolean | undefined;
}

export interface Clearances {
  /** The same customer and row no longer decide, until the row says something else. Where it was cleared before, gives that clearance. */
  create(order: ClearanceRequest, options?: ClearanceOptions): Promise<Clearance>;
  /** Undefined where there is none, or no more. */
  find(id: string, options?: CallOptions): Promise<Clearance | undefined>;
  /** Those of all keys of the same environment, the newest first, page after page. */
  list(options?: CallOptions): AsyncGenerator<Clearance>;
  /** By another key than the one that proposed it, where the operator asks for two people. */
  confirm(id: string, options?: CallOptions): Promise<Clearance>;
  /** The hit comes back with the next screening. */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

const address = '/v1/screen/clearances';
const perCall = '100';

export function createClearances(call: MakeCall): Clearances {
  return {
    create(order, options = {}) {
      const path = `${address}${toQuery({ partners: options.partners === true ? 'true' : undefined })}`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(order);
      return call({ ...toLimits(options), method: 'POST', path, headers, body }, readJson<Clearance>);
    },
    find: (id, options = {}) =>
      findOrUndefined(
        call({ ...toLimits(options), method: 'GET', path: toPath(id) }, readJson<Clearance>),
        'clearance_not_found',
      ),
    async *list(options = {}) {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const path = `${address}${toQuery({ cursor, limit: perCall })}`;
        const page: ClearanceList = await call({ ...toLimits(options), method: 'GET', path }, readJson<ClearanceList>);
        yield* page.clearances;
        cursor = page.next_cursor;
      }
    },
    confirm: (id, options = {}) =>
      call({ ...toLimits(options), method: 'POST', path: `${toPath(id)}/confirm` }, readJson<Clearance>),
    revoke: (id, options = {}) => call({ ...toLimits(options), method: 'DELETE', path: toPath(id) }, readNothing),
  };
}

function toPath(id: string): string {
  return `${address}/${encodeURIComponent(id)}`;
}
