// Checks the layout of positional answers: widths, types and names that contradict each other would read one field as another.

import { sumWidths } from '../../answer/fixed/fixed-fields.ts';
import { canHaveBoth, canHaveMark } from '../../answer/fixed/layout-mark.ts';
import type {
  FixedFieldDescription,
  FixedLayoutDescription,
  FixedRecordDescription,
  FixedRecordsDescription,
  FixedResponseDescription,
  OtherLayoutDescription,
} from '../../schema/calls/fixed.ts';

type Fault = (path: readonly string[], problem: string) => void;

export function checkFixedResponse(description: FixedResponseDescription, fault: Fault): void {
  checkLayout(description, fault);
  const others = description.other_layouts ?? [];
  for (const [index, other] of others.entries()) {
    const at: Fault = (path, problem) => fault(['other_layouts', String(index), ...path], problem);
    checkLayout(other, at);
    checkMark(other, description, others.slice(0, index), at);
  }
}

/** A string that fits two layouts would be read as whichever comes first. */
function checkMark(
  other: OtherLayoutDescription,
  usual: FixedLayoutDescription,
  before: readonly OtherLayoutDescription[],
  fault: Fault,
): void {
  const { name, when } = other;
  const names = [
    'header',
    ...(usual.records?.types ?? []).map((type) => type.name),
    ...before.map((each) => each.name),
  ];
  if (names.includes(name)) fault(['name'], 'this name is taken already');
  if (when.text === undefined && when.length === undefined) fault(['when'], 'it needs a text or a length');
  else if (when.text === undefined && when.at !== undefined) fault(['when', 'at'], 'there is no text that stands here');
  else if (!canHaveMark(other, when)) fault(['when'], 'no string of this layout has this mark');
  else if (canHaveMark(usual, when)) {
    fault(
      ['when'],
      'the usual layout may have this mark too: name a text where a field of its header has another value',
    );
  } else {
    const alike = before.find((each) => canHaveBoth(each.when, when));
    if (alike !== undefined) fault(['when'], `one string may have this mark and that of ${alike.name}`);
  }
}

function checkLayout({ header, records }: FixedLayoutDescription, fault: Fault): void {
  if (header === undefined && records === undefined) fault([], 'it needs a header or records');
  checkFields(header ?? [], ['header'], fault);
  for (const [index, { holds, kind, name }] of (header ?? []).entries()) {
    if (holds === undefined) continue;
    const path = ['header', String(index), 'holds'];
    if (kind !== 'integer' || name === undefined) fault(path, 'such a field needs a name and kind: integer');
    if (records === undefined) fault(path, 'there are no records');
  }
  if (records !== undefined)
    checkRecords(records, header !== undefined, (path, problem) => fault(['records', ...path], problem));
}

function checkRecords(records: FixedRecordsDescription, hasHeader: boolean, fault: Fault): void {
  const { length, width, end, unknown, types } = records;
  if (length !== undefined && width !== undefined) fault(['width'], 'the records tell their length');
  if (unknown === 'skip' && length === undefined && width === undefined) {
    fault(['unknown'], 'without length or width nobody knows where a record of another type ends');
  }
  if (end !== undefined && !types.some(({ type }) => type === end)) fault(['end'], 'no type of this name is listed');
  const names = new Map<string, boolean>(hasHeader ? [['header', false]] : []);
  const keys = new Set<string>();
  for (const [index, record] of types.entries()) {
    const at: Fault = (path, problem) => fault(['types', String(index), ...path], problem);
    checkRecord(record, records, at);
    const key = JSON.stringify([record.type, record.subtype]);
    if (keys.has(key)) at(['type'], 'this type and subtype is listed already');
    keys.add(key);
    const isRepeated = record.repeated === true;
    if (names.has(record.name) && !(isRepeated && names.get(record.name) === true)) {
      at(['name'], 'this name is taken already; only repeated records may share one');
    }
    names.set(record.name, isRepeated);
  }
}

function checkRecord(record: FixedRecordDescription, records: FixedRecordsDescription, fault: Fault): void {
  const { type, subtype, fields, may_end_after: mayEndAfter } = record;
  const width = record.width ?? records.width;
  const { length, type_width: typeWidth, subtype_width: subtypeWidth } = records;
  if (type.length !== typeWidth) fault(['type'], `it has ${type.length} characters, and type_width is ${typeWidth}`);
  if (subtype !== undefined && subtype.length !== subtypeWidth) {
    fault(['subtype'], `it has ${subtype.length} characters, and subtype_width is ${subtypeWidth ?? 'missing'}`);
  }
  const taken = type.length + (subtype?.length ?? 0) + sumWidths(fields);
  if (length !== undefined && record.width !== undefined) fault(['width'], 'the records tell their length');
  if (length === undefined && width === undefined)
    fault(['width'], 'it is missing: the records do not tell their length');
  if (length === undefined && width !== undefined && taken > width) {
    fault(['width'], `type and fields take ${taken} bytes, which is more`);
  }
  if (length === undefined && record.skip_rest !== undefined) {
    fault(['skip_rest'], 'the records tell no length: what their width leaves is never read');
  }
  if (record.rest !== undefined) {
    if (record.skip_rest === true) fault(['rest'], 'skip_rest is given too: keep one');
    if (fields.some(({ name }) => name === record.rest)) fault(['rest'], 'a field has this name');
  }
  if (mayEndAfter !== undefined && !fields.some(({ name }) => name === mayEndAfter)) {
    fault(['may_end_after'], 'it has no field of this name');
  }
  checkFields(fields, ['fields'], fault);
  for (const [index, { holds }] of fields.entries()) {
    if (holds !== undefined) fault(['fields', String(index), 'holds'], 'only a field of the header holds it');
  }
}

function checkFields(fields: readonly FixedFieldDescription[], path: readonly string[], fault: Fault): void {
  const names = new Set<string>();
  for (const [index, { name, width, kind, decimals, value, blank }] of fields.entries()) {
    const at = (key: string, problem: string) => fault([...path, String(index), key], problem);
    if (name !== undefined && names.has(name)) at('name', 'a field before it has this name');
    if (name !== undefined) names.add(name);
    if (decimals !== undefined && kind !== 'integer') at('decimals', 'only an integer has decimals');
    if (value !== undefined && value.length > width)
      at('value', `it has ${value.length} characters, and the field ${width}`);
    if (blank !== undefined && blank.length > width)
      at('blank', `it has ${blank.length} characters, and the field ${width}`);
  }
}
