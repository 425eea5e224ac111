// Which fields of a screening belong together: a person or a company, and at least one thing that is known of them.

import type { FastifyRequest } from 'fastify';
import type { ScreenQuestion } from '../../app/screening/screen.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { AppError, type Bilingual, type FieldFault } from '../../errors.ts';
import { readFlag, readQuery } from '../request/query.ts';

type Fields = Readonly<Record<string, string | null>>;

const eitherHint: Bilingual = {
  en: 'Ask about a person (cpf, name, birth_date) or about a company (cnpj, company_name), not both at once.',
  pt: 'Consulte uma pessoa (cpf, name, birth_date) ou uma empresa (cnpj, company_name), não as duas.',
};
const neededHint: Bilingual = {
  en: 'Send cpf or name for a person, cnpj or company_name for a company.',
  pt: 'Envie cpf ou name para uma pessoa, cnpj ou company_name para uma empresa.',
};
const partnersHint: Bilingual = {
  en: 'Partners are looked up by the cnpj of their company.',
  pt: 'Os sócios são encontrados pelo cnpj da empresa.',
};

export function readQuestion(fields: Fields, withPartners: boolean): ScreenQuestion {
  const {
    cpf = null,
    name = null,
    birth_date: birthDate = null,
    cnpj = null,
    company_name: companyName = null,
    reference = null,
  } = fields;
  const own = reference !== null && { reference };
  const isCompany = cnpj !== null || companyName !== null;
  if (isCompany && (cpf !== null || name !== null || birthDate !== null)) {
    const surplus = ['cpf', 'name', 'birth_date'].filter((field) => fields[field] !== null);
    refuse(surplus.map((field) => ({ pointer: `/${field}`, code: 'unknown_field', hint: eitherHint })));
  }
  if (withPartners && cnpj === null) refuse([{ pointer: '/cnpj', code: 'required', hint: partnersHint }]);
  if (isCompany)
    return { screened: { kind: 'company', cnpj: cnpj as Cnpj | null, name: companyName, ...own }, withPartners };
  if (cpf === null && name === null) refuse([{ pointer: '/cpf', code: 'required', hint: neededHint }]);
  return { screened: { kind: 'person', cpf: cpf as Cpf | null, name, birthDate, ...own }, withPartners };
}

export function readPartners(request: FastifyRequest): boolean {
  return readFlag(readQuery(request, ['partners']).partners);
}

export interface ScreenWishes {
  readonly withPartners: boolean;
  readonly isExplained: boolean;
}

export function readWishes(request: FastifyRequest): ScreenWishes {
  const { partners, explain } = readQuery(request, ['partners', 'explain']);
  return { withPartners: readFlag(partners), isExplained: readFlag(explain) };
}

function refuse(faults: readonly FieldFault[]): never {
  throw new AppError('invalid_request', { faults });
}
