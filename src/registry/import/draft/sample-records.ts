// The sampled rows once more, for the records: every column read in the plainest way and compared with what the finished records
// file answers. Codes are compared, not their texts: those come from the tables alone.

import type { RecordLookup } from '../../../app/companies/ports.ts';
import type { CompanyRecord, Partner, PartnerKind, Phone, TaxOption } from '../../../domain/company/company-record.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import { maskCpfInName } from '../../../domain/numbers/cpf.ts';
import { companyColumns, establishmentColumns, partnerColumns, simplesColumns } from '../../files/layout.ts';
import { append, at, countDisagreements, type SampledRow, toFieldDay, toSampleName as toText } from './sample.ts';

type Fields = readonly string[];

/** Returns how many sampled establishments have another record than their rows give. */
export function countRecordFaults(rows: readonly SampledRow[], find: (cnpj: Cnpj) => RecordLookup): number {
  const byRoot = { companies: groupOf(rows, 'companies'), simples: groupOf(rows, 'simples') };
  const partners = groupOf(rows, 'partners');
  return countDisagreements(rows, (fields, root, cnpj) => {
    const found = find(cnpj);
    return (
      found.kind === 'found' &&
      isSame(ofRow(fields), ofEstablishment(found.record)) &&
      (byRoot.companies.get(root) ?? [[]]).some((row) => isSame(ofCompanyRow(row), ofCompany(found.record))) &&
      (byRoot.simples.get(root) ?? [undefined]).some((row) => isSame(ofSimplesRow(row), ofOptions(found.record))) &&
      (found.record.partners === null ||
        isSame(toList(partners.get(root) ?? [], ofPartnerRow), toList(found.record.partners, ofPartner)))
    );
  });
}

function ofRow(fields: Fields): unknown[] {
  const c = establishmentColumns;
  const special = toText(at(fields, c.specialSituation));
  return [
    toRecordDay(at(fields, c.statusSince)),
    toCode(at(fields, c.statusReason), 2, '00'),
    toText(at(fields, c.cityAbroad)),
    toCode(at(fields, c.country), 3, '000'),
    toCode(at(fields, c.mainActivity), 7, '8888888'),
    at(fields, c.otherActivities)
      .split(',')
      .map((code) => toCode(code, 7, '8888888'))
      .filter((code) => code !== null),
    [c.streetKind, c.street, c.number, c.complement, c.district].map((column) => toText(at(fields, column))),
    toPostalCode(at(fields, c.postalCode)),
    states.test(at(fields, c.state)) ? at(fields, c.state) : null,
    toCode(at(fields, c.municipality), 4),
    toPhone(at(fields, c.areaCode), at(fields, c.phone)),
    toPhone(at(fields, c.secondAreaCode), at(fields, c.secondPhone)),
    toPhone(at(fields, c.faxAreaCode), at(fields, c.fax)),
    toEmail(at(fields, c.email)),
    special,
    special === null ? null : toRecordDay(at(fields, c.specialSituationSince)),
  ];
}

function ofEstablishment({ address, contacts, ...record }: CompanyRecord): unknown[] {
  return [
    record.statusSince,
    record.statusReason?.code ?? null,
    address.cityAbroad,
    address.country?.code ?? null,
    record.mainActivity?.code ?? null,
    record.otherActivities.map(({ code }) => code),
    [address.streetKind, address.street, address.number, address.complement, address.district],
    address.postalCode,
    address.state,
    address.municipality?.tomCode ?? null,
    ofPhone(contacts.phone),
    ofPhone(contacts.secondPhone),
    ofPhone(contacts.fax),
    contacts.email,
    record.specialSituation?.text ?? null,
    record.specialSituation?.since ?? null,
  ];
}

function ofCompanyRow(fields: Fields): unknown[] {
  const c = companyColumns;
  return [
    toCode(at(fields, c.legalNature), 4, '0000', '8885'),
    toCode(at(fields, c.responsibleQualification), 2, '00'),
    toAmount(at(fields, c.capital)),
    toCode(at(fields, c.size), 2, '00'),
    toText(at(fields, c.federativeEntity)),
  ];
}

function ofCompany(record: CompanyRecord): unknown[] {
  const { legalNature, responsibleQualification, capital, size, federativeEntity } = record;
  return [
    legalNature?.code ?? null,
    responsibleQualification?.code ?? null,
    capital,
    size?.code ?? null,
    federativeEntity,
  ];
}

function ofSimplesRow(fields: Fields | undefined): unknown[] {
  if (fields === undefined) return [null, null];
  const c = simplesColumns;
  const option = (field: string): boolean | null => (field === 'S' ? true : field === 'N' ? false : null);
  const [simples, mei] = [
    [c.option, c.optedOn, c.excludedOn],
    [c.meiOption, c.meiOptedOn, c.meiExcludedOn],
  ].map(([opted = 0, on = 0, off = 0]) => [
    option(at(fields, opted)),
    toRecordDay(at(fields, on)),
    toRecordDay(at(fields, off)),
  ]);
  return [simples, mei];
}

function ofOptions({ simples, mei }: CompanyRecord): unknown[] {
  const ofOption = (option: TaxOption | null) => option && [option.opted, option.optedOn, option.excludedOn];
  return [ofOption(simples), ofOption(mei)];
}

const kindCodes: Readonly<Record<PartnerKind, string>> = { company: '1', person: '2', foreign: '3', unknown: '' };

function ofPartnerRow(fields: Fields): unknown[] {
  const c = partnerColumns;
  const kind = at(fields, c.kind);
  const document = at(fields, c.document);
  const representative = toMask(at(fields, c.representative));
  return [
    /^[123]$/.test(kind) ? kind : '',
    toText(at(fields, c.name)),
    kind === '1' && /^[0-9A-Z]{12}\d\d$/.test(document) ? document : toMask(document),
    toCode(at(fields, c.qualification), 2, '00'),
    toRecordDay(at(fields, c.joinedOn)),
    toCode(at(fields, c.country), 3, '000'),
    representative,
    representative === null ? null : toText(at(fields, c.representativeName)),
    representative === null ? null : toCode(at(fields, c.representativeQualification), 2, '00'),
    toCode(at(fields, c.ageBand), 1, '0'),
  ];
}

function ofPartner({ representative, ...partner }: Partner): unknown[] {
  return [
    kindCodes[partner.kind],
    partner.name,
    partner.document,
    partner.qualification?.code ?? null,
    partner.joinedOn,
    partner.country?.code ?? null,
    representative?.document ?? null,
    representative?.name ?? null,
    representative?.qualification?.code ?? null,
    partner.ageBand?.code ?? null,
  ];
}

const states = /^(?:A[CLMP]|BA|CE|DF|E[SX]|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)$/;

/** Rows that are the same in all columns are one partner, and the order of the files means nothing. */
function toList<Item>(items: readonly Item[], toPlain: (item: Item) => unknown[]): string[] {
  return [...new Set(items.map((item) => JSON.stringify(toPlain(item))))].sort();
}

function toCode(field: string, digits: number, ...none: readonly string[]): string | null {
  return field.length === digits && /^\d+$/.test(field) && !none.includes(field) ? field : null;
}

/** Records keep days in two bytes. */
function toRecordDay(field: string): string | null {
  const day = toFieldDay(field);
  return day !== null && day >= '1900-01-01' && day <= '2079-06-05' ? day : null;
}

function toPostalCode(field: string): string | null {
  return /^\d{7,8}$/.test(field) && Number(field) > 0 ? field.padStart(8, '0') : null;
}

function toPhone(area: string, number: string): unknown[] | null {
  const digits = toDigits(number);
  if (digits === null || digits === 0 || digits > 99_999_999) return null;
  const areaDigits = toDigits(area) ?? 0;
  return [areaDigits >= 11 && areaDigits <= 99 ? String(areaDigits) : null, String(digits)];
}

/** Returns the digits, or null if the field has more than digits, blanks and the punctuation of a number. */
function toDigits(field: string): number | null {
  return /[:-\xff]/.test(field) ? null : Number(field.replace(/\D/g, ''));
}

function ofPhone(phone: Phone | null): unknown[] | null {
  return phone && [phone.areaCode, phone.number];
}

function toEmail(field: string): string | null {
  const email = field.replace(/[\0- \x7f-\xa0]/g, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return field.length <= 255 && /^.+@./.test(email) ? maskCpfInName(email) : null;
}

function toAmount(field: string): string | null {
  const match = /^(\d+)(?:,(\d{0,2}))?$/.exec(field);
  if (match === null) return null;
  const cents = `${match[1]}${(match[2] ?? '').padEnd(2, '0')}`;
  return Number(cents) < Number.MAX_SAFE_INTEGER ? `${BigInt(cents.slice(0, -2))}.${cents.slice(-2)}` : null;
}

/** Returns the six digits of the mask. A CPF in clear keeps no more than these, and zeros in it stand for no person. */
function toMask(field: string): string | null {
  const digits = /^(?:\*..(\d{6})..|\d{3}(\d{6})\d\d)$/.exec(field);
  const middle = digits?.[1] ?? digits?.[2] ?? '000000';
  return middle === '000000' ? null : `***${middle}**`;
}

function groupOf(rows: readonly SampledRow[], wanted: SampledRow['group']): Map<string, Fields[]> {
  const byRoot = new Map<string, Fields[]>();
  for (const { group, fields } of rows) if (group === wanted) append(byRoot, at(fields, 0), fields);
  return byRoot;
}

function isSame(some: unknown[], others: unknown[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
