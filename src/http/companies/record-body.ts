// The text of a record in an answer: all of it, or the fields that were chosen.

import { pickFields, type RecordField, toRecordDocument } from '../../domain/record-document.ts';
import { toRecordJson } from '../../domain/record-json.ts';
import type { ShownRecord } from '../../domain/record-privacy.ts';

/** The text of records that are kept for the next caller; it goes when they do. */
const texts = new WeakMap<ShownRecord, string>();

export function toRecordBody(shown: ShownRecord, dataAsOf: string, fields: readonly RecordField[] | null): string {
  if (fields === null) return texts.get(shown) ?? write(shown, dataAsOf);
  return JSON.stringify(pickFields(toRecordDocument(shown, dataAsOf), fields));
}

function write(shown: ShownRecord, dataAsOf: string): string {
  const text = toRecordJson(shown, dataAsOf);
  texts.set(shown, text);
  return text;
}
