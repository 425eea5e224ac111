// What a mapped answer about a company may hold.

import type { Cnpj } from '../../domain/cnpj.ts';
import { type Company, companyStatuses } from '../../domain/company.ts';
import { maskCpfInName } from '../../domain/company-name.ts';
import type { CompanyMapping, CompanySourceDescription, DateFormat } from '../describe/description.ts';
import { createCodeReader, InvalidAnswer, readBoolean, readDate, readText } from './mapped-value.ts';
import { createMapping, type Expressions, type MapBody } from './mapping.ts';

export type CompanyField = keyof CompanyMapping;

interface Translation {
  readonly codes: CompanySourceDescription['codes'];
  readonly dateFormat: DateFormat;
}

export function createCompanyMapping(
  expressions: Expressions<CompanyField>,
  { codes, dateFormat }: Translation,
): MapBody<Company> {
  const readStatus = createCodeReader(companyStatuses, codes?.status);
  return createMapping<CompanyField, Company>({
    expressions,
    echoField: 'cnpj',
    echoLength: 14,
    toValue: (values, asked) => {
      const headOffice = readBoolean('head_office', values.head_office);
      if (headOffice === null) throw new InvalidAnswer('head_office');
      return {
        cnpj: asked as Cnpj,
        legalName: maskName(readText('legal_name', values.legal_name)),
        tradeName: maskName(readText('trade_name', values.trade_name)),
        status: readStatus(values.status),
        foundationDate: readDate('foundation_date', values.foundation_date, dateFormat),
        meiOpted: readBoolean('mei', values.mei) ?? false,
        meiExcludedOn: readDate('mei_excluded_on', values.mei_excluded_on, dateFormat),
        headOffice,
        specialSituation: readBoolean('special_situation', values.special_situation) ?? false,
      };
    },
  });
}

function maskName(name: string | null): string | null {
  return name === null ? null : maskCpfInName(name);
}
