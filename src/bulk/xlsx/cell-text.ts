// A number of a spreadsheet as the text that it means: a day, a time of day, both, or a number.

import { rowBytesMax } from '../../app/bulk/text/row-blocks.ts';
import { fromSheetDay } from '../../app/bulk/written-date.ts';
import type { CellForm } from './workbook.ts';

/** The limit covers all cells of a row. A row may have as many characters as a row of text may have bytes. */
export const rowTextMax = rowBytesMax;
/** A workbook that counts its days from 1904 is this many days behind one that counts from 1900. */
const daysTo1904 = 1462;
/** 9999-12-31. */
const dayMax = 2_958_465;
const secondsPerDay = 86_400;
/** Spreadsheets keep and show no more. */
const digits = 15;

/** Returns undefined if the number does not fit the form. The cell then keeps its written text. */
export function toCellText(number: number, form: CellForm, isFrom1904: boolean): string | undefined {
  // Spreadsheets may save a whole number as 1.2345678909E10, and 0.3 as 0.30000000000000004.
  if (form === 'number') return String(Number.isSafeInteger(number) ? number : Number(number.toPrecision(digits)));
  if (number < 0 || number > dayMax) return undefined;
  const seconds = Math.round(number * secondsPerDay);
  if (form === 'time') return toTimeOfDay(seconds);
  const days = Math.floor(seconds / secondsPerDay);
  const day = fromSheetDay(days + (isFrom1904 ? daysTo1904 : 0));
  return seconds % secondsPerDay === 0 ? day : `${day} ${toTimeOfDay(seconds % secondsPerDay)}`;
}

/** A duration may have more hours than a day. */
function toTimeOfDay(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
