// The marks by which the layouts of one party are told apart, and whether a string of a layout could have one.

import type {
  FixedFieldDescription,
  FixedLayoutDescription,
  FixedRecordsDescription,
  OtherLayoutDescription,
} from '../../schema/calls/fixed.ts';
import { sumWidths } from './fixed-fields.ts';

type Mark = OtherLayoutDescription['when'];

export function hasMark(string: string, { text, at = 1, length }: Mark): boolean {
  return (length === undefined || string.length === length) && (text === undefined || string.startsWith(text, at - 1));
}

/** Tells whether one string could have both marks. */
export function canHaveBoth(one: Mark, other: Mark): boolean {
  if (one.length !== undefined && other.length !== undefined && one.length !== other.length) return false;
  if (!reaches(one, other.length) || !reaches(other, one.length)) return false;
  return canStandTogether(toPiece(one), toPiece(other));
}

/** Tells whether a string of the layout could have the mark, by all that the layout says of its places and its length. */
export function canHaveMark(layout: FixedLayoutDescription, mark: Mark): boolean {
  const { header = [], records } = layout;
  const headerWidth = sumWidths(header);
  if (!reaches(mark, mark.length)) return false;
  if (mark.length !== undefined && mark.length < headerWidth + (records?.end === undefined ? 0 : records.type_width))
    return false;
  let at = 0;
  for (const field of header) {
    if (!couldHold(field, at, toPiece(mark))) return false;
    at += field.width;
  }
  return couldFollow(records, headerWidth, toPiece(mark));
}

/** A text at a place, counted from 0. */
interface Piece {
  readonly text: string;
  readonly from: number;
}

const toPiece = ({ text = '', at = 1 }: Mark): Piece => ({ text, from: at - 1 });

function reaches({ text = '', at = 1 }: Mark, length: number | undefined): boolean {
  return text === '' || length === undefined || at - 1 + text.length <= length;
}

function canStandTogether(one: Piece, other: Piece): boolean {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.from + one.text.length, other.from + other.text.length);
  return (
    to <= from ||
    one.text.slice(from - one.from, to - one.from) === other.text.slice(from - other.from, to - other.from)
  );
}

function couldHold(field: FixedFieldDescription, at: number, piece: Piece): boolean {
  const { value, kind, blank, width } = field;
  if (value !== undefined) return couldBe(value, width, at, piece);
  if (kind !== 'integer' || (blank !== undefined && couldBe(blank, width, at, piece))) return true;
  return /^[\d ]*$/.test(piece.text.slice(Math.max(0, at - piece.from), Math.max(0, at + width - piece.from)));
}

/** A constant may have blanks before and behind it. */
function couldBe(value: string, width: number, at: number, piece: Piece): boolean {
  for (let before = 0; before + value.length <= width; before++) {
    const text = (' '.repeat(before) + value).padEnd(width);
    if (canStandTogether({ text, from: at }, piece)) return true;
  }
  return false;
}

/** Blanks may follow the header. So may records, of which the first begins with a known type unless others are skipped. */
function couldFollow(records: FixedRecordsDescription | undefined, at: number, piece: Piece): boolean {
  const isBlank = piece.text.slice(Math.max(0, at - piece.from)).trim() === '';
  if (records === undefined) return isBlank;
  const { types, length, unknown, end } = records;
  if (unknown === 'skip' || (isBlank && end === undefined)) return true;
  const typeAt = at + (length?.width ?? 0);
  return types.some(({ type }) => canStandTogether({ text: type, from: typeAt }, piece));
}
