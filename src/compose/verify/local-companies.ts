// Answers about companies straight from a snapshot of the registry on this machine, in the form of the service's own answers.

import type { AnswerBody } from '../../app/bulk/run/outcome.ts';
import type { CompanyQuery } from '../../app/verify/ports.ts';
import {
  type Company,
  type CompanyDecision,
  decideCompany,
  decideMissingCompany,
} from '../../domain/company/company.ts';
import type { LookedAtLists } from '../../domain/coverage/list-coverage.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { toCnpjResponse } from '../../http/answer/bodies/cnpj-response.ts';
import { openSnapshot } from '../../registry/snapshot/snapshot.ts';

/** All that is needed; it can be sent to another thread. */
export interface LocalCompaniesOptions {
  readonly folder: string;
  readonly today: string;
  readonly policyVersion: string;
  readonly youngCompanyDays: number;
}

export interface DecidedLocally {
  readonly decision: CompanyDecision;
  /** The value is null if the registry does not have the company. */
  readonly company: Company | null;
}

export interface LocalCompanies {
  /** Throws SnapshotDamage or a system error; "damaged" never becomes "not found". */
  decide(query: CompanyQuery): DecidedLocally;
  /** `lists`: undefined where none was looked at. */
  toBody(cnpj: Cnpj, decision: CompanyDecision, lists?: LookedAtLists): AnswerBody;
  close(): void;
}

export function openLocalCompanies(options: LocalCompaniesOptions): LocalCompanies {
  const { today, policyVersion, youngCompanyDays } = options;
  const snapshot = openSnapshot(options.folder);
  const { data_as_of: dataAsOf } = snapshot.manifest;
  return {
    decide({ cnpj, companyName: typedName }) {
      const lookup = snapshot.find(cnpj);
      if (lookup.kind !== 'found') return { decision: decideMissingCompany('not_found', typedName), company: null };
      const { company } = lookup;
      return { decision: decideCompany({ company, typedName, today, youngCompanyDays }), company };
    },
    toBody: (cnpj, decision, screening) =>
      toCnpjResponse({ decision, policyVersion, dataAsOf, screening }, cnpj, undefined, true),
    close: () => snapshot.close(),
  };
}
