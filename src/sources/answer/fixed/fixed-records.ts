// Cuts a string into its records by the lengths that they tell or that their types have. A length that lies ends the reading.

import type { FixedRecordDescription, FixedRecordsDescription } from '../../schema/calls/fixed.ts';
import { type FixedFields, readDigits, readFields, readFixedText, sumWidths, UnfitString } from './fixed-fields.ts';

export interface FixedRecord {
  readonly of: FixedRecordDescription;
  readonly fields: FixedFields;
}

/** More than any bureau tells of one person, and little enough to look at. */
const recordsMax = 10_000;

export function readRecords(text: string, records: FixedRecordsDescription): FixedRecord[] {
  const { length, type_width: typeWidth, subtype_width: subtypeWidth = 0, end, unknown } = records;
  const findType = createFindType(records);
  const found: FixedRecord[] = [];
  /** Blanks at the very end may belong to the last record or to none. */
  const lastAt = text.trimEnd().length;
  let at = 0;
  let hasEnded = false;
  while (at < lastAt) {
    if (hasEnded || found.length === recordsMax) throw new UnfitString();
    const typeAt = at + (length?.width ?? 0);
    const type = text.slice(typeAt, typeAt + typeWidth);
    const of = findType(type, text.slice(typeAt + typeWidth, typeAt + typeWidth + subtypeWidth));
    if (type.length < typeWidth || (of === undefined && unknown !== 'skip')) throw new UnfitString();
    hasEnded = type === end;
    const next =
      at + (length === undefined ? (of?.width ?? records.width ?? 0) : readLength(text, at, typeWidth, length));
    const dataAt = typeAt + typeWidth + (of?.subtype?.length ?? 0);
    const isShort = next > text.length;
    if (next < dataAt || (isShort && !hasEnded)) throw new UnfitString();
    // Some senders take the blanks at the end of the whole string away.
    const data = isShort ? text.slice(dataAt).padEnd(next - dataAt) : text.slice(dataAt, next);
    if (of !== undefined) found.push({ of, fields: readData(data, of, length !== undefined) });
    at = next;
  }
  if (end !== undefined && !hasEnded) throw new UnfitString();
  return found;
}

/** A length that is too great would swallow the records behind it, so a record that tells its own has no rest. */
function readData(data: string, of: FixedRecordDescription, tellsLength: boolean): FixedFields {
  const { fields, may_end_after: mayEndAfter, rest } = of;
  const taken = sumWidths(fields);
  if (tellsLength && of.skip_rest !== true && rest === undefined && data.length > taken) throw new UnfitString();
  const values = readFields(data, fields, mayEndAfter);
  const text = rest === undefined ? '' : readFixedText(data.slice(taken));
  return rest === undefined || text === '' ? values : { ...values, [rest]: text };
}

/** Reads the length from the beginning of the record to that of the next one. */
function readLength(
  text: string,
  at: number,
  typeWidth: number,
  { width, covers }: NonNullable<FixedRecordsDescription['length']>,
): number {
  const told = readDigits(text.slice(at, at + width));
  if (covers === 'record') return told;
  return width + told + (covers === 'data' ? typeWidth : 0);
}

/** A type with its subtype wins over the type alone. */
function createFindType({ types }: FixedRecordsDescription) {
  const byKey = new Map(types.map((of) => [of.type + (of.subtype ?? ''), of]));
  return (type: string, subtype: string): FixedRecordDescription | undefined =>
    byKey.get(type + subtype) ?? byKey.get(type);
}
