// The schemas of the routes for company records. The form is that of `domain/company/forms/record-document.ts`: a field that is missing
// here does not compile, and a test holds real answers against these schemas.

import { companyStatuses } from '../../domain/company/company.ts';
import { partnerKinds } from '../../domain/company/company-record.ts';
import type {
  EstablishmentDocument,
  PartnerDocument,
  RecordDocument,
  RecordField,
} from '../../domain/company/forms/record-document.ts';
import { personalFacts } from '../../domain/company/record-privacy.ts';
import {
  count,
  flag,
  listOf,
  named,
  object,
  oneOf,
  oneOfOrNull,
  orNull,
  type Static,
  type TSchema,
  Type,
  text,
  textOrNull,
  titled,
} from '../schema.ts';

export const lookupNumbersMax = 1_000;

const lookupStatuses = ['found', 'not_found', 'invalid', 'unavailable'] as const;

const namedOrNull = <Value>(name: string, description: string) => orNull(named<Value>(name), description);

const day = { format: 'date' };

const recordProperties = {
  cnpj: text('14 characters, upper case, no mask.'),
  root: text('The first eight characters, which all establishments of the company share.'),
  head_office: flag('Whether this establishment is the head office (matriz), by the registry’s own column.'),
  legal_name: textOrNull('Razão social. A CPF inside it is masked as the Receita masks partners.'),
  trade_name: textOrNull('Nome fantasia.'),
  status: oneOf('CompanyStatus', companyStatuses, 'Situação cadastral; `unknown` is a code that nobody mapped.'),
  status_code: textOrNull('The same as the Receita’s code.'),
  status_since: textOrNull('Since when, YYYY-MM-DD.', day),
  status_reason: namedOrNull('CodedText', 'Why; null for code 00, no reason.'),
  foundation_date: textOrNull('Start of activity, YYYY-MM-DD.', day),
  special_situation: orNull(
    titled(
      'SpecialSituation',
      object({ text: text('In the Receita’s words.'), since: textOrNull('YYYY-MM-DD.', day) }, 'Special situation.'),
    ),
    'Bankruptcy, judicial recovery, liquidation and the like.',
  ),
  main_activity: namedOrNull('CodedText', 'CNAE, seven digits.'),
  other_activities: listOf(named('CodedText'), 'CNAEs besides the main one.'),
  address: named('Address'),
  contacts: named('Contacts'),
  legal_nature: namedOrNull('CodedText', 'Natureza jurídica.'),
  size: namedOrNull('CodedText', 'Porte, as the company declares it: 01 micro, 03 small, 05 any other.'),
  capital: textOrNull('Capital social in reais as an exact decimal, such as `1000.00`.', {
    pattern: '^[0-9]+\\.[0-9]{2}$',
  }),
  responsible_qualification: namedOrNull(
    'CodedText',
    'In what quality the responsible person acts; who it is, is not public.',
  ),
  federative_entity: textOrNull('Public bodies only: whose they are.'),
  simples: namedOrNull('TaxOption', 'Simples Nacional; null where the company never had to do with it.'),
  mei: namedOrNull('TaxOption', 'MEI; null where the company never had to do with it.'),
  tax_regimes: orNull(
    listOf(named('TaxRegime'), 'By year.'),
    'How the company was taxed outside of Simples, by the bookkeeping that it handed in. Null when the files of tax regimes were not imported.',
  ),
  partners: orNull(
    listOf(named('Partner'), 'By day of entry, then name.'),
    'Partners and administrators of the whole company; empty where the files list nobody, as for sole traders; null where they were not imported.',
  ),
  partners_total: {
    type: ['integer', 'null'],
    description:
      'How many partners the company has. With over 100, `partners` holds the first 100 and `/v1/companies/{root}/partners` lists all. Withheld ones count too.',
  },
  partners_missing: oneOfOrNull('PartnersMissing', ['not_imported'], 'Why `partners` is null.'),
  establishments: titled(
    'EstablishmentsSummary',
    object(
      {
        total: count(
          'Establishments of the company, this one included; `/v1/companies/{root}/establishments` lists them.',
        ),
        head_office: textOrNull('CNPJ of the head office.'),
      },
      'Head office and branches.',
    ),
  ),
  withheld: listOf(
    oneOf('PersonalFact', personalFacts, 'A kind of fact.'),
    'What the registry knows and this service leaves out for the sake of people; the operator can switch each on.',
  ),
  data_as_of: text('Date of the registry in use, YYYY-MM-DD.', day),
} satisfies Record<RecordField, TSchema>;

const establishmentProperties = {
  cnpj: recordProperties.cnpj,
  head_office: recordProperties.head_office,
  trade_name: recordProperties.trade_name,
  status: recordProperties.status,
  foundation_date: recordProperties.foundation_date,
  state: textOrNull('Two letters; `EX` abroad.'),
  municipality: namedOrNull<NonNullable<EstablishmentDocument['municipality']>>('Municipality', 'Where it is.'),
} satisfies Record<keyof EstablishmentDocument, TSchema>;

const establishmentsProperties = {
  root: recordProperties.root,
  total: count('How many the company has in all.'),
  establishments: listOf(
    titled('Establishment', object(establishmentProperties, 'What a list shows of an establishment.')),
    'In the order of their branch numbers.',
  ),
  next_cursor: textOrNull('Send it as `cursor` for the next page; null on the last.'),
  data_as_of: recordProperties.data_as_of,
};

const partnersProperties = {
  root: recordProperties.root,
  total: count('How many the company has in all, those included that are withheld.'),
  partners: listOf(named<PartnerDocument>('Partner'), 'By day of entry, then name.'),
  next_cursor: establishmentsProperties.next_cursor,
  data_as_of: recordProperties.data_as_of,
};

const lookupLineProperties = {
  index: count('Position of the number in the request, from 0.'),
  cnpj: textOrNull('14 characters, no mask; null when the number is invalid.'),
  status: oneOf(
    'LookupStatus',
    lookupStatuses,
    '`unavailable`: the registry went out of service while it was being read.',
  ),
  reason: oneOfOrNull(
    'LookupReason',
    ['invalid_type', 'invalid_format', 'invalid_check_digits', 'registry_unavailable'],
    'Why it is invalid or unavailable.',
  ),
  company: Type.Unsafe<Partial<RecordDocument> | null>({
    anyOf: [named('CompanyRecord'), named('CompanyRecordFields'), { type: 'null' }],
    description: 'The record, or those of its fields that were asked for.',
  }),
  data_as_of: textOrNull('Date of the registry that answered, YYYY-MM-DD.', day),
};

/** Only the list is checked as a whole; each number has its own line in the answer. */
const lookupRequest = object(
  { cnpjs: { ...listOf(Type.String(), 'Numbers, with or without mask.'), maxItems: lookupNumbersMax } },
  'Up to 1,000 numbers.',
);

export const companySchemas = {
  CompanyRecord: object(
    recordProperties,
    'Every public fact about an establishment and its company. What is not informed is null.',
  ),
  CompanyRecordFields: {
    ...object(recordProperties, 'The fields of a record that were chosen with `fields`.'),
    required: [],
  },
  CodedText: object(
    {
      code: text('As published, leading zeros kept.'),
      text: textOrNull('Null where the Receita’s tables lack the code.'),
    },
    'A code and what it means.',
  ),
  Address: object(
    {
      street_kind: textOrNull('Such as RUA or AVENIDA.'),
      street: textOrNull('Left out, with number, complement and postal code, where the company is one person.'),
      number: textOrNull('As written: also S/N.'),
      complement: textOrNull('Floor, room and the like.'),
      district: textOrNull('Bairro.'),
      postal_code: textOrNull('CEP, eight digits.'),
      state: textOrNull('Two letters; `EX` abroad.'),
      municipality: namedOrNull('Municipality', 'Município.'),
      city_abroad: textOrNull('For addresses outside Brazil.'),
      country: namedOrNull('CodedText', 'Null for most addresses in Brazil.'),
    },
    'Where the establishment is.',
  ),
  Municipality: object(
    {
      tom_code: text('The Receita’s own code (TOM, the same as SIAFI), four digits.'),
      ibge_code: textOrNull('IBGE’s code, seven digits; null where the mapping lacks it.'),
      name: textOrNull('As the Receita writes it, without accents.'),
    },
    'A municipality under both of its codes.',
  ),
  Contacts: object(
    {
      phone: namedOrNull('Phone', 'First telephone.'),
      second_phone: namedOrNull('Phone', 'Second telephone.'),
      fax: namedOrNull('Phone', 'Fax.'),
      email: textOrNull('As declared, often the accountant’s.'),
    },
    'Left out unless the operator shows them.',
  ),
  Phone: object(
    {
      area_code: textOrNull('DDD, without leading zeros.'),
      number: text('At most eight digits: the files cut the ninth digit of mobile numbers.'),
    },
    'A telephone number.',
  ),
  TaxOption: object(
    {
      opted: { type: ['boolean', 'null'], description: 'Whether the option is on record.' },
      opted_on: textOrNull('YYYY-MM-DD.', day),
      excluded_on: textOrNull('First day without it, which may lie ahead. YYYY-MM-DD.', day),
    },
    'An option of taxation with its dates.',
  ),
  TaxRegime: object(
    {
      year: count('Calendar year.'),
      form: text('In the Receita’s words, such as LUCRO REAL or LUCRO PRESUMIDO.'),
      scp_cnpj: textOrNull('CNPJ of the silent partnership (SCP) that it is about; null for the company itself.'),
      bookkeepings: count('Bookkeepings (ECF) handed in for the year.'),
    },
    'The tax regime of a year.',
  ),
  Partner: object(
    {
      kind: oneOf('PartnerKind', partnerKinds, 'A company, a person, or a foreign one of either sort.'),
      name: textOrNull('As registered.'),
      document: textOrNull('CNPJ of a company; CPF of a person only in the Receita’s mask, `***456789**`.'),
      qualification: namedOrNull('CodedText', 'Such as 49, sócio-administrador.'),
      joined_on: textOrNull('YYYY-MM-DD; may precede the company’s own start.', day),
      country: namedOrNull('CodedText', 'Of foreign partners.'),
      representative: orNull(
        titled(
          'Representative',
          object(
            {
              document: text('CPF in the Receita’s mask.'),
              name: textOrNull('As registered.'),
              qualification: namedOrNull('CodedText', 'Such as 17, procurador.'),
            },
            'Legal representative.',
          ),
        ),
        'Who acts for the partner.',
      ),
      age_band: orNull(
        titled(
          'AgeBand',
          object(
            {
              code: text('1 to 9, as published.'),
              from_years: count('Lower end.'),
              to_years: { type: ['integer', 'null'], description: 'Upper end; null for the last band.' },
            },
            'Age band.',
          ),
        ),
        'Of a person.',
      ),
    },
    'A partner or administrator.',
  ),
  CompanyEstablishments: object(establishmentsProperties, 'A page of a company’s establishments.'),
  CompanyPartners: object(partnersProperties, 'A page of a company’s partners.'),
  CompanyLookupRequest: lookupRequest,
  CompanyLookupLine: object(lookupLineProperties, 'One line of the answer.'),
};

export type EstablishmentsResponse = Static<typeof companySchemas.CompanyEstablishments>;
export type PartnersResponse = Static<typeof companySchemas.CompanyPartners>;
export type LookupLine = Static<typeof companySchemas.CompanyLookupLine>;
