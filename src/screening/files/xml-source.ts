// The entries of a list that is XML: one element at a time, so that only one is held, however large the file is. What XML can do to
// its readers is refused: document types, nesting without end, an entry without end.

import { TableError } from '../../app/bulk/table.ts';
import type { HeaderChanges } from '../../app/screening/lists/list-counts.ts';
import { type FileMember, readMember } from '../../datasets/files/file-member.ts';
import { parseDate } from '../../domain/dates/date-format.ts';
import { OperatorError } from '../../errors.ts';
import { walkXml, type XmlFault, type XmlHandler } from '../../xml-stream.ts';
import type { XmlList } from '../lists/list-kind.ts';
import type { XmlElement } from '../lists/xml-element.ts';
import { type EntrySource, type SourceRow, toUnreadableFile } from './entry-source.ts';

/** Characters and elements of one entry. The largest of the lists of 2026 have some ten thousand. */
const entryCharactersMax = 1 << 20;
const entryElementsMax = 20_000;
const startCharacters = 16 * 1024;
/** No list has a tenth of it. */
const referencesMax = 2_000;

interface XmlStart {
  readonly root: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** `text` holds the text of the first element of the wanted name. */
  readonly text: string;
}

/** The root of a file, and the text of an element near it. Throws an OperatorError where it cannot be read. */
export async function readXmlStart(member: FileMember, element: string | undefined): Promise<XmlStart> {
  let root: Pick<XmlStart, 'attributes'> & { readonly name: string } = { name: '', attributes: {} };
  let [isOpen, text] = [false, ''];
  const handler: XmlHandler = {
    open(name, attributes) {
      if (root.name === '') root = { name, attributes: attributes() };
      isOpen = name === element && text === '';
    },
    text(more) {
      if (isOpen) text += more;
    },
    close() {
      isOpen = false;
    },
  };
  try {
    for await (const _ of walkXml(readStart(member), handler, toXmlError)) if (root.name !== '') break;
  } catch (error) {
    throw toUnreadableFile(error, member.path);
  }
  return { root: root.name, attributes: root.attributes, text: text.trim() };
}

/** The day that the file says, if any. Throws an OperatorError where the root is that of something else. */
export async function findXmlDay(member: FileMember, list: XmlList): Promise<string | undefined> {
  const { day } = list;
  const { root, attributes, text } = await readXmlStart(
    member,
    day !== null && 'element' in day ? day.element : undefined,
  );
  if (root !== list.root)
    throw new OperatorError({
      en: `This is no file of ${list.id}: it begins with another element than ${list.root}.`,
      pt: `Este arquivo não é da lista ${list.id}: ele começa com outro elemento que não ${list.root}.`,
    });
  return findWrittenDay(day !== null && 'attribute' in day ? (attributes[day.attribute] ?? '') : text);
}

/** The time of day may stand behind it. */
function findWrittenDay(written: string): string | undefined {
  const day = written.slice(0, 10);
  return parseDate(day, 'yyyy-mm-dd') ?? parseDate(day, 'dd/mm/yyyy');
}

export function openXml(member: FileMember, list: XmlList): EntrySource {
  const reader = new EntryReader(list);
  return { rows: readRows(member, reader), besideFaults: [], isEmpty: false, finish: () => reader.toChanges() };
}

async function* readRows(member: FileMember, reader: EntryReader): AsyncGenerator<readonly SourceRow[]> {
  for await (const _ of walkXml(decode(member), reader, toXmlError)) yield reader.take();
  yield reader.take();
}

/** Enough for the root and the day behind it, and too little for what is below it to do harm. */
async function* readStart(member: FileMember): AsyncGenerator<string> {
  for await (const text of decode(member)) {
    yield text.slice(0, startCharacters);
    return;
  }
}

/** The declaration of another encoding is not believed: no publisher uses one. */
async function* decode(member: FileMember): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of readMember(member)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new TableError('It is not UTF-8, or is damaged.') : error;
  }
}

const faults: Readonly<Record<XmlFault, string>> = {
  doctype: 'It defines XML of its own, which its publisher does not do: it may have been made to harm.',
  deep: 'Its elements are nested deeper than those of any list.',
  malformed: 'It is no XML, or is cut short.',
};

function toXmlError(fault: XmlFault): TableError {
  return new TableError(faults[fault]);
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

class EntryReader implements XmlHandler {
  readonly #list: XmlList;
  readonly #seen = new Set<string>();
  #count = 0;
  /** The entry that is open, and what is open in it. */
  #open: OpenElement[] = [];
  #characters = 0;
  #elements = 0;
  #rows: SourceRow[] = [];
  readonly #references: XmlElement[] = [];

  constructor(list: XmlList) {
    this.#list = list;
  }

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    const inEntry = this.#open.length > 0;
    if (!inEntry && !this.#list.entries.includes(name) && !this.#isReference(name)) return;
    if (!inEntry) [this.#characters, this.#elements] = [0, 0];
    if (this.#open.length === 1 && this.#list.expected.includes(name)) this.#seen.add(name);
    const element = { name, attributes: attributes(), children: [], text: '' };
    this.#elements++;
    for (const value of Object.values(element.attributes)) this.#characters += value.length;
    this.#open.push(element);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    this.#characters += text.length;
    if (!this.#isTooLarge()) element.text += text;
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      if (!this.#isTooLarge()) parent.children.push(element);
      return;
    }
    const fault = this.#isTooLarge() ? 'row_too_long' : undefined;
    if (this.#isReference(element.name)) {
      if (fault !== undefined || this.#references.length >= referencesMax)
        throw new TableError(`Its elements ${element.name} are larger, or more, than those of any list.`);
      this.#references.push(element);
      return;
    }
    this.#rows.push({ line: ++this.#count, fault, map: (notes) => this.#list.map(element, notes, this.#references) });
  }

  take(): readonly SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  toChanges(): HeaderChanges {
    return { moved: [], added: [], missing: this.#list.expected.filter((name) => !this.#seen.has(name)) };
  }

  #isReference(name: string): boolean {
    return this.#list.references?.includes(name) === true;
  }

  #isTooLarge(): boolean {
    return this.#characters > entryCharactersMax || this.#elements > entryElementsMax;
  }
}
