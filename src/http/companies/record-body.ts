// The text of a record in an answer: all of it, or the fields that were chosen.

import { pickFields, type RecordField, toRecordDocument } from '../../domain/record-document.ts';
import { toRecordJson } from '../../domain/record-json.ts';
import type { ShownRecord } from '../../domain/record-privacy.ts';

export function toRecordBody(shown: ShownRecord, dataAsOf: string, fields: readonly RecordField[] | null): string {
  if (fields === null) return toRecordJson(shown, dataAsOf);
  return JSON.stringify(pickFields(toRecordDocument(shown, dataAsOf), fields));
}
