// A file as the page handles it: by reference. Of text only the beginning is sent to be looked at; the end of a spreadsheet has to be
// there too.

import type { ConsoleFileAnswer, ConsoleFileForm } from '../../../src/http/console/contract.ts';
import { upload } from '../../api/upload.ts';

export type Preview = ConsoleFileAnswer<'batch-preview'>;
export type Found = Preview['found'];
export type Role = keyof Found;

export const columnRoles: readonly Role[] = ['cpf', 'cnpj', 'document', 'name', 'company_name', 'birth_date'];

const textBytesLooked = 256 * 1024;

/** The browser cannot read it: it was moved, changed, or is a folder. */
export class UnreadableFile extends Error {}

async function isSpreadsheet(file: File): Promise<boolean> {
  try {
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    return first === 0x50 && second === 0x4b;
  } catch {
    throw new UnreadableFile();
  }
}

interface PreviewOptions {
  /** The value is undefined if the columns are found by their names. */
  readonly found: Found | undefined;
  readonly reading: Reading;
  readonly signal: AbortSignal;
}

/** A `Reading` says how to read the file. A null field leaves the decision to the file itself, and days come before months. */
export type Reading = Pick<ConsoleFileForm<'batch-start'>, 'has_header' | 'sheet' | 'date_order'>;
export const asItLooks: Reading = { has_header: null, sheet: null, date_order: null };

export async function previewFile(file: File, { found, reading, signal }: PreviewOptions): Promise<Preview> {
  const isCut = !(await isSpreadsheet(file)) && file.size > textBytesLooked;
  const form = {
    by: found === undefined ? ('names' as const) : ('places' as const),
    ...toPlaces(found ?? {}),
    ...reading,
    is_cut: isCut ? ('yes' as const) : ('no' as const),
  };
  return upload('batch-preview', form, isCut ? file.slice(0, textBytesLooked) : file, { onSent: () => {}, signal });
}

export function toPlaces(found: Found): Readonly<Record<Role, number | null>> {
  return Object.fromEntries(columnRoles.map((role) => [role, found[role] ?? null])) as Record<Role, number | null>;
}

/** Estimates the number of rows from the beginning of the file. Returns undefined if the beginning does not allow an estimate. */
export function estimateRows(file: File, { is_whole, format, counts }: Preview): number | undefined {
  if (is_whole) return counts.looked;
  // What is packed has its rows in other bytes than its own.
  if (format === 'xlsx' || file.name.toLowerCase().endsWith('.zip')) return undefined;
  return Math.round((file.size / Math.min(file.size, textBytesLooked)) * counts.looked);
}

export function hasNumbers({ cpf, cnpj, document }: Found): boolean {
  return cpf !== undefined || cnpj !== undefined || document !== undefined;
}

export function isOver({ is_whole, counts }: Preview, rowsMax: number): boolean {
  return is_whole && counts.looked > rowsMax;
}
