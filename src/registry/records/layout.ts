// The bits of a record: what write/ writes and read/ reads. Part of the file format; docs/registry.md describes it.

/** Grows with every change to the bytes of records.dat. A reader refuses any other. */
export const recordsFormat = 1;

/** Rows that are packed together, and unpacked to read one of them. */
export const groupRows = 8;
/** A company with more partners has them in pieces of their own, which its neighbours do not pay for. */
export const partnersInlineMax = 100;
/** A piece holds this many partners. */
export const piecePartners = 100;

export const rowFlags = {
  /** The status has a day other than the start of activity. */
  ownSince: 1,
  otherActivities: 2,
  phone: 4,
  secondPhone: 8,
  fax: 16,
  rare: 32,
  /** First establishment of its company: the company's own columns hold one more. Set by the block writer. */
  beginsRoot: 64,
} as const;

export const rareFlags = {
  statusCode: 1,
  country: 2,
  cityAbroad: 4,
  special: 8,
  /** The mark of head office or branch is neither 1 nor 2. */
  officeKind: 16,
  /** The postal code is not eight digits, and stands as written among the texts. */
  postalCode: 32,
} as const;
/** A mark of office that is empty or no number. */
export const noOfficeKind = 0xff;

export const rootFlags = {
  company: 1,
  simples: 2,
  partners: 4,
  several: 8,
  federative: 16,
  taxRegimes: 32,
  /** The partners are in pieces of their own: how many, and the number of the first piece. */
  partnersApart: 64,
} as const;

/** The words of the files of tax regimes by their number, counted from 1; 0 stands before any other words. */
export const taxForms = [
  'LUCRO REAL',
  'LUCRO PRESUMIDO',
  'LUCRO ARBITRADO',
  'ISENTA DO IRPJ',
  'IMUNE DO IRPJ',
] as const;

/** Bits 0-1 and 2-3: the option for Simples and for MEI, as `optionCodes`. */
export const simplesFlags = {
  meiShift: 2,
  optedOn: 1 << 4,
  excludedOn: 1 << 5,
  meiOptedOn: 1 << 6,
  meiExcludedOn: 1 << 7,
  /** The same day as the one of Simples, which is not repeated. */
  meiOptedSame: 1 << 8,
  meiExcludedSame: 1 << 9,
} as const;
export const optionCodes = { blank: 0, yes: 1, no: 2 } as const;

export const partnerFlags = { maskedCpf: 1, cnpj: 2, country: 4, representative: 8, representativeRole: 16 } as const;

export function partnerNumberBytes(flags: number): number {
  return (
    ((flags & partnerFlags.maskedCpf) === 0 ? 0 : 3) +
    ((flags & partnerFlags.country) === 0 ? 0 : 2) +
    ((flags & partnerFlags.representative) === 0 ? 0 : 3) +
    ((flags & partnerFlags.representativeRole) === 0 ? 0 : 1)
  );
}

/** Every text ends in this; cleaned text holds no line break. */
export const textEnd = 10;
/** A two-byte code that is not informed. */
export const noCode = 0xffff;
/** A two-digit code that is not informed. */
export const noShortCode = 0xff;
