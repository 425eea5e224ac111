// Reads whole company records out of the registry of the key's mode, shows of them what privacy allows, and tells of every
// record that names people. "Not loaded" never becomes "not found".

import type { KeyId, KeyMode } from '../../domain/access/api-key.ts';
import { canNamePeople, type RecordField } from '../../domain/company/forms/record-document.ts';
import { personalFacts } from '../../domain/company/forms/record-fields.ts';
import {
  type Disclosures,
  isOrNamesPerson,
  showsPeople,
  withPartnerPrivacy,
  withPrivacy,
} from '../../domain/company/forms/record-privacy.ts';
import type { Cnpj, CnpjRoot } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import type {
  CompanyRecords,
  EstablishmentsLookup,
  PartnersLookup,
  RecordLookup,
  RecordsOrigin,
  RecordsState,
  RecordsUnavailable,
} from './ports.ts';
import { FoundRecord, type KeptRead, RecentReads } from './recent-reads.ts';

/** The reader is the caller of a read. The reader has no key only if the operator opened the records to everyone. */
export interface Reader extends Omit<Caller, 'keyId'> {
  readonly keyId: KeyId | null;
}

export interface RecordQuery {
  readonly cnpj: Cnpj;
  /** `fields` lists the record fields in the answer. The value is null if the answer contains all of them. */
  readonly fields: readonly RecordField[] | null;
  /** `partnersMax` limits the partners of a company that has very many. The default is 100. */
  readonly partnersMax?: number;
}

export interface PartnersQuery {
  readonly root: CnpjRoot;
  /** `from` counts from 0. */
  readonly from: number;
  readonly limit: number;
}

type MissingRecord = { readonly kind: 'not_found' } & RecordsOrigin;
export type RecordRead = FoundRecord | MissingRecord;

export interface EstablishmentsQuery {
  readonly root: CnpjRoot;
  /** The branch after which the page begins. */
  readonly after: string | undefined;
  readonly limit: number;
}

export interface PeopleShown {
  readonly reader: Reader;
  readonly cnpj: Cnpj;
  readonly latencyMs: number;
}

export interface ReadCompanies {
  /** Throws `registry_unavailable`. */
  find(query: RecordQuery, reader: Reader): Eventual<RecordRead>;
  listEstablishments(
    query: EstablishmentsQuery,
    reader: Reader,
  ): Eventual<Exclude<EstablishmentsLookup, RecordsUnavailable>>;
  /** The partners as they may be shown; `total` counts those that are left out, too. */
  listPartners(query: PartnersQuery, reader: Reader): Eventual<Exclude<PartnersLookup, RecordsUnavailable>>;
  /** Differs between settings under which the same record is shown differently. */
  readonly form: string;
}

interface ReadCompaniesOptions {
  /** A test key never reaches the live registry; a live key never sees sandbox data. */
  readonly records: Readonly<Record<KeyMode, CompanyRecords>>;
  readonly disclosures: Disclosures;
  /** The reader calls this before the answer leaves, once for every record that names people. The audit record is made here. */
  readonly onPeopleShown: (shown: PeopleShown) => Eventual<void>;
  readonly clock: Clock;
}

const retryAfterSeconds = 30;

export function createReadCompanies(options: ReadCompaniesOptions): ReadCompanies {
  const { records, disclosures, onPeopleShown, clock } = options;
  const recent: Readonly<Record<KeyMode, RecentReads>> = { live: new RecentReads(), test: new RecentReads() };

  function read(cnpj: Cnpj, mode: KeyMode, partnersMax?: number): Eventual<KeptRead | MissingRecord> {
    const state = getAvailable<RecordsState>(records[mode].state());
    const kept = recent[mode].find(cnpj, state.snapshot);
    if (kept !== undefined) return kept;
    return andThen(records[mode].find(cnpj, partnersMax), (lookup) => {
      const found = getAvailable<RecordLookup>(lookup);
      if (found.kind === 'not_found') return found;
      const shown = withPrivacy(found.record, disclosures);
      const fresh = { answer: new FoundRecord(shown, found), namesPeople: showsPeople(shown.record) };
      recent[mode].keep(cnpj, found.snapshot, fresh);
      return fresh;
    });
  }

  return {
    find: ({ cnpj, fields, partnersMax }, reader) => {
      const startedAtMs = clock.monotonicMs();
      return andThen(read(cnpj, reader.mode, partnersMax), (found) => {
        if ('kind' in found) return found;
        const { answer, namesPeople } = found;
        if (!namesPeople || !canNamePeople(fields)) return answer;
        const latencyMs = clock.monotonicMs() - startedAtMs;
        return andThen(onPeopleShown({ reader, cnpj, latencyMs }), () => answer);
      });
    },
    listEstablishments: ({ root, after, limit }, { mode }) =>
      andThen(records[mode].listEstablishments(root, after, limit), getAvailable<EstablishmentsLookup>),
    listPartners: ({ root, from, limit }, reader) => {
      const startedAtMs = clock.monotonicMs();
      return andThen(records[reader.mode].listPartners(root, from, limit), (lookup) => {
        const found = getAvailable<PartnersLookup>(lookup);
        if (found.kind !== 'found') return found;
        const page = { ...found, partners: withPartnerPrivacy(found.partners, disclosures) };
        if (!page.partners.some(isOrNamesPerson)) return page;
        const latencyMs = clock.monotonicMs() - startedAtMs;
        return andThen(onPeopleShown({ reader, cnpj: found.cnpj, latencyMs }), () => page);
      });
    },
    form: personalFacts.map((fact) => (disclosures[fact] === null ? '0' : '1')).join(''),
  };
}

function getAvailable<Lookup extends { readonly kind: string }>(lookup: Lookup): Exclude<Lookup, RecordsUnavailable> {
  if (lookup.kind !== 'unavailable') return lookup as Exclude<Lookup, RecordsUnavailable>;
  throw new AppError('registry_unavailable', {
    retryAfterSeconds,
    detail: {
      en: 'The records of companies are not loaded or are being repaired; verification may work all the same. This says nothing about the company: try again later.',
      pt: 'As fichas cadastrais ainda não foram importadas ou estão sendo lidas; a consulta do CNPJ pode funcionar mesmo assim. Isso não diz nada sobre a empresa: tente de novo mais tarde.',
    },
    internal: (lookup as unknown as RecordsUnavailable).reason,
  });
}
