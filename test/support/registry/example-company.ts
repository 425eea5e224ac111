// A company with nothing remarkable about it, for tests that are about something else.

import type { Company } from '../../../src/domain/company/company.ts';
import type { Cnpj } from '../../../src/domain/numbers/cnpj.ts';

export function toExampleCompany(cnpj: Cnpj, facts: Partial<Company> = {}): Company {
  return {
    cnpj,
    legalName: 'PADARIA EXEMPLO LTDA',
    tradeName: null,
    status: 'active',
    foundationDate: '2010-01-04',
    meiOpted: false,
    meiExcludedOn: null,
    headOffice: true,
    specialSituation: false,
    ...facts,
  };
}
