// Turns the fields of one row into a record of the import: reads the number, checks its digits, maps the codes, masks CPFs.
// Knows which columns matter (through layout.ts), not where the rows come from or where the records go.

import type { DumpGroup } from '../app/import-registry.ts';
import { companyStatuses } from '../domain/company.ts';
import { checkDigitsClose, readQuad, rootHigh, rootLow } from './cnpj-key.ts';
import { companyColumns, establishmentColumns, simplesColumns, statusOfCode } from './layout.ts';
import { copyName, readDate } from './quirks.ts';
import type { RejectReason } from './row-scanner.ts';
import { nameBytesMax, recordKinds, type SpillWriter } from './spill.ts';

/** What was read with a shrug: counted, reported, never a reason to drop a row. */
export interface Oddities {
  unknownStatuses: number;
  unknownOfficeKinds: number;
  unreadableDates: number;
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
const one = 49;
const two = 50;
const blank = 32;
const letterS = 83;
const tooLong = nameBytesMax * 2;

export function createRowMapper(group: DumpGroup, spill: SpillWriter, oddities: Oddities): RowMapper {
  // A name may shrink when it is cleaned, so it is cleaned here first and copied when it is known to fit.
  const name = new Uint8Array(tooLong + 64);

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

    const nameFrom = starts[c.tradeName] as number;
    const nameTo = ends[c.tradeName] as number;
    let nameBytes = 0;
    if (nameTo > nameFrom) {
      if (nameTo - nameFrom > tooLong) return 'name_too_long';
      nameBytes = copyName(bytes, nameFrom, nameTo, name, 0);
      if (nameBytes > nameBytesMax) return 'name_too_long';
    }

    const statusAt = starts[c.status] as number;
    const status =
      (ends[c.status] as number) - statusAt === 2
        ? (statusOfCharacters[((bytes[statusAt] as number) << 8) | (bytes[statusAt + 1] as number)] as number)
        : unknownStatus;
    if (status === unknownStatus) oddities.unknownStatuses++;
    const office =
      (ends[c.headOffice] as number) - (starts[c.headOffice] as number) === 1
        ? bytes[starts[c.headOffice] as number]
        : 0;
    if (office !== one && office !== two) oddities.unknownOfficeKinds++;
    const startedOn = readDateOrNone(bytes, starts[c.startedOn] as number, ends[c.startedOn] as number);
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
    target[at++] = nameBytes;
    for (let index = 0; index < nameBytes; index++) target[at++] = name[index] as number;
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
    const nameFrom = starts[c.legalName] as number;
    const nameTo = ends[c.legalName] as number;
    if (nameTo - nameFrom > tooLong) return 'name_too_long';
    const nameBytes = copyName(bytes, nameFrom, nameTo, name, 0);
    if (nameBytes > nameBytesMax) return 'name_too_long';
    let at = spill.begin(recordKinds.company, rootHigh(first, second), rootLow(second));
    const target = spill.bytes;
    target[at++] = nameBytes;
    for (let index = 0; index < nameBytes; index++) target[at++] = name[index] as number;
    spill.end(at);
    return undefined;
  };

  /** Only an option for MEI is kept: any other row says the same as no row. */
  const mapSimples: RowMapper = (bytes, starts, ends) => {
    const c = simplesColumns;
    const rootAt = starts[c.root] as number;
    if ((ends[c.root] as number) - rootAt !== 8) return 'invalid_number';
    const first = readQuad(bytes, rootAt);
    const second = readQuad(bytes, rootAt + 4);
    if (first < 0 || second < 0) return 'invalid_number';
    const optionAt = starts[c.meiOption] as number;
    if ((ends[c.meiOption] as number) - optionAt !== 1 || bytes[optionAt] !== letterS) return undefined;
    const excludedOn = readDateOrNone(bytes, starts[c.meiExcludedOn] as number, ends[c.meiExcludedOn] as number);
    let at = spill.begin(recordKinds.mei, rootHigh(first, second), rootLow(second));
    const target = spill.bytes;
    target[at++] = excludedOn;
    target[at++] = excludedOn >>> 8;
    target[at++] = excludedOn >>> 16;
    spill.end(at);
    return undefined;
  };

  function readDateOrNone(bytes: Uint8Array, from: number, to: number): number {
    const date = readDate(bytes, from, to);
    if (date >= 0) return date;
    oddities.unreadableDates++;
    return 0;
  }

  return { establishments: mapEstablishment, companies: mapCompany, simples: mapSimples }[group];
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if ((bytes[index] as number) > blank) return false;
  return true;
}
