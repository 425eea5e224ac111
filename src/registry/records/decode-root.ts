// What a block of records says about a company as a whole: what all its establishments share.

import {
  type CodedText,
  type CompanyRecord,
  findAgeBand,
  type Partner,
  type partnerKinds,
  type Representative,
  type TaxOption,
  toCompanySize,
} from '../../domain/company/company-record.ts';
import { padCode } from './codes.ts';
import { ColumnReader } from './column-reader.ts';
import { fromDayNumber } from './day-number.ts';
import { columns, noCode, noShortCode, optionCodes, partnerFlags, rootFlags, simplesFlags } from './layout.ts';
import type { TextsByCode } from './tables.ts';

export interface RootRecord
  extends Pick<
    CompanyRecord,
    'legalNature' | 'size' | 'capital' | 'responsibleQualification' | 'federativeEntity' | 'simples' | 'mei'
  > {
  readonly partners: readonly Partner[];
  /** 1 for nearly all. */
  readonly establishments: number;
  /** Of several establishments: the branch of the head office as a number, -1 for none. Undefined of a single one. */
  readonly headBranch: number | undefined;
}

/** Both mean not informed. */
const noLegalNatures: ReadonlySet<number> = new Set([0, 8885, noCode]);
/** The kind of partner by its code; 0 stands for what nobody documented. */
const kindOfCode = [
  'unknown',
  'company',
  'person',
  'foreign',
] as const satisfies readonly (typeof partnerKinds)[number][];

const reader = new ColumnReader();

export function decodeRoot(block: Buffer, positions: Int32Array, texts: TextsByCode): RootRecord {
  const read = reader.begin(block, positions);
  const flags = read.one(columns.rootFlags);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const legalNature = has(rootFlags.company) ? read.two(columns.company) : noCode;
  const responsible = has(rootFlags.company) ? read.one(columns.company) : noShortCode;
  const size = has(rootFlags.company) ? read.one(columns.company) : noShortCode;
  const capital = has(rootFlags.company) ? read.varint(columns.capital) : 0;
  const establishments = has(rootFlags.several) ? read.varint(columns.several) : 1;
  return {
    legalNature: noLegalNatures.has(legalNature) ? null : texts.get('legalNatures', legalNature),
    responsibleQualification: toQualification(responsible, texts),
    size: size === noShortCode ? null : toCompanySize(padCode(size, 2)),
    capital: capital === 0 ? null : toAmount(capital - 1),
    federativeEntity: has(rootFlags.federative) ? read.text(columns.federative) : null,
    ...(has(rootFlags.simples) ? readSimples(read) : { simples: null, mei: null }),
    partners: has(rootFlags.partners)
      ? Array.from({ length: read.varint(columns.partners) }, () => readPartner(read, texts))
      : [],
    establishments,
    headBranch: has(rootFlags.several) ? read.varint(columns.several) - 1 : undefined,
  };
}

/** Cents are whole numbers below 2^53: the division is exact where it matters. */
function toAmount(cents: number): string {
  const rest = cents % 100;
  return `${(cents - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}

function readSimples(read: ColumnReader): { simples: TaxOption; mei: TaxOption } {
  const flags = read.two(columns.simples);
  const dayIf = (flag: number): string | null =>
    (flags & flag) === 0 ? null : fromDayNumber(read.two(columns.simples));
  const optedOn = dayIf(simplesFlags.optedOn);
  const excludedOn = dayIf(simplesFlags.excludedOn);
  const meiOptedOn = dayIf(simplesFlags.meiOptedOn);
  const meiExcludedOn = dayIf(simplesFlags.meiExcludedOn);
  return {
    simples: { opted: toOption(flags & 3), optedOn, excludedOn },
    mei: {
      opted: toOption((flags >>> simplesFlags.meiShift) & 3),
      optedOn: (flags & simplesFlags.meiOptedSame) === 0 ? meiOptedOn : optedOn,
      excludedOn: (flags & simplesFlags.meiExcludedSame) === 0 ? meiExcludedOn : excludedOn,
    },
  };
}

function toOption(code: number): boolean | null {
  if (code === optionCodes.yes) return true;
  return code === optionCodes.no ? false : null;
}

function readPartner(read: ColumnReader, texts: TextsByCode): Partner {
  const kindAndAge = read.one(columns.partnerKinds);
  const qualification = read.one(columns.partnerKinds);
  const joinedOn = fromDayNumber(read.two(columns.partnerDays));
  const flags = read.one(columns.partnerFlags);
  const maskedCpf = (flags & partnerFlags.maskedCpf) === 0 ? null : readMaskedCpf(read);
  const country = (flags & partnerFlags.country) === 0 ? 0 : read.two(columns.partnerNumbers);
  const representative = (flags & partnerFlags.representative) === 0 ? null : readMaskedCpf(read);
  const role = (flags & partnerFlags.representativeRole) === 0 ? 0 : read.one(columns.partnerNumbers);
  const name = read.text(columns.partnerTexts);
  const cnpj = (flags & partnerFlags.cnpj) === 0 ? null : read.text(columns.partnerTexts);
  return {
    kind: kindOfCode[kindAndAge & 15] ?? 'unknown',
    name,
    document: cnpj ?? maskedCpf,
    qualification: toQualification(qualification, texts),
    joinedOn,
    country: country === 0 ? null : texts.get('countries', country),
    representative:
      representative === null ? null : toRepresentative(read, representative, toQualification(role, texts)),
    ageBand: findAgeBand(String(kindAndAge >>> 4)) ?? null,
  };
}

function toRepresentative(read: ColumnReader, document: string, qualification: CodedText | null): Representative {
  return { document, name: read.text(columns.partnerTexts), qualification };
}

function readMaskedCpf(read: ColumnReader): string {
  return `***${padCode(read.three(columns.partnerNumbers), 6)}**`;
}

/** `00` is none. */
function toQualification(code: number, texts: TextsByCode): CodedText | null {
  return code === 0 || code === noShortCode ? null : texts.get('qualifications', code);
}
