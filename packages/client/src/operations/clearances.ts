// Clearances: what somebody has judged of the hits of a screening.

import type { CallOptions, MakeCall } from '../call/call.ts';
import { findOrUndefined, readJson, readNothing, toLimits, toQuery } from '../call/exchange.ts';
import type { Clearance, ClearanceList, ClearanceRequest, FreezeStepRequest } from '../contract.ts';

export interface ClearanceOptions extends CallOptions {
  /** The row may be one about a partner of the company; needs its `cnpj`. */
  readonly partners?: boolean | undefined;
}

export interface ClearanceListOptions extends CallOptions {
  readonly kind?: Clearance['kind'] | undefined;
  readonly state?: Clearance['state'] | undefined;
  /** `by` names the person who made or confirmed the clearance. */
  readonly by?: string | undefined;
  /** The short name of a list. */
  readonly list?: string | undefined;
  /** Days as YYYY-MM-DD, both within. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Clearances {
  /** The same customer and row no longer decide, until the row says something else. Where it was cleared before, gives that clearance. */
  create(order: ClearanceRequest, options?: ClearanceOptions): Promise<Clearance>;
  /** Returns undefined if there is no such clearance, or no longer. */
  find(id: string, options?: CallOptions): Promise<Clearance | undefined>;
  /** Lists the clearances of all keys of the same environment, the newest first, page after page. A filter selects the clearances that it names. */
  list(options?: ClearanceListOptions): AsyncGenerator<Clearance>;
  /** By another key than the one that proposed it, where the operator asks for two people. */
  confirm(id: string, options?: CallOptions): Promise<Clearance>;
  /** That the assets of a freeze are frozen, or an authority was told. */
  noteStep(id: string, done: FreezeStepRequest, options?: CallOptions): Promise<Clearance>;
  /** The hit comes back with the next screening. */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

const address = '/v1/screen/clearances';
const perCall = '100';
const json = { 'content-type': 'application/json' };

export function createClearances(call: MakeCall): Clearances {
  return {
    create(order, options = {}) {
      const path = `${address}${toQuery({ partners: options.partners === true ? 'true' : undefined })}`;
      const body = JSON.stringify(order);
      return call({ ...toLimits(options), method: 'POST', path, headers: json, body }, readJson<Clearance>);
    },
    find: (id, options = {}) =>
      findOrUndefined(
        call({ ...toLimits(options), method: 'GET', path: toPath(id) }, readJson<Clearance>),
        'clearance_not_found',
      ),
    async *list(options = {}) {
      const { kind, state, by, list, from, to } = options;
      const filter = { kind, state, by, list, from, to };
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const path = `${address}${toQuery({ cursor, limit: perCall, ...filter })}`;
        const page: ClearanceList = await call({ ...toLimits(options), method: 'GET', path }, readJson<ClearanceList>);
        yield* page.clearances;
        cursor = page.next_cursor;
      }
    },
    confirm: (id, options = {}) =>
      call({ ...toLimits(options), method: 'POST', path: `${toPath(id)}/confirm` }, readJson<Clearance>),
    noteStep: (id, done, options = {}) =>
      call(
        {
          ...toLimits(options),
          method: 'POST',
          path: `${toPath(id)}/steps`,
          headers: json,
          body: JSON.stringify(done),
        },
        readJson<Clearance>,
      ),
    revoke: (id, options = {}) => call({ ...toLimits(options), method: 'DELETE', path: toPath(id) }, readNothing),
  };
}

function toPath(id: string): string {
  return `${address}/${encodeURIComponent(id)}`;
}
