// The record as callers read it, over HTTP and in exports: its names, their order, and nothing that privacy left out.
// Names and order are public: change them only together with the contract's schema, which a type check holds to this file.

import { toCnpjRoot } from '../../numbers/cnpj.ts';
import type {
  Address,
  CodedText,
  Contacts,
  EstablishmentSummary,
  Municipality,
  Partner,
  Phone,
  TaxOption,
  TaxRegime,
} from '../company-record.ts';
import type { ShownRecord } from '../record-privacy.ts';

export type RecordDocument = ReturnType<typeof toRecordDocument>;
export type PartnerDocument = ReturnType<typeof toPartnerDocument>;
export type EstablishmentDocument = ReturnType<typeof toEstablishmentDocument>;
export type RecordField = keyof RecordDocument;

/** Every name of the record, in its order; the compiler holds that none is missing, a test that the order is this one. */
const fieldNames: Readonly<Record<RecordField, true>> = {
  cnpj: true,
  root: true,
  head_office: true,
  legal_name: true,
  trade_name: true,
  status: true,
  status_code: true,
  status_since: true,
  status_reason: true,
  foundation_date: true,
  special_situation: true,
  main_activity: true,
  other_activities: true,
  address: true,
  contacts: true,
  legal_nature: true,
  size: true,
  capital: true,
  responsible_qualification: true,
  federative_entity: true,
  simples: true,
  mei: true,
  tax_regimes: true,
  partners: true,
  partners_total: true,
  partners_missing: true,
  establishments: true,
  withheld: true,
  data_as_of: true,
};
export const recordFields = Object.keys(fieldNames) as readonly RecordField[];

export function isRecordField(name: string): name is RecordField {
  return Object.hasOwn(fieldNames, name);
}

/** Those that can name a natural person. */
const fieldsOfPeople: ReadonlySet<RecordField> = new Set<RecordField>(['legal_name', 'trade_name', 'partners']);

/** `null` is the whole record. */
export function canNamePeople(fields: readonly RecordField[] | null): boolean {
  return fields === null || fields.some((field) => fieldsOfPeople.has(field));
}

export function toRecordDocument({ record, withheld }: ShownRecord, dataAsOf: string) {
  const { specialSituation } = record;
  return {
    cnpj: record.cnpj as string,
    root: toCnpjRoot(record.cnpj) as string,
    head_office: record.headOffice,
    legal_name: record.legalName,
    trade_name: record.tradeName,
    status: record.status,
    status_code: record.statusCode,
    status_since: record.statusSince,
    status_reason: toCoded(record.statusReason),
    foundation_date: record.foundationDate,
    special_situation: specialSituation && { text: specialSituation.text, since: specialSituation.since },
    main_activity: toCoded(record.mainActivity),
    other_activities: record.otherActivities.map(({ code, text }) => ({ code, text })),
    address: toAddress(record.address),
    contacts: toContacts(record.contacts),
    legal_nature: toCoded(record.legalNature),
    size: toCoded(record.size),
    capital: record.capital,
    responsible_qualification: toCoded(record.responsibleQualification),
    federative_entity: record.federativeEntity,
    simples: toTaxOption(record.simples),
    mei: toTaxOption(record.mei),
    tax_regimes: record.taxRegimes === null ? null : record.taxRegimes.map(toTaxRegime),
    partners: record.partners === null ? null : record.partners.map(toPartnerDocument),
    partners_total: record.partnersTotal,
    partners_missing: record.partnersMissing,
    establishments: { total: record.establishments, head_office: record.headOfficeCnpj as string | null },
    withheld: [...withheld],
    data_as_of: dataAsOf,
  };
}

/** Only the given fields, in the record's order. */
export function pickFields(document: RecordDocument, fields: readonly RecordField[]): Partial<RecordDocument> {
  const wanted = new Set<string>(fields);
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted.has(name))) as Partial<RecordDocument>;
}

export function toEstablishmentDocument(summary: EstablishmentSummary) {
  return {
    cnpj: summary.cnpj as string,
    head_office: summary.headOffice,
    trade_name: summary.tradeName,
    status: summary.status,
    foundation_date: summary.foundationDate,
    state: summary.state,
    municipality: toMunicipality(summary.municipality),
  };
}

function toCoded(value: CodedText | null) {
  return value && { code: value.code, text: value.text };
}

function toMunicipality(value: Municipality | null) {
  return value && { tom_code: value.tomCode, ibge_code: value.ibgeCode, name: value.name };
}

function toAddress(address: Address) {
  return {
    street_kind: address.streetKind,
    street: address.street,
    number: address.number,
    complement: address.complement,
    district: address.district,
    postal_code: address.postalCode,
    state: address.state,
    municipality: toMunicipality(address.municipality),
    city_abroad: address.cityAbroad,
    country: toCoded(address.country),
  };
}

function toContacts({ phone, secondPhone, fax, email }: Contacts) {
  return { phone: toPhone(phone), second_phone: toPhone(secondPhone), fax: toPhone(fax), email };
}

function toPhone(phone: Phone | null) {
  return phone && { area_code: phone.areaCode, number: phone.number };
}

function toTaxOption(option: TaxOption | null) {
  return option && { opted: option.opted, opted_on: option.optedOn, excluded_on: option.excludedOn };
}

function toTaxRegime({ year, form, scpCnpj, bookkeepings }: TaxRegime) {
  return { year, form, scp_cnpj: scpCnpj, bookkeepings };
}

export function toPartnerDocument(partner: Partner) {
  const { representative, ageBand } = partner;
  return {
    kind: partner.kind,
    name: partner.name,
    document: partner.document,
    qualification: toCoded(partner.qualification),
    joined_on: partner.joinedOn,
    country: toCoded(partner.country),
    representative: representative && {
      document: representative.document,
      name: representative.name,
      qualification: toCoded(representative.qualification),
    },
    age_band: ageBand && { code: ageBand.code, from_years: ageBand.fromYears, to_years: ageBand.toYears },
  };
}
