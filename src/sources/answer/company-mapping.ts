// What a mapped answer about a company may hold.

import { type Company, companyStatuses } from '../../domain/company/company.ts';
import { toNextDay } from '../../domain/dates/calendar.ts';
import type { DateFormat } from '../../domain/dates/date-format.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { maskCpfInName } from '../../domain/numbers/cpf.ts';
import type { CompanyMapping, CompanyPartyDescription } from '../schema/party.ts';
import { createCodeReader, InvalidAnswer, readBoolean, readDate, readMappedText } from './mapped-value.ts';
import { type AnswerReader, createMapping, type Expressions } from './mapping.ts';

export type CompanyField = keyof CompanyMapping;

interface Translation {
  readonly codes: CompanyPartyDescription['codes'];
  readonly dateFormat: DateFormat;
}

const earliest = '1800-01-01';

export function createCompanyMapping(
  expressions: Expressions<CompanyField>,
  { codes, dateFormat: format }: Translation,
): AnswerReader<Company> {
  const readStatus = createCodeReader('status', companyStatuses, codes?.status);
  return createMapping<CompanyField, Company>({
    expressions,
    echoField: 'cnpj',
    toValue: (values, { number, today }) => {
      const headOffice = readBoolean('head_office', values.head_office);
      if (headOffice === null) throw new InvalidAnswer('head_office', 'it is missing');
      return {
        cnpj: number as Cnpj,
        legalName: maskName(readMappedText('legal_name', values.legal_name)),
        tradeName: maskName(readMappedText('trade_name', values.trade_name)),
        status: readStatus(values.status),
        // Their day may have begun while ours has not.
        foundationDate: readDate('foundation_date', values.foundation_date, {
          format,
          earliest,
          latest: toNextDay(today),
        }),
        meiOpted: readBoolean('mei', values.mei),
        // An exclusion may be announced before it begins.
        meiExcludedOn: readDate('mei_excluded_on', values.mei_excluded_on, { format, earliest, latest: '2199-12-31' }),
        headOffice,
        specialSituation: readBoolean('special_situation', values.special_situation),
      };
    },
    codeField: 'status',
    isListed: (code) => readStatus(code) !== 'unknown',
    claimsSomething: (values) =>
      readMappedText('legal_name', values.legal_name) !== null || readStatus(values.status) !== 'unknown',
  });
}

function maskName(name: string | null): string | null {
  return name === null ? null : maskCpfInName(name);
}
