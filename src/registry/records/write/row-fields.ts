// The columns of one row, read: digits, codes, days, marks. Nothing here refuses a row: what cannot be read is none, and counted.

import { establishmentColumns, taxRegimeColumns } from '../../files/layout.ts';
import { readDate } from '../../files/quirks.ts';
import { toStateNumber } from '../codes.ts';
import { toDayNumber } from '../day-number.ts';
import { noCode, noOfficeKind, optionCodes, taxForms } from '../layout.ts';

/** These counts cover oddities that the import tolerates and that occur in the columns of records only. */
export type RecordOddities = ReturnType<typeof noRecordOddities>;

export function noRecordOddities() {
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
export interface Row {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const taxFormBytes = taxForms.map((form) => Buffer.from(form, 'latin1'));
const zero = 48;
const letterS = 83;
const letterN = 78;

export class RowFields implements Row {
  bytes: Uint8Array = new Uint8Array(0);
  starts: Int32Array = new Int32Array(0);
  ends: Int32Array = new Int32Array(0);
  readonly #oddities: RecordOddities;

  constructor(oddities: RecordOddities) {
    this.#oddities = oddities;
  }

  take({ bytes, starts, ends }: Row): void {
    this.bytes = bytes;
    this.starts = starts;
    this.ends = ends;
  }

  readTaxForm(): number {
    const { bytes, starts, ends } = this;
    const from = starts[taxRegimeColumns.form] as number;
    const to = ends[taxRegimeColumns.form] as number;
    return (
      1 +
      taxFormBytes.findIndex((form) => form.length === to - from && form.every((byte, at) => byte === bytes[from + at]))
    );
  }

  /** The digits as a number, 0 for none; -1 where there is more than digits. */
  readCount(column: number): number {
    const from = this.starts[column] as number;
    const to = this.ends[column] as number;
    return to - from > 9 ? -1 : parseDigits(this.bytes, from, to);
  }

  /** Tells whether the mark is 1, head office, or 2, branch. */
  isOffice(): boolean {
    const kind = this.readDigits(establishmentColumns.headOffice, 1);
    return kind === 1 || kind === 2;
  }

  readOfficeKind(): number {
    const from = this.starts[establishmentColumns.headOffice] as number;
    const to = this.ends[establishmentColumns.headOffice] as number;
    const kind = to > from && to - from <= 2 ? parseDigits(this.bytes, from, to) : -1;
    return kind < 0 ? noOfficeKind : kind;
  }

  readState(): number {
    const c = establishmentColumns.state;
    const from = this.starts[c] as number;
    const length = (this.ends[c] as number) - from;
    const { bytes } = this;
    const number = length === 2 ? toStateNumber(bytes[from] as number, bytes[from + 1] as number) : 0;
    if (number === 0 && length > 0) this.#oddities.unreadableCodes++;
    return number;
  }

  /** The digits among blanks and punctuation as one number; -1 where there are letters. */
  readPhoneDigits(column: number): number {
    const { bytes } = this;
    let value = 0;
    for (let index = this.starts[column] as number; index < (this.ends[column] as number); index++) {
      const code = bytes[index] as number;
      if (code >= zero && code <= 57) value = Math.min(value * 10 + code - zero, 1e10);
      else if (code > 57) return -1;
    }
    return value;
  }

  readOption(column: number): number {
    const from = this.starts[column] as number;
    const code = (this.ends[column] as number) - from === 1 ? this.bytes[from] : 0;
    if (code === letterS) return optionCodes.yes;
    return code === letterN ? optionCodes.no : optionCodes.blank;
  }

  isCnpj(column: number): boolean {
    const from = this.starts[column] as number;
    if ((this.ends[column] as number) - from !== 14) return false;
    for (let index = from; index < from + 14; index++) {
      const code = this.bytes[index] as number;
      if (code < zero || code > 90 || (code > 57 && (code < 65 || index >= from + 12))) return false;
    }
    return true;
  }

  readDay(column: number): number {
    const packed = readDate(this.bytes, this.starts[column] as number, this.ends[column] as number);
    const day = packed < 0 ? -1 : toDayNumber(packed);
    if (day >= 0) return day;
    this.#oddities.unreadableDays++;
    return 0;
  }

  /** Counts the use of the code, so that those without a text can be reported. */
  readCode(column: number, digits: number, uses: Uint32Array | undefined): number {
    if (this.isEmpty(column)) return noCode;
    const code = this.readDigits(column, digits);
    if (code < 0) {
      this.#oddities.unreadableCodes++;
      return noCode;
    }
    if (uses !== undefined) uses[code] = (uses[code] as number) + 1;
    return code;
  }

  /** -1 where the field is not made of exactly so many digits. */
  readDigits(column: number, digits: number): number {
    const from = this.starts[column] as number;
    const to = this.ends[column] as number;
    return to - from === digits ? parseDigits(this.bytes, from, to) : -1;
  }

  isEmpty(column: number): boolean {
    const { bytes, starts, ends } = this;
    for (let index = starts[column] as number; index < (ends[column] as number); index++)
      if ((bytes[index] as number) > 32) return false;
    return true;
  }
}

/** -1 where there is more than digits. */
export function parseDigits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = (bytes[index] as number) - zero;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
