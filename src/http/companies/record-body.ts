// The text of a record in an answer: all of it, or the fields that were chosen.

import type { FoundRecord } from '../../app/companies/recent-reads.ts';
import { pickFields, type RecordField, toRecordDocument } from '../../domain/company/forms/record-document.ts';

export function toRecordBody(found: FoundRecord, fields: readonly RecordField[] | null): string {
  if (fields === null) return found.toJson();
  return JSON.stringify(pickFields(toRecordDocument(found.shown, found.dataAsOf), fields));
}
