// The record as one row of a table: every single fact a column, lists in one cell. For programs and spreadsheets alike.

import { toCsvCell, toPlainText } from '../../rows/csv-cell.ts';
import type { RecordDocument } from './record-document.ts';

type Cell = string | number | boolean | null;

/** Free text of companies: a spreadsheet must not take it for a formula. */
const freeText = (value: string | null): string | null => value && toPlainText(value);

const columns: Readonly<Record<string, (record: RecordDocument) => Cell>> = {
  cnpj: (record) => record.cnpj,
  root: (record) => record.root,
  head_office: (record) => record.head_office,
  legal_name: (record) => freeText(record.legal_name),
  trade_name: (record) => freeText(record.trade_name),
  status: (record) => record.status,
  status_code: (record) => record.status_code,
  status_since: (record) => record.status_since,
  status_reason_code: (record) => record.status_reason?.code ?? null,
  status_reason_text: (record) => record.status_reason?.text ?? null,
  foundation_date: (record) => record.foundation_date,
  special_situation_text: (record) => freeText(record.special_situation?.text ?? null),
  special_situation_since: (record) => record.special_situation?.since ?? null,
  main_activity_code: (record) => record.main_activity?.code ?? null,
  main_activity_text: (record) => record.main_activity?.text ?? null,
  other_activity_codes: (record) => toJoined(record.other_activities.map(({ code }) => code)),
  street_kind: (record) => freeText(record.address.street_kind),
  street: (record) => freeText(record.address.street),
  number: (record) => freeText(record.address.number),
  complement: (record) => freeText(record.address.complement),
  district: (record) => freeText(record.address.district),
  postal_code: (record) => record.address.postal_code,
  state: (record) => record.address.state,
  municipality_tom_code: (record) => record.address.municipality?.tom_code ?? null,
  municipality_ibge_code: (record) => record.address.municipality?.ibge_code ?? null,
  municipality_name: (record) => record.address.municipality?.name ?? null,
  city_abroad: (record) => freeText(record.address.city_abroad),
  country_code: (record) => record.address.country?.code ?? null,
  country_text: (record) => record.address.country?.text ?? null,
  phone: (record) => toPhone(record.contacts.phone),
  second_phone: (record) => toPhone(record.contacts.second_phone),
  fax: (record) => toPhone(record.contacts.fax),
  email: (record) => freeText(record.contacts.email),
  legal_nature_code: (record) => record.legal_nature?.code ?? null,
  legal_nature_text: (record) => record.legal_nature?.text ?? null,
  size_code: (record) => record.size?.code ?? null,
  size_text: (record) => record.size?.text ?? null,
  capital: (record) => record.capital,
  responsible_qualification_code: (record) => record.responsible_qualification?.code ?? null,
  responsible_qualification_text: (record) => record.responsible_qualification?.text ?? null,
  federative_entity: (record) => freeText(record.federative_entity),
  simples_opted: (record) => record.simples?.opted ?? null,
  simples_opted_on: (record) => record.simples?.opted_on ?? null,
  simples_excluded_on: (record) => record.simples?.excluded_on ?? null,
  mei_opted: (record) => record.mei?.opted ?? null,
  mei_opted_on: (record) => record.mei?.opted_on ?? null,
  mei_excluded_on: (record) => record.mei?.excluded_on ?? null,
  tax_regimes_json: (record) => (record.tax_regimes === null ? null : JSON.stringify(record.tax_regimes)),
  partners_json: (record) => (record.partners === null ? null : JSON.stringify(record.partners)),
  partners_total: (record) => record.partners_total,
  partners_missing: (record) => record.partners_missing,
  establishments_total: (record) => record.establishments.total,
  head_office_cnpj: (record) => record.establishments.head_office,
  withheld: (record) => toJoined(record.withheld),
  data_as_of: (record) => record.data_as_of,
};

const writers = Object.values(columns);

export const csvHeader = `${Object.keys(columns).join(',')}\n`;

/** RFC 4180 with line feeds; what is null is an empty cell. */
export function toCsvRow(record: RecordDocument): string {
  return `${writers.map((write) => toCsvCell(String(write(record) ?? ''))).join(',')}\n`;
}

function toPhone(phone: RecordDocument['contacts']['phone']): string | null {
  return phone && `${phone.area_code ?? ''}${phone.number}`;
}

function toJoined(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.join(' ');
}
