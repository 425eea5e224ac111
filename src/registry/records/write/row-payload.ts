// Turns the columns of a row that verification does not need into bytes of a record: codes as numbers, days as two bytes, text
// clean and ended. Nothing here refuses a row: what cannot be read is none, and counted.

import {
  companyColumns,
  establishmentColumns,
  partnerColumns,
  simplesColumns,
  taxRegimeColumns,
} from '../../files/layout.ts';
import { copyCut, copyEmail, copyName, rawTextBytesMax, readDate } from '../../files/quirks.ts';
import { activityDigits, toStateNumber, unlistedActivity } from '../codes.ts';
import { toDayNumber } from '../day-number.ts';
import {
  noCode,
  noOfficeKind,
  noShortCode,
  optionCodes,
  partnerFlags,
  rareFlags,
  rowFlags,
  simplesFlags,
  taxForms,
  textEnd,
} from '../layout.ts';
import type { KnownCodes } from '../tables.ts';

/** What was read with a shrug in the columns of records only. */
export interface RecordOddities {
  unreadableDays: number;
  unreadableCodes: number;
  unusablePostalCodes: number;
  unusablePhones: number;
  unusableEmails: number;
  unusableDocuments: number;
  oversizedTexts: number;
}

export function noRecordOddities(): RecordOddities {
  return {
    unreadableDays: 0,
    unreadableCodes: 0,
    unusablePostalCodes: 0,
    unusablePhones: 0,
    unusableEmails: 0,
    unusableDocuments: 0,
    oversizedTexts: 0,
  };
}

/** A row as the scanner gives it. */
interface Row {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const taxFormBytes = taxForms.map((form) => Buffer.from(form, 'latin1'));
const zero = 48;
const asterisk = 42;
const atSign = 64;
const comma = 44;
const letterS = 83;
const letterN = 78;
/** The longest real ones: 140 (street), 156 (complement). */
const textBytesMax = 255;
const otherActivitiesMax = 255;
/** Bytes that one establishment's record can take at most: six texts, three rare ones, 255 activities of five bytes. */
export const payloadBytesMax = 9 * (textBytesMax + 1) + 5 * otherActivitiesMax + 64;

export class RowPayloads {
  readonly #oddities: RecordOddities;
  readonly #codes: KnownCodes;
  readonly #room = new Uint8Array(rawTextBytesMax + 16);
  #row: Row = { bytes: new Uint8Array(0), starts: new Int32Array(0), ends: new Int32Array(0) };
  #target: Uint8Array = new Uint8Array(0);
  #at = 0;
  #lastFrom = 0;

  constructor(codes: KnownCodes, oddities: RecordOddities) {
    this.#codes = codes;
    this.#oddities = oddities;
  }

  /** Each `put` writes the length of what follows in two bytes, then the record; it returns where the record ends. */
  putEstablishment(row: Row, target: Uint8Array, from: number, known: { startedOn: number; status: boolean }): number {
    this.#begin(row, target, from + 2);
    const c = establishmentColumns;
    const flagsAt = this.#at++;
    let flags = 0;
    const rare = this.#rareFlagsOf(known.status);
    if (rare !== 0) {
      flags |= rowFlags.rare;
      target[this.#at++] = rare;
    }
    const since = this.#readDay(c.statusSince);
    if (since !== toDayNumber(known.startedOn)) {
      flags |= rowFlags.ownSince;
      this.#putTwo(since);
    }
    this.#putShortCode(c.statusReason, this.#codes.reasons);
    if (this.#putActivities()) flags |= rowFlags.otherActivities;
    this.#putPostalCode();
    this.#putTwo(this.#readCode(c.municipality, 4, this.#codes.municipalities));
    target[this.#at++] = this.#readState();
    if (this.#putPhone(c.areaCode, c.phone)) flags |= rowFlags.phone;
    if (this.#putPhone(c.secondAreaCode, c.secondPhone)) flags |= rowFlags.secondPhone;
    if (this.#putPhone(c.faxAreaCode, c.fax)) flags |= rowFlags.fax;
    if ((rare & rareFlags.statusCode) !== 0) target[this.#at++] = this.#readDigits(c.status, 2);
    if ((rare & rareFlags.country) !== 0) this.#putTwo(this.#readCode(c.country, 3, this.#codes.countries));
    if ((rare & rareFlags.special) !== 0) this.#putTwo(this.#readDay(c.specialSituationSince));
    if ((rare & rareFlags.officeKind) !== 0) target[this.#at++] = this.#readOfficeKind();
    for (let column: number = c.streetKind; column <= c.district; column++) this.#putText(column);
    this.#putEmail(c.email);
    if ((rare & rareFlags.cityAbroad) !== 0) this.#putText(c.cityAbroad);
    if ((rare & rareFlags.special) !== 0) this.#putText(c.specialSituation);
    if ((rare & rareFlags.postalCode) !== 0) this.#putText(c.postalCode);
    target[flagsAt] = flags;
    return this.#finish(from);
  }

  putCompany(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from + 2);
    const c = companyColumns;
    this.#putTwo(this.#readCode(c.legalNature, 4, this.#codes.legalNatures));
    this.#putShortCode(c.responsibleQualification, this.#codes.qualifications);
    this.#putShortCode(c.size, undefined);
    this.#putCapital();
    this.#putText(c.federativeEntity);
    return this.#finish(from);
  }

  putSimples(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from + 2);
    const c = simplesColumns;
    const flagsAt = this.#at;
    this.#at += 2;
    let flags = this.#readOption(c.option) | (this.#readOption(c.meiOption) << simplesFlags.meiShift);
    const [on, off] = [this.#readDay(c.optedOn), this.#readDay(c.excludedOn)];
    const [meiOn, meiOff] = [this.#readDay(c.meiOptedOn), this.#readDay(c.meiExcludedOn)];
    flags |= this.#putDay(on, simplesFlags.optedOn) | this.#putDay(off, simplesFlags.excludedOn);
    flags |= on !== 0 && meiOn === on ? simplesFlags.meiOptedSame : this.#putDay(meiOn, simplesFlags.meiOptedOn);
    flags |=
      off !== 0 && meiOff === off ? simplesFlags.meiExcludedSame : this.#putDay(meiOff, simplesFlags.meiExcludedOn);
    target[flagsAt] = flags;
    target[flagsAt + 1] = flags >>> 8;
    return this.#finish(from);
  }

  putPartner(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from + 2);
    const c = partnerColumns;
    const kind = this.#readDigits(c.kind, 1);
    const age = this.#readDigits(c.ageBand, 1);
    target[this.#at++] = (kind >= 1 && kind <= 3 ? kind : 0) | (Math.max(0, age) << 4);
    this.#putShortCode(c.qualification, this.#codes.qualifications);
    this.#putTwo(this.#readDay(c.joinedOn));
    const flagsAt = this.#at++;
    let flags = 0;
    const hasCnpj = kind === 1 && this.#isCnpj(c.document);
    if (hasCnpj) flags |= partnerFlags.cnpj;
    else if (this.#putMaskedCpf(c.document)) flags |= partnerFlags.maskedCpf;
    const country = this.#readCode(c.country, 3, this.#codes.countries);
    if (country !== noCode) {
      flags |= partnerFlags.country;
      this.#putTwo(country);
    }
    // `***000000**` stands for nobody, and a role beside it for nothing; it is kept because all columns tell two rows apart.
    if (this.#putMaskedCpf(c.representative)) flags |= partnerFlags.representative;
    const role = this.#readCode(c.representativeQualification, 2, this.#codes.qualifications);
    if (role !== noCode && role !== 0) {
      flags |= partnerFlags.representativeRole;
      target[this.#at++] = role;
    }
    this.#putText(c.name);
    if (hasCnpj) this.#putText(c.document);
    if ((flags & partnerFlags.representative) !== 0) this.#putText(c.representativeName);
    target[flagsAt] = flags;
    return this.#finish(from);
  }

  /** The five columns of a tax regime; its CNPJ is the key of the row, not part of it. */
  putTaxRegime(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from + 2);
    const c = taxRegimeColumns;
    this.#putTwo(Math.max(0, this.#readDigits(c.year, 4)));
    const form = this.#readTaxForm();
    target[this.#at++] = form;
    this.#putVarint(Math.max(0, this.#readCount(c.bookkeepings)));
    if (form === 0) this.#putText(c.form);
    // `0` stands for none.
    if (this.#readCount(c.scpCnpj) === 0) target[this.#at++] = textEnd;
    else this.#putText(c.scpCnpj);
    return this.#finish(from);
  }

  #readTaxForm(): number {
    const { bytes, starts, ends } = this.#row;
    const from = starts[taxRegimeColumns.form] as number;
    const to = ends[taxRegimeColumns.form] as number;
    return (
      1 +
      taxFormBytes.findIndex((form) => form.length === to - from && form.every((byte, at) => byte === bytes[from + at]))
    );
  }

  /** The digits as a number, 0 for none; -1 where there is more than digits. */
  #readCount(column: number): number {
    const from = this.#row.starts[column] as number;
    const to = this.#row.ends[column] as number;
    return to - from > 9 ? -1 : toNumber(this.#row.bytes, from, to);
  }

  #begin(row: Row, target: Uint8Array, from: number): void {
    this.#row = row;
    this.#target = target;
    this.#at = from;
  }

  /** The bytes of the record that was written last, without its length; valid until the next. */
  get last(): Uint8Array {
    return this.#target.subarray(this.#lastFrom, this.#at);
  }

  #finish(from: number): number {
    const bytes = this.#at - from - 2;
    this.#lastFrom = from + 2;
    this.#target[from] = bytes;
    this.#target[from + 1] = bytes >>> 8;
    return this.#at;
  }

  #rareFlagsOf(statusIsKnown: boolean): number {
    const c = establishmentColumns;
    return (
      (statusIsKnown || this.#readDigits(c.status, 2) < 0 ? 0 : rareFlags.statusCode) |
      (this.#isEmpty(c.country) ? 0 : rareFlags.country) |
      (this.#isEmpty(c.cityAbroad) ? 0 : rareFlags.cityAbroad) |
      (this.#isEmpty(c.specialSituation) ? 0 : rareFlags.special) |
      (this.#isOffice() ? 0 : rareFlags.officeKind) |
      (this.#isEmpty(c.postalCode) || this.#readDigits(c.postalCode, 8) > 0 ? 0 : rareFlags.postalCode)
    );
  }

  /** Whether the mark is 1, head office, or 2, branch. */
  #isOffice(): boolean {
    const kind = this.#readDigits(establishmentColumns.headOffice, 1);
    return kind === 1 || kind === 2;
  }

  #readOfficeKind(): number {
    const from = this.#row.starts[establishmentColumns.headOffice] as number;
    const to = this.#row.ends[establishmentColumns.headOffice] as number;
    const kind = to > from && to - from <= 2 ? toNumber(this.#row.bytes, from, to) : -1;
    return kind < 0 ? noOfficeKind : kind;
  }

  #putActivities(): boolean {
    const { bytes, starts, ends } = this.#row;
    const c = establishmentColumns;
    this.#putActivity(starts[c.mainActivity] as number, ends[c.mainActivity] as number);
    const to = ends[c.otherActivities] as number;
    let from = starts[c.otherActivities] as number;
    if (from === to) return false;
    const countAt = this.#at++;
    let count = 0;
    while (from <= to && count < otherActivitiesMax) {
      let end = from;
      while (end < to && bytes[end] !== comma) end++;
      if (end > from && this.#putActivity(from, end)) count++;
      from = end + 1;
    }
    this.#target[countAt] = count;
    return true;
  }

  /** Nothing is written for what is no code in a list; the main one is written as none. */
  #putActivity(from: number, to: number): boolean {
    const isMain = from === this.#row.starts[establishmentColumns.mainActivity];
    const code = to - from === activityDigits ? toNumber(this.#row.bytes, from, to) : -1;
    if (code < 0) {
      if (to > from) this.#oddities.unreadableCodes++;
      if (isMain) this.#putTwo(0);
      return false;
    }
    const number = this.#codes.activityNumbers[code] as number;
    if (number > 0) {
      this.#putTwo(number);
      return true;
    }
    this.#codes.unlistedActivities.set(code, (this.#codes.unlistedActivities.get(code) ?? 0) + 1);
    this.#putTwo(unlistedActivity);
    this.#target[this.#at++] = code;
    this.#target[this.#at++] = code >>> 8;
    this.#target[this.#at++] = code >>> 16;
    return true;
  }

  /** Four bytes, 0 for none. One row in a thousand lost its leading zero; what is shorter or longer is of no use. */
  #putPostalCode(): void {
    const c = establishmentColumns.postalCode;
    const from = this.#row.starts[c] as number;
    const to = this.#row.ends[c] as number;
    let code = to === from ? 0 : toNumber(this.#row.bytes, from, to);
    if (code < 0 || (to !== from && (to - from < 7 || to - from > 8))) {
      this.#oddities.unusablePostalCodes++;
      code = 0;
    }
    this.#putFour(code);
  }

  #readState(): number {
    const c = establishmentColumns.state;
    const from = this.#row.starts[c] as number;
    const length = (this.#row.ends[c] as number) - from;
    const { bytes } = this.#row;
    const number = length === 2 ? toStateNumber(bytes[from] as number, bytes[from + 1] as number) : 0;
    if (number === 0 && length > 0) this.#oddities.unreadableCodes++;
    return number;
  }

  /** Area code (one byte, 0 for none) and number. `0`, `0000` and the like stand for none: 4 % of the first ones, a fifth of the second. */
  #putPhone(areaColumn: number, numberColumn: number): boolean {
    const number = this.#readPhoneDigits(numberColumn);
    if (number === 0) return false;
    if (number < 0 || number > 99_999_999) {
      this.#oddities.unusablePhones++;
      return false;
    }
    const area = this.#readPhoneDigits(areaColumn);
    this.#target[this.#at++] = area >= 11 && area <= 99 ? area : 0;
    this.#putFour(number);
    return true;
  }

  /** The digits among blanks and punctuation as one number; -1 where there are letters. */
  #readPhoneDigits(column: number): number {
    const { bytes } = this.#row;
    let value = 0;
    for (let index = this.#row.starts[column] as number; index < (this.#row.ends[column] as number); index++) {
      const code = bytes[index] as number;
      if (code >= zero && code <= 57) value = Math.min(value * 10 + code - zero, 1e10);
      else if (code > 57) return -1;
    }
    return value;
  }

  #putCapital(): void {
    const { bytes, starts, ends } = this.#row;
    let cents = 0;
    let decimals = -1;
    const from = starts[companyColumns.capital] as number;
    const to = ends[companyColumns.capital] as number;
    for (let index = from; index < to; index++) {
      const code = bytes[index] as number;
      if (code >= zero && code <= 57 && decimals < 2) {
        cents = cents * 10 + code - zero;
        if (decimals >= 0) decimals++;
      } else if (code === comma && decimals < 0 && index > from) decimals = 0;
      else decimals = 3;
    }
    for (let missing = Math.max(decimals, 0); missing < 2; missing++) cents *= 10;
    // `1000`, `1000,5` and `1000,50` are amounts; beyond 2^53 cents the last digit would not be exact.
    if (decimals === 3 || to === from || cents >= Number.MAX_SAFE_INTEGER) {
      if (to > from) this.#oddities.unreadableCodes++;
      this.#putVarint(0);
      return;
    }
    this.#putVarint(cents + 1);
  }

  #readOption(column: number): number {
    const from = this.#row.starts[column] as number;
    const code = (this.#row.ends[column] as number) - from === 1 ? this.#row.bytes[from] : 0;
    if (code === letterS) return optionCodes.yes;
    return code === letterN ? optionCodes.no : optionCodes.blank;
  }

  #putDay(day: number, flag: number): number {
    if (day === 0) return 0;
    this.#putTwo(day);
    return flag;
  }

  #isCnpj(column: number): boolean {
    const from = this.#row.starts[column] as number;
    if ((this.#row.ends[column] as number) - from !== 14) return false;
    for (let index = from; index < from + 14; index++) {
      const code = this.#row.bytes[index] as number;
      if (code < zero || code > 90 || (code > 57 && (code < 65 || index >= from + 12))) return false;
    }
    return true;
  }

  /**
   * The six digits in the middle of `***456789**`, in three bytes. A CPF in clear, which the files should never hold, is cut to the
   * same six: the rest is not even kept. `***000000**` and nothing are none.
   */
  #putMaskedCpf(column: number): boolean {
    const { bytes } = this.#row;
    const from = this.#row.starts[column] as number;
    const length = (this.#row.ends[column] as number) - from;
    if (length === 0) return false;
    const masked = length === 11 && bytes[from] === asterisk;
    const middle = length === 11 ? toNumber(bytes, from + 3, from + 9) : -1;
    if (middle < 0 || (!masked && toNumber(bytes, from, from + 11) < 0)) {
      this.#oddities.unusableDocuments++;
      return false;
    }
    if (middle === 0) return false;
    this.#target[this.#at++] = middle;
    this.#target[this.#at++] = middle >>> 8;
    this.#target[this.#at++] = middle >>> 16;
    return true;
  }

  #readDay(column: number): number {
    const packed = readDate(this.#row.bytes, this.#row.starts[column] as number, this.#row.ends[column] as number);
    const day = packed < 0 ? -1 : toDayNumber(packed);
    if (day >= 0) return day;
    this.#oddities.unreadableDays++;
    return 0;
  }

  #putShortCode(column: number, uses: Uint32Array | undefined): void {
    const code = this.#readCode(column, 2, uses);
    this.#target[this.#at++] = code === noCode ? noShortCode : code;
  }

  /** Counts the use of the code, so that those without a text can be reported. */
  #readCode(column: number, digits: number, uses: Uint32Array | undefined): number {
    if (this.#isEmpty(column)) return noCode;
    const code = this.#readDigits(column, digits);
    if (code < 0) {
      this.#oddities.unreadableCodes++;
      return noCode;
    }
    if (uses !== undefined) uses[code] = (uses[code] as number) + 1;
    return code;
  }

  /** -1 where the field is not made of exactly so many digits. */
  #readDigits(column: number, digits: number): number {
    const from = this.#row.starts[column] as number;
    const to = this.#row.ends[column] as number;
    return to - from === digits ? toNumber(this.#row.bytes, from, to) : -1;
  }

  #isEmpty(column: number): boolean {
    const { bytes, starts, ends } = this.#row;
    for (let index = starts[column] as number; index < (ends[column] as number); index++)
      if ((bytes[index] as number) > 32) return false;
    return true;
  }

  #putText(column: number): void {
    const { bytes, starts, ends } = this.#row;
    const from = starts[column] as number;
    const to = ends[column] as number;
    if (to > from) this.#putClean(from, to, bytes);
    this.#target[this.#at++] = textEnd;
  }

  #putClean(from: number, to: number, bytes: Uint8Array): void {
    if (to - from <= textBytesMax) {
      this.#at = copyName(bytes, from, to, this.#target, this.#at);
      return;
    }
    const { length, isCut } = copyCut(bytes, from, to, this.#room, textBytesMax);
    if (isCut) this.#oddities.oversizedTexts++;
    this.#target.set(this.#room.subarray(0, length), this.#at);
    this.#at += length;
  }

  #putEmail(column: number): void {
    const { bytes, starts, ends } = this.#row;
    const from = starts[column] as number;
    const to = ends[column] as number;
    const start = this.#at;
    if (to > from && to - from <= textBytesMax) {
      const end = copyEmail(bytes, from, to, this.#target, start);
      if (isAddress(this.#target, start, end)) this.#at = end;
      else if (end > start) this.#oddities.unusableEmails++;
    } else if (to > from) this.#oddities.unusableEmails++;
    this.#target[this.#at++] = textEnd;
  }

  #putTwo(value: number): void {
    this.#target[this.#at++] = value;
    this.#target[this.#at++] = value >>> 8;
  }

  #putFour(value: number): void {
    this.#target[this.#at++] = value;
    this.#target[this.#at++] = value >>> 8;
    this.#target[this.#at++] = value >>> 16;
    this.#target[this.#at++] = value >>> 24;
  }

  #putVarint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#target[this.#at++] = 128 + (rest % 128);
      rest = Math.floor(rest / 128);
    }
    this.#target[this.#at++] = rest;
  }
}

/** Something, an `@`, something: more cannot be told about the addresses of the files. */
function isAddress(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from + 1; index < to - 1; index++) if (bytes[index] === atSign) return true;
  return false;
}

function toNumber(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = (bytes[index] as number) - zero;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
