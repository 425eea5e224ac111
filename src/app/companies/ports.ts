// Where whole records of companies are read.

import type {
  CompanyRecord,
  EstablishmentSummary,
  Partner,
  RecordFilter,
} from '../../domain/company/company-record.ts';
import type { Cnpj, CnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { Eventual } from '../eventual.ts';

/** The origin states which snapshot answered a read of records. `snapshot` changes whenever an answer may change. */
export interface RecordsOrigin {
  readonly snapshot: string;
  readonly dataAsOf: string;
}

/** The records are not imported, or they are damaged. This state never reads as "not found" and does not affect verification, which continues. */
export interface RecordsUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

/** The state describes the records from which a read would be answered now. */
export type RecordsState = ({ readonly kind: 'open' } & RecordsOrigin) | RecordsUnavailable;

export type RecordLookup =
  | ({ readonly kind: 'found'; readonly record: CompanyRecord } & RecordsOrigin)
  | ({ readonly kind: 'not_found' } & RecordsOrigin)
  | RecordsUnavailable;

export type EstablishmentsLookup =
  | ({
      readonly kind: 'found';
      /** `establishments` lists the establishments in the order of their branch characters. */
      readonly establishments: readonly EstablishmentSummary[];
      /** `total` counts all establishments of the company. */
      readonly total: number;
      /** The branch (four characters) after which the next page begins; null on the last. */
      readonly next: string | null;
    } & RecordsOrigin)
  | ({ readonly kind: 'not_found' } & RecordsOrigin)
  | RecordsUnavailable;

export type PartnersLookup =
  | ({
      readonly kind: 'found';
      readonly partners: readonly Partner[];
      /** `total` counts all establishments of the company. */
      readonly total: number;
      /** The company's first establishment. */
      readonly cnpj: Cnpj;
    } & RecordsOrigin)
  | ({ readonly kind: 'not_found' | 'not_imported' } & RecordsOrigin)
  | RecordsUnavailable;

export type RecordScan =
  | ({
      readonly kind: 'open';
      /** Ends when all records were seen; throws where one of them cannot be read. `break` and `return` let its file go. */
      readonly batches: AsyncIterable<readonly CompanyRecord[]>;
    } & RecordsOrigin)
  | RecordsUnavailable;

/** One of several parts of the records, which together are all of them: `part` counts from 0. */
export interface ScanShare {
  readonly part: number;
  readonly of: number;
}

/** The whole public record of companies, where it was imported. */
export interface CompanyRecords {
  /** Returns the state at no cost. Confere checks it before every read, so that it can reuse an earlier read while that read holds. */
  state(): RecordsState;
  /** Reads the first `partnersMax` partners of a company that has very many, 100 unless it says otherwise. */
  find(cnpj: Cnpj, partnersMax?: number): Eventual<RecordLookup>;
  /** At most `limit` partners of a company, from the one that is number `from` on, counted from 0. */
  listPartners(root: CnpjRoot, from: number, limit: number): Eventual<PartnersLookup>;
  /** Lists the establishments after the branch `after`, or from the first one. It returns at most `limit`, which is 1 or more. */
  listEstablishments(root: CnpjRoot, after: string | undefined, limit: number): Eventual<EstablishmentsLookup>;
  /** Every record that passes the filter, once, in no promised order; or a share of them. */
  scan(filter: RecordFilter, share?: ScanShare): RecordScan;
}
