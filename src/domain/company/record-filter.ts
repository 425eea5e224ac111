// Conditions for lists of records as an operator writes them: `uf=SP`, `cnae=6201501,6202300`, `opened=2020-01-01..2024-12-31`.
// A condition that is not understood is refused with what it should look like: a list that is too long is noticed too late.

import { isRealDay } from '../dates/calendar.ts';
import { parseCnpjRoot } from '../numbers/cnpj.ts';
import { companyStatuses } from './company.ts';
import type { RecordFilter } from './company-record.ts';

export type ParsedFilter =
  | { readonly kind: 'valid'; readonly value: RecordFilter }
  | { readonly kind: 'invalid'; readonly message: string };

interface Condition {
  readonly about: string;
  /** Returns undefined if the text is not understood. */
  read(text: string): RecordFilter | undefined;
}

// biome-ignore format: a list of words reads better in rows
const states = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR', 'RJ', 'RN',
  'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO', 'EX',
];
const sizeCodes: Readonly<Record<string, string>> = { micro: '01', small: '03', other: '05' };

export const filterConditions: Readonly<Record<string, Condition>> = {
  uf: {
    about: 'two letters, several separated by commas; EX is abroad',
    read: (text) => readCodes('states', text.toUpperCase(), isState),
  },
  municipio: {
    about: 'IBGE code (seven digits) or TOM code (four digits), several separated by commas',
    read: (text) => readCodes('municipalities', text, (item) => /^(?:\d{4}|\d{7})$/.test(item)),
  },
  cnae: {
    about: 'main or other activity, seven digits, several separated by commas',
    read: (text) => readCodes('activities', text.replace(/[./-]/g, ''), (item) => /^\d{7}$/.test(item)),
  },
  status: {
    about: `${companyStatuses.join(', ')}; several separated by commas`,
    read: (text) => {
      const names = readList(text, () => true) ?? [];
      const statuses = companyStatuses.filter((status) => names.includes(status));
      return statuses.length === new Set(names).size && statuses.length > 0 ? { statuses } : undefined;
    },
  },
  opened: {
    about: 'a day as YYYY-MM-DD, or FROM..TO with either left out',
    read: readDays,
  },
  size: {
    about: 'micro, small or other (or 01, 03, 05); several separated by commas',
    read: (text) => {
      const sizes = readList(text, (item) => item in sizeCodes || /^0[135]$/.test(item));
      return sizes && { sizes: sizes.map((item) => sizeCodes[item] ?? item) };
    },
  },
  nature: {
    about: 'legal nature, four digits such as 2062, several separated by commas',
    read: (text) => readCodes('legalNatures', text.replaceAll('-', ''), (item) => /^\d{4}$/.test(item)),
  },
  root: {
    about: 'the first eight characters of a CNPJ',
    read: (text) => {
      const parsed = parseCnpjRoot(text);
      return parsed.kind === 'valid' ? { root: parsed.value } : undefined;
    },
  },
};

export function parseRecordFilter(conditions: readonly string[]): ParsedFilter {
  const value: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const text of conditions) {
    const at = text.indexOf('=');
    const name = text.slice(0, Math.max(0, at));
    const condition = Object.hasOwn(filterConditions, name) ? filterConditions[name] : undefined;
    if (condition === undefined) {
      const names = Object.keys(filterConditions).join(', ');
      return { kind: 'invalid', message: `Write conditions as NAME=VALUE; the names are ${names}.` };
    }
    if (seen.has(name)) {
      return { kind: 'invalid', message: `Write ${name} once; several values are separated by commas.` };
    }
    seen.add(name);
    const read = condition.read(text.slice(at + 1));
    if (read === undefined) return { kind: 'invalid', message: `${name} takes ${condition.about}.` };
    Object.assign(value, read);
  }
  return { kind: 'valid', value };
}

function readList(text: string, isGood: (item: string) => boolean): readonly string[] | undefined {
  const items = text.split(',').map((item) => item.trim());
  return items.every((item) => item !== '' && isGood(item)) ? items : undefined;
}

function readCodes(
  name: 'states' | 'municipalities' | 'activities' | 'legalNatures',
  text: string,
  isGood: (item: string) => boolean,
): RecordFilter | undefined {
  const codes = readList(text, isGood);
  return codes && { [name]: codes };
}

function isState(item: string): boolean {
  return states.includes(item);
}

function readDays(text: string): RecordFilter | undefined {
  const [from = '', to = from, more] = text.split('..');
  if (more !== undefined || (from === '' && to === '')) return undefined;
  if ((from !== '' && !isRealDay(from)) || (to !== '' && !isRealDay(to))) return undefined;
  if (from !== '' && to !== '' && from > to) return undefined;
  return { ...(from === '' ? {} : { foundedFrom: from }), ...(to === '' ? {} : { foundedUntil: to }) };
}
