// The record as callers read it, over HTTP and in exports: as a document, as JSON and as a row of a table. What stands in it is in
// record-fields.ts.

import { toCnpjRoot } from '../../numbers/cnpj.ts';
import { toCsvCell } from '../../rows/csv-cell.ts';
import { establishmentForm, fields, partnerForm, type RecordFacts, recordForm } from './record-fields.ts';
import type { ShownRecord } from './record-privacy.ts';

export type RecordDocument = ReturnType<typeof recordForm.toDocument>;
export type RecordField = keyof RecordDocument;
export type PartnerDocument = ReturnType<typeof partnerForm.toDocument>;
export type EstablishmentDocument = ReturnType<typeof establishmentForm.toDocument>;

export const recordFields = recordForm.names as readonly RecordField[];

export function isRecordField(name: string): name is RecordField {
  return (recordFields as readonly string[]).includes(name);
}

/** The set holds the fields that can name a natural person. */
const fieldsOfPeople: ReadonlySet<string> = new Set(
  Object.values(fields).flatMap(({ shows }, index) =>
    shows === 'people' || shows === 'minors' ? [recordForm.names[index]] : [],
  ) as string[],
);

/** `null` is the whole record. */
export function canNamePeople(chosen: readonly RecordField[] | null): boolean {
  return chosen === null || chosen.some((field) => fieldsOfPeople.has(field));
}

function toFacts({ record, withheld }: ShownRecord, dataAsOf: string): RecordFacts {
  const establishments = { total: record.establishments, headOffice: record.headOfficeCnpj };
  return { ...record, root: toCnpjRoot(record.cnpj), establishments, withheld, dataAsOf };
}

export function toRecordDocument(shown: ShownRecord, dataAsOf: string): RecordDocument {
  return recordForm.toDocument(toFacts(shown, dataAsOf));
}

export function toRecordJson(shown: ShownRecord, dataAsOf: string): string {
  return recordForm.toJson(toFacts(shown, dataAsOf));
}

/** Returns only the given fields, in the record's order. */
export function pickFields(document: RecordDocument, chosen: readonly RecordField[]): Partial<RecordDocument> {
  const wanted = new Set<string>(chosen);
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted.has(name))) as Partial<RecordDocument>;
}

export const csvHeader = `${recordForm.cells.map(({ name }) => name).join(',')}\n`;

/** RFC 4180 with line feeds; what is null is an empty cell. Every single fact is a column, lists stand in one cell. */
export function toCsvRow(shown: ShownRecord, dataAsOf: string): string {
  const facts = toFacts(shown, dataAsOf);
  let row = '';
  for (const { of } of recordForm.cells) row += `${row === '' ? '' : ','}${toCsvCell(String(of(facts) ?? ''))}`;
  return `${row}\n`;
}

export const { toDocument: toPartnerDocument } = partnerForm;
export const { toDocument: toEstablishmentDocument } = establishmentForm;
