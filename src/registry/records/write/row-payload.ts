// Turns the columns of a row that verification does not need into bytes of a record: codes as numbers, days as two bytes, text
// clean and ended.

import {
  companyColumns,
  establishmentColumns,
  partnerColumns,
  simplesColumns,
  taxRegimeColumns,
} from '../../files/layout.ts';
import { copyCut, copyEmail, copyName, rawTextBytesMax } from '../../files/quirks.ts';
import { activityDigits, unlistedActivity } from '../codes.ts';
import { toDayNumber } from '../day-number.ts';
import { noCode, noShortCode, partnerFlags, rareFlags, rowFlags, simplesFlags } from '../layout.ts';
import type { KnownCodes } from '../tables.ts';
import { PayloadBytes } from './payload-bytes.ts';
import { parseDigits, type RecordOddities, type Row, RowFields } from './row-fields.ts';

const zero = 48;
const asterisk = 42;
const atSign = 64;
const comma = 44;
/** The longest real ones: 140 (street), 156 (complement). */
const textBytesMax = 255;
const otherActivitiesMax = 255;
/** Bytes that one establishment's record can take at most: six texts, three rare ones, 255 activities of five bytes. */
export const payloadBytesMax = 9 * (textBytesMax + 1) + 5 * otherActivitiesMax + 64;

export class RowPayloads {
  readonly #oddities: RecordOddities;
  readonly #codes: KnownCodes;
  readonly #row: RowFields;
  readonly #out = new PayloadBytes();
  readonly #room = new Uint8Array(rawTextBytesMax + 16);

  constructor(codes: KnownCodes, oddities: RecordOddities) {
    this.#codes = codes;
    this.#oddities = oddities;
    this.#row = new RowFields(oddities);
  }

  /** The bytes of the record that was written last, without its length; valid until the next. */
  get last(): Uint8Array {
    return this.#out.last;
  }

  /** Each `put` writes the length of what follows in two bytes, then the record; it returns where the record ends. */
  putEstablishment(row: Row, target: Uint8Array, from: number, known: { startedOn: number; status: boolean }): number {
    this.#begin(row, target, from);
    const c = establishmentColumns;
    const flagsAt = this.#out.at++;
    let flags = 0;
    const rare = this.#rareFlagsOf(known.status);
    if (rare !== 0) {
      flags |= rowFlags.rare;
      this.#out.putOne(rare);
    }
    const since = this.#row.readDay(c.statusSince);
    if (since !== toDayNumber(known.startedOn)) {
      flags |= rowFlags.ownSince;
      this.#out.putTwo(since);
    }
    this.#putShortCode(c.statusReason, this.#codes.reasons);
    if (this.#putActivities()) flags |= rowFlags.otherActivities;
    this.#putPostalCode();
    this.#out.putTwo(this.#row.readCode(c.municipality, 4, this.#codes.municipalities));
    this.#out.putOne(this.#row.readState());
    if (this.#putPhone(c.areaCode, c.phone)) flags |= rowFlags.phone;
    if (this.#putPhone(c.secondAreaCode, c.secondPhone)) flags |= rowFlags.secondPhone;
    if (this.#putPhone(c.faxAreaCode, c.fax)) flags |= rowFlags.fax;
    if ((rare & rareFlags.statusCode) !== 0) this.#out.putOne(this.#row.readDigits(c.status, 2));
    if ((rare & rareFlags.country) !== 0) this.#out.putTwo(this.#row.readCode(c.country, 3, this.#codes.countries));
    if ((rare & rareFlags.special) !== 0) this.#out.putTwo(this.#row.readDay(c.specialSituationSince));
    if ((rare & rareFlags.officeKind) !== 0) this.#out.putOne(this.#row.readOfficeKind());
    for (let column: number = c.streetKind; column <= c.district; column++) this.#putText(column);
    this.#putEmail(c.email);
    if ((rare & rareFlags.cityAbroad) !== 0) this.#putText(c.cityAbroad);
    if ((rare & rareFlags.special) !== 0) this.#putText(c.specialSituation);
    if ((rare & rareFlags.postalCode) !== 0) this.#putText(c.postalCode);
    target[flagsAt] = flags;
    return this.#out.finish(from);
  }

  putCompany(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from);
    const c = companyColumns;
    this.#out.putTwo(this.#row.readCode(c.legalNature, 4, this.#codes.legalNatures));
    this.#putShortCode(c.responsibleQualification, this.#codes.qualifications);
    this.#putShortCode(c.size, undefined);
    this.#putCapital();
    this.#putText(c.federativeEntity);
    return this.#out.finish(from);
  }

  putSimples(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from);
    const c = simplesColumns;
    const flagsAt = this.#out.at;
    this.#out.at += 2;
    let flags = this.#row.readOption(c.option) | (this.#row.readOption(c.meiOption) << simplesFlags.meiShift);
    const [on, off] = [this.#row.readDay(c.optedOn), this.#row.readDay(c.excludedOn)];
    const [meiOn, meiOff] = [this.#row.readDay(c.meiOptedOn), this.#row.readDay(c.meiExcludedOn)];
    flags |= this.#putDay(on, simplesFlags.optedOn) | this.#putDay(off, simplesFlags.excludedOn);
    flags |= on !== 0 && meiOn === on ? simplesFlags.meiOptedSame : this.#putDay(meiOn, simplesFlags.meiOptedOn);
    flags |=
      off !== 0 && meiOff === off ? simplesFlags.meiExcludedSame : this.#putDay(meiOff, simplesFlags.meiExcludedOn);
    target[flagsAt] = flags;
    target[flagsAt + 1] = flags >>> 8;
    return this.#out.finish(from);
  }

  putPartner(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from);
    const c = partnerColumns;
    const kind = this.#row.readDigits(c.kind, 1);
    const age = this.#row.readDigits(c.ageBand, 1);
    this.#out.putOne((kind >= 1 && kind <= 3 ? kind : 0) | (Math.max(0, age) << 4));
    this.#putShortCode(c.qualification, this.#codes.qualifications);
    this.#out.putTwo(this.#row.readDay(c.joinedOn));
    const flagsAt = this.#out.at++;
    let flags = 0;
    const hasCnpj = kind === 1 && this.#row.isCnpj(c.document);
    if (hasCnpj) flags |= partnerFlags.cnpj;
    else if (this.#putMaskedCpf(c.document)) flags |= partnerFlags.maskedCpf;
    const country = this.#row.readCode(c.country, 3, this.#codes.countries);
    if (country !== noCode) {
      flags |= partnerFlags.country;
      this.#out.putTwo(country);
    }
    // `***000000**` stands for nobody, and a role beside it for nothing; it is kept because all columns tell two rows apart.
    if (this.#putMaskedCpf(c.representative)) flags |= partnerFlags.representative;
    const role = this.#row.readCode(c.representativeQualification, 2, this.#codes.qualifications);
    if (role !== noCode && role !== 0) {
      flags |= partnerFlags.representativeRole;
      this.#out.putOne(role);
    }
    this.#putText(c.name);
    if (hasCnpj) this.#putText(c.document);
    if ((flags & partnerFlags.representative) !== 0) this.#putText(c.representativeName);
    target[flagsAt] = flags;
    return this.#out.finish(from);
  }

  /** The five columns of a tax regime; its CNPJ is the key of the row, not part of it. */
  putTaxRegime(row: Row, target: Uint8Array, from: number): number {
    this.#begin(row, target, from);
    const c = taxRegimeColumns;
    this.#out.putTwo(Math.max(0, this.#row.readDigits(c.year, 4)));
    const form = this.#row.readTaxForm();
    this.#out.putOne(form);
    this.#out.putVarint(Math.max(0, this.#row.readCount(c.bookkeepings)));
    if (form === 0) this.#putText(c.form);
    // `0` stands for none.
    if (this.#row.readCount(c.scpCnpj) === 0) this.#out.putEnd();
    else this.#putText(c.scpCnpj);
    return this.#out.finish(from);
  }

  #rareFlagsOf(statusIsKnown: boolean): number {
    const c = establishmentColumns;
    return (
      (statusIsKnown || this.#row.readDigits(c.status, 2) < 0 ? 0 : rareFlags.statusCode) |
      (this.#row.isEmpty(c.country) ? 0 : rareFlags.country) |
      (this.#row.isEmpty(c.cityAbroad) ? 0 : rareFlags.cityAbroad) |
      (this.#row.isEmpty(c.specialSituation) ? 0 : rareFlags.special) |
      (this.#row.isOffice() ? 0 : rareFlags.officeKind) |
      (this.#row.isEmpty(c.postalCode) || this.#row.readDigits(c.postalCode, 8) > 0 ? 0 : rareFlags.postalCode)
    );
  }

  #putActivities(): boolean {
    const { bytes, starts, ends } = this.#row;
    const c = establishmentColumns;
    this.#putActivity(starts[c.mainActivity] as number, ends[c.mainActivity] as number);
    const to = ends[c.otherActivities] as number;
    let from = starts[c.otherActivities] as number;
    if (from === to) return false;
    const countAt = this.#out.at++;
    let count = 0;
    while (from <= to && count < otherActivitiesMax) {
      let end = from;
      while (end < to && bytes[end] !== comma) end++;
      if (end > from && this.#putActivity(from, end)) count++;
      from = end + 1;
    }
    this.#out.target[countAt] = count;
    return true;
  }

  /** Writes the code of an activity. A list omits a text that is no code; an invalid main activity is written as none. */
  #putActivity(from: number, to: number): boolean {
    const isMain = from === this.#row.starts[establishmentColumns.mainActivity];
    const code = to - from === activityDigits ? parseDigits(this.#row.bytes, from, to) : -1;
    if (code < 0) {
      if (to > from) this.#oddities.unreadableCodes++;
      if (isMain) this.#out.putTwo(0);
      return false;
    }
    const number = this.#codes.activityNumbers[code] as number;
    if (number > 0) {
      this.#out.putTwo(number);
      return true;
    }
    this.#codes.unlistedActivities.set(code, (this.#codes.unlistedActivities.get(code) ?? 0) + 1);
    this.#out.putTwo(unlistedActivity);
    this.#out.putThree(code);
    return true;
  }

  /** Four bytes, 0 for none. One row in a thousand lost its leading zero; what is shorter or longer is of no use. */
  #putPostalCode(): void {
    const c = establishmentColumns.postalCode;
    const from = this.#row.starts[c] as number;
    const to = this.#row.ends[c] as number;
    let code = to === from ? 0 : parseDigits(this.#row.bytes, from, to);
    if (code < 0 || (to !== from && (to - from < 7 || to - from > 8))) {
      this.#oddities.unusablePostalCodes++;
      code = 0;
    }
    this.#out.putFour(code);
  }

  /** Area code (one byte, 0 for none) and number. `0`, `0000` and the like stand for none: 4 % of the first ones, a fifth of the second. */
  #putPhone(areaColumn: number, numberColumn: number): boolean {
    const number = this.#row.readPhoneDigits(numberColumn);
    if (number === 0) return false;
    if (number < 0 || number > 99_999_999) {
      this.#oddities.unusablePhones++;
      return false;
    }
    const area = this.#row.readPhoneDigits(areaColumn);
    this.#out.putOne(area >= 11 && area <= 99 ? area : 0);
    this.#out.putFour(number);
    return true;
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
      this.#out.putVarint(0);
      return;
    }
    this.#out.putVarint(cents + 1);
  }

  #putDay(day: number, flag: number): number {
    if (day === 0) return 0;
    this.#out.putTwo(day);
    return flag;
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
    const middle = length === 11 ? parseDigits(bytes, from + 3, from + 9) : -1;
    if (middle < 0 || (!masked && parseDigits(bytes, from, from + 11) < 0)) {
      this.#oddities.unusableDocuments++;
      return false;
    }
    if (middle === 0) return false;
    this.#out.putThree(middle);
    return true;
  }

  #putShortCode(column: number, uses: Uint32Array | undefined): void {
    const code = this.#row.readCode(column, 2, uses);
    this.#out.putOne(code === noCode ? noShortCode : code);
  }

  #putText(column: number): void {
    const { bytes, starts, ends } = this.#row;
    const from = starts[column] as number;
    const to = ends[column] as number;
    if (to > from) this.#putClean(from, to, bytes);
    this.#out.putEnd();
  }

  #putClean(from: number, to: number, bytes: Uint8Array): void {
    if (to - from <= textBytesMax) {
      this.#out.at = copyName(bytes, from, to, this.#out.target, this.#out.at);
      return;
    }
    const { length, isCut } = copyCut(bytes, from, to, this.#room, textBytesMax);
    if (isCut) this.#oddities.oversizedTexts++;
    this.#out.target.set(this.#room.subarray(0, length), this.#out.at);
    this.#out.at += length;
  }

  #putEmail(column: number): void {
    const { bytes, starts, ends } = this.#row;
    const from = starts[column] as number;
    const to = ends[column] as number;
    const start = this.#out.at;
    if (to > from && to - from <= textBytesMax) {
      const end = copyEmail(bytes, from, to, this.#out.target, start);
      if (isAddress(this.#out.target, start, end)) this.#out.at = end;
      else if (end > start) this.#oddities.unusableEmails++;
    } else if (to > from) this.#oddities.unusableEmails++;
    this.#out.putEnd();
  }

  #begin(row: Row, target: Uint8Array, from: number): void {
    this.#row.take(row);
    this.#out.begin(target, from);
  }
}

/** Something, an `@`, something: more cannot be told about the addresses of the files. */
function isAddress(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from + 1; index < to - 1; index++) if (bytes[index] === atSign) return true;
  return false;
}
