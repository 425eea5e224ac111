// Which fields of a screening belong together: a person or a company, and at least one thing that is known of them.

import type { FastifyRequest } from 'fastify';
import type { ScreenQuestion } from '../../app/screening/screen.ts';
import type { CountryCode } from '../../domain/countries/country-code.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { type Cpf, isCpf } from '../../domain/numbers/cpf.ts';
import type { IdentityDocument } from '../../domain/screening/identity-document.ts';
import { AppError, type Bilingual, type FieldFault } from '../../errors.ts';
import { readFlag, readQuery } from '../request/query.ts';

type Fields = Readonly<Record<string, string | null>>;

const eitherHint: Bilingual = {
  en: 'Ask about a person (cpf, name, birth_date, nationality, document) or about a company (cnpj, company_name), not both at once.',
  pt: 'Consulte uma pessoa (cpf, name, birth_date, nationality, document) ou uma empresa (cnpj, company_name), não as duas.',
};
const neededHint: Bilingual = {
  en: 'Send cpf, name or document for a person, cnpj or company_name for a company.',
  pt: 'Envie cpf, name ou document para uma pessoa, cnpj ou company_name para uma empresa.',
};
const isCpfHint: Bilingual = {
  en: 'This number is a CPF: send it as cpf, by which most lists know people.',
  pt: 'Este número é um CPF: envie em cpf, pelo qual a maioria das listas conhece as pessoas.',
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
  const identityDocument = readDocument(fields);
  const nationality = (fields['nationality'] ?? null) as CountryCode | null;
  const isCompany = cnpj !== null || companyName !== null;
  const ofPerson = { cpf, name, birth_date: birthDate, nationality, document: identityDocument };
  const surplus = Object.entries(ofPerson).flatMap(([field, value]) => (value === null ? [] : field));
  if (isCompany && surplus.length > 0) {
    refuseFields(surplus.map((field) => ({ pointer: `/${field}`, code: 'unknown_field', hint: eitherHint })));
  }
  if (withPartners && cnpj === null) refuseFields([{ pointer: '/cnpj', code: 'required', hint: partnersHint }]);
  if (isCompany)
    return { screened: { kind: 'company', cnpj: cnpj as Cnpj | null, name: companyName, ...own }, withPartners };
  if (cpf === null && name === null && identityDocument === null)
    refuseFields([{ pointer: '/cpf', code: 'required', hint: neededHint }]);
  const identity = { ...(nationality && { nationality }), ...(identityDocument && { identityDocument }) };
  return { screened: { kind: 'person', cpf: cpf as Cpf | null, name, birthDate, ...identity, ...own }, withPartners };
}

function readDocument(fields: Fields): IdentityDocument | null {
  const [type, number, country] = [fields['document/type'], fields['document/number'], fields['document/country']];
  if (!type || !number) return null;
  if (country === 'BR' && isCpf(number))
    refuseFields([{ pointer: '/document/number', code: 'invalid_format', hint: isCpfHint }]);
  return { type: type as IdentityDocument['type'], number, country: (country ?? null) as CountryCode | null };
}

export function readPartners(request: FastifyRequest): boolean {
  return readFlag('partners', readQuery(request, ['partners']).partners);
}

export interface ScreenWishes {
  readonly withPartners: boolean;
  readonly isExplained: boolean;
}

export function readWishes(request: FastifyRequest): ScreenWishes {
  const { partners, explain } = readQuery(request, ['partners', 'explain']);
  return { withPartners: readFlag('partners', partners), isExplained: readFlag('explain', explain) };
}

function refuseFields(faults: readonly FieldFault[]): never {
  throw new AppError('invalid_request', { faults });
}
