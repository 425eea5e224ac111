// What a record says about a company as a whole: what all its establishments share. The order of the reads is that of the bytes.

import {
  type CodedText,
  type CompanyRecord,
  findAgeBand,
  type Partner,
  type PublishedValues,
  type partnerKinds,
  type Representative,
  type TaxOption,
  type TaxRegime,
  toCompanySize,
} from '../../../domain/company/company-record.ts';
import { padCode } from '../codes.ts';
import { fromDayNumber } from '../day-number.ts';
import { noCode, noShortCode, optionCodes, partnerFlags, rootFlags, simplesFlags, taxForms } from '../layout.ts';
import type { TextsByCode } from '../tables.ts';
import type { RowReader } from './row-reader.ts';

export interface RootRecord
  extends Pick<
    CompanyRecord,
    'legalNature' | 'size' | 'capital' | 'responsibleQualification' | 'federativeEntity' | 'simples' | 'mei'
  > {
  readonly taxRegimes: readonly TaxRegime[];
  readonly partners: readonly Partner[];
  /** Very many partners are in pieces of their own; `partners` is empty then. */
  readonly partnersApart: PartnersApart | undefined;
  /** 1 for nearly all. */
  readonly establishments: number;
  /**
   * A root with several establishments has the branch of the head office as a number, -1 for none. The value is undefined if there is one
   * establishment.
   */
  readonly headBranch: number | undefined;
  readonly asPublished: PublishedValues | undefined;
}

export interface PartnersApart {
  readonly total: number;
  /** `firstPiece` is the number of the piece among those of the partition. */
  readonly firstPiece: number;
}

const noOptions = { simples: null, mei: null };

/** Both mean not informed. */
const noLegalNatures: ReadonlySet<number> = new Set([0, 8885, noCode]);
/** The array maps codes to kinds of partner; 0 stands for a kind that no document describes. */
const kindOfCode = [
  'unknown',
  'company',
  'person',
  'foreign',
] as const satisfies readonly (typeof partnerKinds)[number][];

export function decodeRoot(read: RowReader, texts: TextsByCode): RootRecord {
  const flags = read.one();
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const isListed = has(rootFlags.company);
  const legalNature = isListed ? read.two() : noCode;
  const responsible = isListed ? read.one() : noShortCode;
  const size = isListed ? read.one() : noShortCode;
  const capital = isListed ? read.varint() : 0;
  const federativeEntity = has(rootFlags.federative) ? read.text() : null;
  const options = has(rootFlags.simples) ? readSimples(read) : noOptions;
  const establishments = has(rootFlags.several) ? read.varint() : 1;
  const headBranch = has(rootFlags.several) ? read.varint() - 1 : undefined;
  const taxRegimes = has(rootFlags.taxRegimes) ? readTaxRegimes(read) : [];
  return {
    legalNature: noLegalNatures.has(legalNature) ? null : texts.get('legalNatures', legalNature),
    responsibleQualification: toQualification(responsible, texts),
    size: size === noShortCode ? null : toCompanySize(padCode(size, 2)),
    capital: capital === 0 ? null : toAmount(capital - 1),
    federativeEntity,
    simples: options.simples,
    mei: options.mei,
    taxRegimes,
    partners: has(rootFlags.partners) ? decodePartners(read, read.varint(), texts) : [],
    partnersApart: has(rootFlags.partnersApart) ? { total: read.varint(), firstPiece: read.varint() } : undefined,
    establishments,
    headBranch,
    asPublished: toPublished(legalNature, responsible, size, texts),
  };
}

export function decodePartners(read: RowReader, count: number, texts: TextsByCode): Partner[] {
  const partners: Partner[] = [];
  for (let partner = 0; partner < count; partner++) partners.push(readPartner(read, texts));
  return partners;
}

function readTaxRegimes(read: RowReader): TaxRegime[] {
  const regimes: TaxRegime[] = [];
  for (let count = read.varint(); count > 0; count--) {
    const year = read.two();
    const known = taxForms[read.one() - 1];
    const bookkeepings = read.varint();
    const form = known ?? read.text() ?? '';
    regimes.push({ year, form, bookkeepings, scpCnpj: read.text() });
  }
  return regimes;
}

/** The codes that mean "not informed", which some callers expect to see. */
function toPublished(
  legalNature: number,
  responsible: number,
  size: number,
  texts: TextsByCode,
): PublishedValues | undefined {
  const isNature = legalNature !== noCode && noLegalNatures.has(legalNature);
  if (!isNature && responsible !== 0 && size !== 0) return undefined;
  return {
    ...(isNature && { legalNature: texts.get('legalNatures', legalNature) }),
    ...(responsible === 0 && { responsibleQualification: texts.get('qualifications', 0) }),
    ...(size === 0 && { size: { code: '00', text: null } }),
  };
}

/** Cents are whole numbers below 2^53: the division is exact where it matters. */
function toAmount(cents: number): string {
  const rest = cents % 100;
  return `${(cents - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}

function readSimples(read: RowReader): { simples: TaxOption; mei: TaxOption } {
  const flags = read.two();
  const dayIf = (flag: number): string | null => ((flags & flag) === 0 ? null : fromDayNumber(read.two()));
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

function readPartner(read: RowReader, texts: TextsByCode): Partner {
  const kindAndAge = read.one();
  const qualification = read.one();
  const joinedOn = fromDayNumber(read.two());
  const flags = read.one();
  const maskedCpf = (flags & partnerFlags.maskedCpf) === 0 ? null : readMaskedCpf(read);
  const country = (flags & partnerFlags.country) === 0 ? 0 : read.two();
  const representative = (flags & partnerFlags.representative) === 0 ? null : readMaskedCpf(read);
  const role = (flags & partnerFlags.representativeRole) === 0 ? 0 : read.one();
  const name = read.text();
  const cnpj = (flags & partnerFlags.cnpj) === 0 ? null : read.text();
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
    ...(qualification === 0 || (role !== 0 && representative === null)
      ? { asPublished: toPublishedCodes(qualification, representative === null ? role : 0, texts) }
      : undefined),
  };
}

function toPublishedCodes(qualification: number, role: number, texts: TextsByCode): Partner['asPublished'] {
  return {
    ...(qualification === 0 && { qualification: texts.get('qualifications', 0) }),
    ...(role !== 0 && { representativeQualification: texts.get('qualifications', role) }),
  };
}

function toRepresentative(read: RowReader, document: string, qualification: CodedText | null): Representative {
  return { document, name: read.text(), qualification };
}

function readMaskedCpf(read: RowReader): string {
  return `***${padCode(read.three(), 6)}**`;
}

/** `00` is none. */
function toQualification(code: number, texts: TextsByCode): CodedText | null {
  return code === 0 || code === noShortCode ? null : texts.get('qualifications', code);
}
