// Answers about companies straight from a snapshot of the registry on this machine, in the form of the service's own answers.

import type { AnswerBody } from '../../app/bulk/run/outcome.ts';
import { decideCompany, decideMissingCompany } from '../../domain/company/company.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { toCnpjResponse } from '../../http/answer/cnpj-response.ts';
import { openSnapshot } from '../../registry/snapshot/snapshot.ts';

/** All that is needed; it can be sent to another thread. */
export interface LocalCompaniesOptions {
  readonly folder: string;
  readonly today: string;
  readonly policyVersion: string;
  readonly youngCompanyDays: number;
}

export interface LocalCompanies {
  /** Throws SnapshotDamage or a system error; "damaged" never becomes "not found". */
  answer(cnpj: Cnpj, companyName: string | null): AnswerBody;
  close(): void;
}

export function openLocalCompanies(options: LocalCompaniesOptions): LocalCompanies {
  const { today, policyVersion, youngCompanyDays } = options;
  const snapshot = openSnapshot(options.folder);
  const { data_as_of: dataAsOf } = snapshot.manifest;
  return {
    answer(cnpj, typedName) {
      const lookup = snapshot.find(cnpj);
      const decision =
        lookup.kind === 'found'
          ? decideCompany({ company: lookup.company, typedName, today, youngCompanyDays })
          : decideMissingCompany('not_found', typedName);
      return toCnpjResponse({ decision, policyVersion, dataAsOf }, cnpj, undefined, true);
    },
    close: () => snapshot.close(),
  };
}
