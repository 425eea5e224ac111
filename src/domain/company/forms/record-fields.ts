// Every field of the record, once: what it is, how it reads, and whether it points at a person. Privacy, JSON, CSV and the schemas of
// the API are made of this table, and `tsc` asks here for each field that `CompanyRecord` has. Names and order are public: a field's
// name is that of `CompanyRecord` in snake case.

import type { CnpjRoot } from '../../numbers/cnpj.ts';
import { companyStatuses } from '../company.ts';
import {
  type Address,
  type AgeBand,
  type CodedText,
  type CompanyRecord,
  type Contacts,
  type EstablishmentSummary,
  type Municipality,
  type Partner,
  type Phone,
  partnerKinds,
  type Representative,
  type SpecialSituation,
  type TaxOption,
  type TaxRegime,
} from '../company-record.ts';
import {
  type AnyForm,
  asColumn,
  code,
  codeOrNull,
  component,
  count,
  countOrNull,
  type Form,
  flag,
  flagOrNull,
  listOf,
  objectOf,
  oneOf,
  oneOfOrNull,
  orNull,
  text,
  textOrNull,
  titled,
  withOwnColumns,
} from './form.ts';

/**
 * What is left out unless an operator states a purpose:
 * - `email`: of every company; it is often the accountant's own.
 * - `phones`: telephones and fax of every company.
 * - `personal_address`: of companies that are one person: the street, and the postal code, which in a town names the street.
 * - `minors`: partners who are or may be under 18, with who represents them.
 */
export const personalFacts = ['email', 'phones', 'personal_address', 'minors'] as const;
export type PersonalFact = (typeof personalFacts)[number];

/** `company`: shown, and no person stands in it. `people`: shown, and can name a person, so the audit has who read it. */
export type Showing = 'company' | 'people' | PersonalFact;

/** A field holds null in place of a withheld value. A field that cannot be null therefore holds no personal data. */
interface Field<Value> extends Form<Value, unknown> {
  readonly shows: null extends Value ? Showing : Exclude<Showing, PersonalFact>;
}
type FieldsOf<Facts> = { readonly [Name in keyof Facts]-?: Field<Facts[Name]> };
type FormsOf<Facts> = { readonly [Name in keyof Facts]-?: Form<Facts[Name], unknown> };

const field = <Piece extends AnyForm, const Shows extends Showing>(shows: Shows, form: Piece) => ({ ...form, shows });

/** The facts of a record comprise the registry's data and statements about the answer. */
export interface RecordFacts extends Omit<CompanyRecord, 'establishments' | 'headOfficeCnpj' | 'asPublished'> {
  readonly root: CnpjRoot;
  readonly establishments: { readonly total: number; readonly headOffice: string | null };
  readonly withheld: readonly PersonalFact[];
  readonly dataAsOf: string;
}

const day = { format: 'date' };

const codedText = component(
  'CodedText',
  objectOf(
    {
      code: code('As published, leading zeros kept.'),
      text: textOrNull('Null where the Receita’s tables lack the code.'),
    } satisfies FormsOf<CodedText>,
    'A code and what it means.',
  ),
);

const municipality = component(
  'Municipality',
  objectOf(
    {
      tomCode: code('The Receita’s own code (TOM, the same as SIAFI), four digits.'),
      ibgeCode: codeOrNull('IBGE’s code, seven digits; null where the mapping lacks it.'),
      name: textOrNull('As the Receita writes it, without accents.'),
    } satisfies FormsOf<Municipality>,
    'A municipality under both of its codes.',
  ),
);

export const addressFields = {
  streetKind: field('personal_address', textOrNull('Such as RUA or AVENIDA.')),
  street: field(
    'personal_address',
    textOrNull('Left out, with number, complement and postal code, where the company is one person.'),
  ),
  number: field('personal_address', textOrNull('As written: also S/N.')),
  complement: field('personal_address', textOrNull('Floor, room and the like.')),
  district: field('company', textOrNull('Bairro.')),
  postalCode: field('personal_address', textOrNull('CEP, eight digits.')),
  state: field('company', codeOrNull('Two letters; `EX` abroad.')),
  municipality: field('company', orNull(municipality, 'Município.')),
  cityAbroad: field('company', textOrNull('For addresses outside Brazil.')),
  country: field('company', orNull(codedText, 'Null for most addresses in Brazil.')),
} satisfies FieldsOf<Address>;

const address = component('Address', objectOf(addressFields, 'Where the establishment is.'));

const phone = component(
  'Phone',
  objectOf(
    {
      areaCode: textOrNull('DDD, without leading zeros.'),
      number: text('At most eight digits: the files cut the ninth digit of mobile numbers.'),
    } satisfies FormsOf<Phone>,
    'A telephone number.',
  ),
);

const phoneOrNull = (description: string) =>
  orNull(
    asColumn(phone, ({ areaCode, number }) => `${areaCode ?? ''}${number}`),
    description,
  );

export const contactFields = {
  phone: field('phones', phoneOrNull('First telephone.')),
  secondPhone: field('phones', phoneOrNull('Second telephone.')),
  fax: field('phones', phoneOrNull('Fax.')),
  email: field('email', textOrNull('As declared, often the accountant’s.')),
} satisfies FieldsOf<Contacts>;

const contacts = component('Contacts', objectOf(contactFields, 'Left out unless the operator shows them.'));

const taxOption = component(
  'TaxOption',
  objectOf(
    {
      opted: flagOrNull('Whether the option is on record.'),
      optedOn: codeOrNull('YYYY-MM-DD.', day),
      excludedOn: codeOrNull('First day without it, which may lie ahead. YYYY-MM-DD.', day),
    } satisfies FormsOf<TaxOption>,
    'An option of taxation with its dates.',
  ),
);

const taxRegime = component(
  'TaxRegime',
  objectOf(
    {
      year: count('Calendar year.'),
      form: text('In the Receita’s words, such as LUCRO REAL or LUCRO PRESUMIDO.'),
      scpCnpj: codeOrNull('CNPJ of the silent partnership (SCP) that it is about; null for the company itself.'),
      bookkeepings: count('Bookkeepings (ECF) handed in for the year.'),
    } satisfies FormsOf<TaxRegime>,
    'The tax regime of a year.',
  ),
);

const representative = titled(
  'Representative',
  objectOf(
    {
      document: text('CPF in the Receita’s mask.'),
      name: textOrNull('As registered.'),
      qualification: orNull(codedText, 'Such as 17, procurador.'),
    } satisfies FormsOf<Representative>,
    'Legal representative.',
  ),
);

const ageBand = titled(
  'AgeBand',
  objectOf(
    {
      code: code('1 to 9, as published.'),
      fromYears: count('Lower end.'),
      toYears: countOrNull('Upper end; null for the last band.'),
    } satisfies FormsOf<AgeBand>,
    'Age band.',
  ),
);

/** All of it is about a partner, and goes with them. */
export const partnerForm = component(
  'Partner',
  objectOf(
    {
      kind: oneOf('PartnerKind', partnerKinds, 'A company, a person, or a foreign one of either sort.'),
      name: textOrNull('As registered.'),
      document: textOrNull('CNPJ of a company; CPF of a person only in the Receita’s mask, `***456789**`.'),
      qualification: orNull(codedText, 'Such as 49, sócio-administrador.'),
      joinedOn: codeOrNull('YYYY-MM-DD; may precede the company’s own start.', day),
      country: orNull(codedText, 'Of foreign partners.'),
      representative: orNull(representative, 'Who acts for the partner.'),
      ageBand: orNull(ageBand, 'Of a person.'),
    } satisfies FormsOf<Omit<Partner, 'asPublished'>>,
    'A partner or administrator.',
  ),
);

const specialSituation = titled(
  'SpecialSituation',
  objectOf(
    {
      text: text('In the Receita’s words.'),
      since: codeOrNull('YYYY-MM-DD.', day),
    } satisfies FormsOf<SpecialSituation>,
    'Special situation.',
  ),
);

const establishments = titled(
  'EstablishmentsSummary',
  objectOf(
    {
      total: count(
        'Establishments of the company, this one included; `/v1/companies/{root}/establishments` lists them.',
      ),
      headOffice: asColumn(codeOrNull('CNPJ of the head office.'), (cnpj) => cnpj, 'head_office_cnpj'),
    },
    'Head office and branches.',
  ),
);

/** A list of codes or marks in one cell. */
const joined = (items: readonly string[]): string | null => (items.length === 0 ? null : items.join(' '));

export const fields = {
  cnpj: field('company', code('14 characters, upper case, no mask.')),
  root: field('company', code('The first eight characters, which all establishments of the company share.')),
  headOffice: field(
    'company',
    flag('Whether this establishment is the head office (matriz), by the registry’s own column.'),
  ),
  legalName: field('people', textOrNull('Razão social. A CPF inside it is masked as the Receita masks partners.')),
  tradeName: field('people', textOrNull('Nome fantasia.')),
  status: field(
    'company',
    oneOf('CompanyStatus', companyStatuses, 'Situação cadastral; `unknown` is a code that nobody mapped.'),
  ),
  statusCode: field('company', codeOrNull('The same as the Receita’s code.')),
  statusSince: field('company', codeOrNull('Since when, YYYY-MM-DD.', day)),
  statusReason: field('company', orNull(codedText, 'Why; null for code 00, no reason.')),
  foundationDate: field('company', codeOrNull('Start of activity, YYYY-MM-DD.', day)),
  specialSituation: field(
    'company',
    orNull(specialSituation, 'Bankruptcy, judicial recovery, liquidation and the like.'),
  ),
  mainActivity: field('company', orNull(codedText, 'CNAE, seven digits.')),
  otherActivities: field(
    'company',
    asColumn(
      listOf(codedText, 'CNAEs besides the main one.'),
      (activities) => joined(activities.map(({ code }) => code)),
      'other_activity_codes',
    ),
  ),
  address: field('company', withOwnColumns(address)),
  contacts: field('company', withOwnColumns(contacts)),
  legalNature: field('company', orNull(codedText, 'Natureza jurídica.')),
  size: field('company', orNull(codedText, 'Porte, as the company declares it: 01 micro, 03 small, 05 any other.')),
  capital: field(
    'company',
    codeOrNull('Capital social in reais as an exact decimal, such as `1000.00`.', {
      pattern: '^[0-9]+\\.[0-9]{2}$',
    }),
  ),
  responsibleQualification: field(
    'company',
    orNull(codedText, 'In what quality the responsible person acts; who it is, is not public.'),
  ),
  federativeEntity: field('company', textOrNull('Public bodies only: whose they are.')),
  simples: field('company', orNull(taxOption, 'Simples Nacional; null where the company never had to do with it.')),
  mei: field('company', orNull(taxOption, 'MEI; null where the company never had to do with it.')),
  taxRegimes: field(
    'company',
    orNull(
      listOf(taxRegime, 'By year.'),
      'How the company was taxed outside of Simples, by the bookkeeping that it handed in. Null when the files of tax regimes were not imported.',
    ),
  ),
  partners: field(
    'minors',
    orNull(
      listOf(partnerForm, 'By day of entry, then name.'),
      'Partners and administrators of the whole company; empty where the files list nobody, as for sole traders; null where they were not imported.',
    ),
  ),
  partnersTotal: field(
    'company',
    countOrNull(
      'How many partners the company has. With over 100, `partners` holds the first 100 and `/v1/companies/{root}/partners` lists all. Withheld ones count too.',
    ),
  ),
  partnersMissing: field('company', oneOfOrNull('PartnersMissing', ['not_imported'], 'Why `partners` is null.')),
  establishments: field('company', establishments),
  withheld: field(
    'company',
    asColumn(
      listOf(
        oneOf('PersonalFact', personalFacts, 'A kind of fact.'),
        'What the registry knows and this service leaves out for the sake of people; the operator can switch each on.',
      ),
      joined,
    ),
  ),
  dataAsOf: field('company', code('Date of the registry in use, YYYY-MM-DD.', day)),
} satisfies FieldsOf<RecordFacts>;

export const recordForm = objectOf(
  fields,
  'Every public fact about an establishment and its company. What is not informed is null.',
);

/** A list of a company's establishments shows these fields of each. */
export const establishmentForm = titled(
  'Establishment',
  objectOf(
    {
      cnpj: fields.cnpj,
      headOffice: fields.headOffice,
      tradeName: fields.tradeName,
      status: fields.status,
      foundationDate: fields.foundationDate,
      state: addressFields.state,
      municipality: orNull(municipality, 'Where it is.'),
    } satisfies FormsOf<EstablishmentSummary>,
    'What a list shows of an establishment.',
  ),
);

/** The objects that stand in several places, by the names under which the API's description has them. */
export const recordComponents = {
  CodedText: codedText.component,
  Address: address.component,
  Municipality: municipality.component,
  Contacts: contacts.component,
  Phone: phone.component,
  TaxOption: taxOption.component,
  TaxRegime: taxRegime.component,
  Partner: partnerForm.component,
};
