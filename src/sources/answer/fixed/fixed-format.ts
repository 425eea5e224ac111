// Positional strings as a format of answers: from bytes to a tree that the same mapping reads as one of JSON.

import type {
  FixedFieldDescription,
  FixedLayoutDescription,
  FixedResponseDescription,
} from '../../schema/calls/fixed.ts';
import { type BodyFormat, type BodyTree, type ParsedBody, unreadable } from '../body/body-format.ts';
import { type FixedFields, readFields, sumWidths, UnfitString } from './fixed-fields.ts';
import { type FixedRecord, readRecords } from './fixed-records.ts';
import { decodeFixed } from './fixed-text.ts';
import { hasMark } from './layout-mark.ts';

/** `description` was checked: widths and names agree with each other. */
export function createFixedFormat(description: FixedResponseDescription): BodyFormat {
  return {
    name: 'a string of this layout',
    accept: '*/*',
    description: { kind: 'fixed', layout: description },
    parse: (body) => parseFixed(body, description),
  };
}

/** The description's encoding counts: a CGI of 1998 does not know what the web server in front of it writes into the Content-Type. */
function parseFixed(body: Uint8Array, description: FixedResponseDescription): ParsedBody {
  const text = decodeFixed(body, description.encoding ?? 'iso-8859-1');
  const string = text === undefined ? undefined : findString(text, description.inside);
  if (string === undefined || string === '') return unreadable;
  try {
    const other = description.other_layouts?.find(({ when }) => hasMark(string, when));
    const body = readTree(string, other ?? description);
    return other === undefined || body.kind === 'unreadable' ? body : underItsName(body, other.name);
  } catch (error) {
    if (error instanceof UnfitString) return unreadable;
    throw error;
  }
}

/** An answer in another layout is no answer to the question unless an outcome says so. */
function underItsName({ sent, size }: BodyTree, name: string): BodyTree {
  const tree = { [name]: sent };
  return { kind: 'tree', sent: tree, known: tree, size: size + 1, fault: 'theirs' };
}

function readTree(string: string, { header = [], records }: FixedLayoutDescription): ParsedBody {
  const headerWidth = sumWidths(header);
  const headerFields = readFields(string.slice(0, headerWidth), header);
  const rest = string.slice(headerWidth);
  const told = findRecordsLength(header, headerFields) ?? (records === undefined ? 0 : rest.length);
  if (told > rest.length || rest.slice(told).trimEnd() !== '') return unreadable;
  const found = records === undefined ? [] : readRecords(rest.slice(0, told), records);
  const tree = toTree(found);
  if (tree === undefined) return unreadable;
  const sent = header.length === 0 ? tree : { header: headerFields, ...tree };
  const size = found.reduce(
    (sum, { fields }) => sum + Object.keys(fields).length + 1,
    Object.keys(headerFields).length,
  );
  return { kind: 'tree', sent, known: sent, size };
}

/** Returns the bytes that the records take according to the header. Returns undefined if the header does not say. */
function findRecordsLength(header: readonly FixedFieldDescription[], fields: FixedFields): number | undefined {
  const holder = header.find(({ holds }) => holds === 'records_length');
  return holder === undefined ? undefined : Number(fields[holder.name ?? ''] ?? 0);
}

/** Returns undefined if a record that occurs once came again, because it is unknown which of two contradictory records counts. */
function toTree(found: readonly FixedRecord[]): Record<string, unknown> | undefined {
  const tree: Record<string, unknown> = {};
  for (const { of, fields } of found) {
    const before = tree[of.name];
    if (of.repeated === true) {
      if (Array.isArray(before)) before.push(fields);
      else tree[of.name] = [fields];
    } else if (before !== undefined) return undefined;
    else tree[of.name] = fields;
  }
  return tree;
}

/** Returns the text in the element, or all of it, without the line ends around it. Blanks may belong to the string. */
function findString(text: string, inside: string | undefined): string | undefined {
  if (inside === undefined) return trim(text);
  const [open, close] = [`<${inside}>`, `</${inside}>`].map((tag) => findPlaces(text, tag));
  if (open?.length !== 1 || close?.length !== 1) return undefined;
  const from = (open[0] ?? 0) + inside.length + 2;
  return from <= (close[0] ?? 0) ? trim(text.slice(from, close[0])) : undefined;
}

function findPlaces(text: string, tag: string): number[] {
  return [...text.matchAll(new RegExp(tag, 'gi'))].map(({ index }) => index);
}

function trim(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isLineEnd(text[from])) from++;
  while (to > from && isLineEnd(text[to - 1])) to--;
  return text.slice(from, to);
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\r' || character === '\n';
}
