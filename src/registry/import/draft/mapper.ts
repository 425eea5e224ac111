// Turns the fields of one row into a record of the import: reads the number, checks its digits, maps the codes, masks CPFs.
// Knows which columns matter (through layout.ts), not where the rows come from or where the records go.

import type { DumpGroup } from '../../../app/registry/registry-snapshot.ts';
import { companyStatuses } from '../../../domain/company/company.ts';
import { checkDigitsClose, readQuad, rootHigh, rootLow } from '../../files/cnpj-key.ts';
import {
  companyColumns,
  establishmentColumns,
  partnerColumns,
  simplesColumns,
  statusOfCode,
  taxRegimeColumns,
} from '../../files/layout.ts';
import { copyCut, copyName, rawTextBytesMax, readDate } from '../../files/quirks.ts';
import type { RejectReason } from '../../files/row-scanner.ts';
import type { RowPayloads } from '../../records/write/row-payload.ts';
import { isTaxRegime, meiOpted, nameBytesMax, recordKinds, type SpillWriter } from './spill.ts';

/** The import tolerates these oddities: it counts and reports them, and never drops a row for them. */
export type Oddities = ReturnType<typeof noOddities>;

export function noOddities() {
  return {
    unknownStatuses: 0,
    unknownOfficeKinds: 0,
    unreadableDates: 0,
    emptyStartDates: 0,
    unknownMeiOptions: 0,
    /** Names of over 255 bytes, of which the rest was cut off. */
    cutNames: 0,
  };
}

export type RowMapper = (bytes: Uint8Array, starts: Int32Array, ends: Int32Array) => RejectReason | undefined;

export const establishmentFlags = { headOffice: 1 << 5, specialSituation: 1 << 6 } as const;
/** Bits 2 to 4 of a record's first byte; the index in `companyStatuses`. */
export const statusShift = 2;

const unknownStatus = companyStatuses.indexOf('unknown');
/** Two code characters as one index: the hot way from `02` to `active`. */
const statusOfCharacters = new Uint8Array(1 << 16).fill(unknownStatus);
for (const [code, status] of Object.entries(statusOfCode)) {
  statusOfCharacters[(code.charCodeAt(0) << 8) | code.charCodeAt(1)] = companyStatuses.indexOf(status);
}
const zero = 48;
const one = 49;
const two = 50;
const blank = 32;
const letterN = 78;
const letterS = 83;
const roomForCnpj = new Uint8Array(16);
const roomForName = new Uint8Array(rawTextBytesMax + 16);

interface RowMapperOptions {
  readonly group: DumpGroup;
  readonly spill: SpillWriter;
  readonly oddities: Oddities;
  /** The value is undefined if the import covers only the facts of verification. */
  readonly payloads: RowPayloads | undefined;
}

export function createRowMapper({ group, spill, oddities, payloads }: RowMapperOptions): RowMapper {
  const mapEstablishment: RowMapper = (bytes, starts, ends) => {
    const c = establishmentColumns;
    const rootAt = starts[c.root] as number;
    const branchAt = starts[c.branch] as number;
    const checkAt = starts[c.checkDigits] as number;
    if (
      (ends[c.root] as number) - rootAt !== 8 ||
      (ends[c.branch] as number) - branchAt !== 4 ||
      (ends[c.checkDigits] as number) - checkAt !== 2
    ) {
      return 'invalid_number';
    }
    const first = readQuad(bytes, rootAt);
    const second = readQuad(bytes, rootAt + 4);
    const branch = readQuad(bytes, branchAt);
    if (first < 0 || second < 0 || branch < 0 || (first | second | branch) === 0) return 'invalid_number';
    if (!checkDigitsClose(bytes, rootAt, branchAt, checkAt)) return 'invalid_check_digits';

    const status = readStatus(bytes, starts[c.status] as number, ends[c.status] as number);
    if (status === unknownStatus) oddities.unknownStatuses++;
    const office =
      (ends[c.headOffice] as number) - (starts[c.headOffice] as number) === 1
        ? bytes[starts[c.headOffice] as number]
        : 0;
    if (office !== one && office !== two) oddities.unknownOfficeKinds++;
    const unreadableBefore = oddities.unreadableDates;
    const startedOn = readDateOrNone(bytes, starts[c.startedOn] as number, ends[c.startedOn] as number);
    if (startedOn === 0 && oddities.unreadableDates === unreadableBefore) oddities.emptyStartDates++;
    const special = isBlank(bytes, starts[c.specialSituation] as number, ends[c.specialSituation] as number)
      ? 0
      : establishmentFlags.specialSituation;

    const flags = (office === one ? establishmentFlags.headOffice : 0) | special | (status << statusShift);
    let at = spill.begin(recordKinds.establishment | flags, rootHigh(first, second), rootLow(second));
    const target = spill.bytes;
    target[at++] = branch;
    target[at++] = branch >>> 8;
    target[at++] = branch >>> 16;
    target[at++] = startedOn;
    target[at++] = startedOn >>> 8;
    target[at++] = startedOn >>> 16;
    at = putName(bytes, starts[c.tradeName] as number, ends[c.tradeName] as number, target, at);
    if (payloads !== undefined) {
      const known = { startedOn, status: status !== unknownStatus };
      at = payloads.putEstablishment({ bytes, starts, ends }, target, at, known);
    }
    spill.end(at);
    return undefined;
  };

  const mapCompany: RowMapper = (bytes, starts, ends) => {
    const c = companyColumns;
    const rootAt = starts[c.root] as number;
    if ((ends[c.root] as number) - rootAt !== 8) return 'invalid_number';
    const first = readQuad(bytes, rootAt);
    const second = readQuad(bytes, rootAt + 4);
    if (first < 0 || second < 0) return 'invalid_number';
    const bodyAt = spill.begin(recordKinds.company, rootHigh(first, second), rootLow(second));
    const at = putName(bytes, starts[c.legalName] as number, ends[c.legalName] as number, spill.bytes, bodyAt);
    spill.end(payloads?.putCompany({ bytes, starts, ends }, spill.bytes, at) ?? at);
    return undefined;
  };

  /** Verification keeps a row only if it opts for MEI; any other row says the same as no row. */
  const mapSimples: RowMapper = (bytes, starts, ends) => {
    const c = simplesColumns;
    const rootAt = starts[c.root] as number;
    if ((ends[c.root] as number) - rootAt !== 8) return 'invalid_number';
    const first = readQuad(bytes, rootAt);
    const second = readQuad(bytes, rootAt + 4);
    if (first < 0 || second < 0) return 'invalid_number';
    const option = readOption(bytes, starts[c.meiOption] as number, ends[c.meiOption] as number);
    if (option === undefined) oddities.unknownMeiOptions++;
    const opted = option === letterS;
    if (!opted && payloads === undefined) return undefined;
    const excludedOn = opted
      ? readDateOrNone(bytes, starts[c.meiExcludedOn] as number, ends[c.meiExcludedOn] as number)
      : 0;
    const kind = recordKinds.simples | (opted ? meiOpted : 0);
    let at = spill.begin(kind, rootHigh(first, second), rootLow(second));
    const target = spill.bytes;
    target[at++] = excludedOn;
    target[at++] = excludedOn >>> 8;
    target[at++] = excludedOn >>> 16;
    spill.end(payloads?.putSimples({ bytes, starts, ends }, target, at) ?? at);
    return undefined;
  };

  const mapPartner: RowMapper = (bytes, starts, ends) => {
    const rootAt = starts[partnerColumns.root] as number;
    if ((ends[partnerColumns.root] as number) - rootAt !== 8) return 'invalid_number';
    const first = readQuad(bytes, rootAt);
    const second = readQuad(bytes, rootAt + 4);
    if (first < 0 || second < 0) return 'invalid_number';
    const at = spill.begin(recordKinds.partner, rootHigh(first, second), rootLow(second));
    spill.end(payloads?.putPartner({ bytes, starts, ends }, spill.bytes, at) ?? at);
    return undefined;
  };

  const mapTaxRegime: RowMapper = (bytes, starts, ends) => {
    const c = taxRegimeColumns;
    // The number is punctuated as people write it.
    let length = 0;
    for (let at = starts[c.cnpj] as number; at < (ends[c.cnpj] as number); at++) {
      const byte = bytes[at] as number;
      if ((byte >= zero && byte <= 57) || (byte >= 65 && byte <= 90)) roomForCnpj[length++ & 15] = byte;
    }
    if (length !== 14 || (ends[c.year] as number) - (starts[c.year] as number) !== 4) return 'invalid_number';
    const first = readQuad(roomForCnpj, 0);
    const second = readQuad(roomForCnpj, 4);
    if (first < 0 || second < 0) return 'invalid_number';
    const at = spill.begin(recordKinds.partner | isTaxRegime, rootHigh(first, second), rootLow(second));
    spill.end(payloads?.putTaxRegime({ bytes, starts, ends }, spill.bytes, at) ?? at);
    return undefined;
  };

  /** Writes a name's length and the clean name, and returns where it ends. A name that is too long is cut: the row stays. */
  function putName(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
    if (to - from <= nameBytesMax) {
      const end = copyName(bytes, from, to, target, at + 1);
      target[at] = end - at - 1;
      return end;
    }
    const { length, isCut } = copyCut(bytes, from, to, roomForName, nameBytesMax);
    if (isCut) oddities.cutNames++;
    target[at] = length;
    target.set(roomForName.subarray(0, length), at + 1);
    return at + 1 + length;
  }

  function readDateOrNone(bytes: Uint8Array, from: number, to: number): number {
    const date = readDate(bytes, from, to);
    if (date >= 0) return date;
    oddities.unreadableDates++;
    return 0;
  }

  return {
    establishments: mapEstablishment,
    companies: mapCompany,
    simples: mapSimples,
    partners: mapPartner,
    taxRegimes: mapTaxRegime,
  }[group];
}

/** `2` and `02` are the same code. */
function readStatus(bytes: Uint8Array, from: number, to: number): number {
  if (to - from === 2)
    return statusOfCharacters[((bytes[from] as number) << 8) | (bytes[from + 1] as number)] as number;
  return to - from === 1 ? (statusOfCharacters[(zero << 8) | (bytes[from] as number)] as number) : unknownStatus;
}

/** The letter of an option, a blank where there is none; undefined for anything else. */
function readOption(bytes: Uint8Array, from: number, to: number): number | undefined {
  const letter = bytes[from] as number;
  if (to - from === 1 && (letter === letterS || letter === letterN)) return letter;
  return isBlank(bytes, from, to) ? blank : undefined;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if ((bytes[index] as number) > blank) return false;
  return true;
}
