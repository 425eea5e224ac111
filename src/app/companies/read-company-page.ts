// A company as an operator looks at it: its record, and the same company in the files of an earlier month where they are still there.
// Whoever is named in either of them is told of once, as by every other read of a record.

import {
  type Disclosures,
  type ShownRecord,
  showsPeople,
  withPrivacy,
} from '../../domain/company/forms/record-privacy.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Clock } from '../clock.ts';
import { andThen, type Eventual } from '../eventual.ts';
import type { RecordLookup } from './ports.ts';
import type { PeopleShown, ReadCompanies, Reader } from './read-companies.ts';
import type { FoundRecord } from './recent-reads.ts';

/** `not_kept`: there are no files older than those of the given snapshot. */
export type EarlierLookup = RecordLookup | { readonly kind: 'not_kept' };
export type FindEarlierRecord = (cnpj: Cnpj, snapshot: string) => EarlierLookup;

export type EarlierRecord =
  | { readonly kind: 'found'; readonly shown: ShownRecord; readonly dataAsOf: string }
  /** The company was not in them yet. */
  | { readonly kind: 'not_found'; readonly dataAsOf: string }
  | { readonly kind: 'not_kept' | 'unavailable' };

export interface CompanyPage {
  readonly current: FoundRecord;
  readonly earlier: EarlierRecord;
}

/** Returns undefined if the registry has no such company. Throws `registry_unavailable`. */
export type ReadCompanyPage = (cnpj: Cnpj, reader: Reader) => Eventual<CompanyPage | undefined>;

interface ReadCompanyPageOptions {
  readonly companies: Pick<ReadCompanies, 'find'>;
  readonly findEarlier: FindEarlierRecord;
  readonly disclosures: Disclosures;
  readonly onPeopleShown: (shown: PeopleShown) => Eventual<void>;
  readonly clock: Clock;
}

export function createReadCompanyPage(options: ReadCompanyPageOptions): ReadCompanyPage {
  const { companies, findEarlier, disclosures, onPeopleShown, clock } = options;
  return (cnpj, reader) => {
    const startedAtMs = clock.monotonicMs();
    return andThen(companies.find({ cnpj, fields: null }, reader), (current): Eventual<CompanyPage | undefined> => {
      if (current.kind === 'not_found') return undefined;
      // The sandbox has no months.
      const found = reader.mode === 'live' ? findEarlier(cnpj, current.snapshot) : ({ kind: 'not_kept' } as const);
      if (found.kind !== 'found') return { current, earlier: found };
      const shown = withPrivacy(found.record, disclosures);
      const page: CompanyPage = { current, earlier: { kind: 'found', shown, dataAsOf: found.dataAsOf } };
      if (showsPeople(current.shown.record) || !showsPeople(shown.record)) return page;
      const latencyMs = clock.monotonicMs() - startedAtMs;
      return andThen(onPeopleShown({ reader, cnpj, latencyMs }), () => page);
    });
  };
}
