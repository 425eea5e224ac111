// From XML to the tree that mappings read, by one rule (docs/sources-xml.md): names without prefixes, attributes as `@name`, an element
// that holds nothing but text as that text, repeated elements as a list.

import { readXml } from './xml-events.ts';
import { XmlFault } from './xml-fault.ts';
import type { XmlName } from './xml-namespaces.ts';

export interface XmlTree {
  /** The outermost element. */
  readonly root: XmlName;
  readonly value: XmlValue;
  /** `size` counts the values in the tree. */
  readonly size: number;
  /** Tells whether an element was declared to be null. */
  readonly holdsNull: boolean;
}

export type XmlValue = string | null | XmlObject | XmlValue[];
export type XmlObject = { [name: string]: XmlValue };

interface Frame {
  readonly local: string;
  readonly uri: string;
  isNull: boolean;
  /** The value is undefined until the element has an attribute or a child element. */
  object: XmlObject | undefined;
  /** The namespaces of the elements in it, by name. */
  uris: Map<string, string> | undefined;
  text: string;
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

export interface TreeRules {
  /** Tells whether an element is always a list, by its name and those around it. The innermost comes last. */
  isList(local: string, around: readonly XmlName[]): boolean;
  /** Throws where such an element cannot stand in those around it. */
  check(element: XmlName, around: readonly XmlName[]): void;
}

/** Throws where the document is no XML, is refused, or contradicts itself. */
export function readTree(text: string, { isList, check }: TreeRules): XmlTree {
  const open: Frame[] = [];
  let done: XmlTree | undefined;
  let size = 1;
  let holdsNull = false;

  const put = (parent: Frame, { local, uri }: Frame, value: XmlValue): void => {
    parent.object ??= {};
    parent.uris ??= new Map();
    const { object, uris } = parent;
    const known = uris.get(local);
    if (known === undefined) {
      uris.set(local, uri);
      object[local] = isList(local, open) ? [value] : value;
      return;
    }
    // By its name alone, a stranger's element would pass for the party's own.
    if (known !== uri) throw new XmlFault('elements of one name have two namespaces');
    const before = object[local] as XmlValue;
    if (Array.isArray(before)) before.push(value);
    else object[local] = [before, value];
  };

  readXml(text, {
    open({ local, uri, attributes }) {
      // It would become the prototype of the object.
      if (local === '__proto__') throw new XmlFault('an element has the name __proto__');
      check({ local, uri }, open);
      const frame: Frame = { local, uri, isNull: false, object: undefined, uris: undefined, text: '' };
      for (const attribute of attributes) {
        if (attribute.uri === instance && attribute.local === 'nil')
          frame.isNull = /^(?:true|1)$/.test(attribute.value);
        // Those of a namespace are the protocol's: types, languages, identifiers of signatures.
        if (attribute.uri !== '') continue;
        frame.object ??= {};
        frame.object[`@${attribute.local}`] = attribute.value;
        size++;
      }
      open.push(frame);
    },
    text(piece) {
      const frame = open.at(-1);
      const trimmed = trimXml(piece);
      if (frame === undefined || trimmed === '') return;
      // 7<!-- -->42 is 742 to one reader and 7 to the next.
      if (frame.text !== '') throw new XmlFault('a text is in pieces');
      frame.text = trimmed;
    },
    close() {
      const frame = open.pop() as Frame;
      const value = toValue(frame);
      size++;
      holdsNull ||= value === null;
      const parent = open.at(-1);
      if (parent === undefined) done = { root: frame, value, size, holdsNull };
      else put(parent, frame, value);
    },
  });
  return done as unknown as XmlTree;
}

function toValue({ isNull, object, text }: Frame): XmlValue {
  if (isNull) {
    if (object !== undefined || text !== '') throw new XmlFault('an element is null, and yet says something');
    return null;
  }
  if (object === undefined) return text;
  if (text !== '') object['#text'] = text;
  return object;
}

/** White space as XML has it: a name may end in a space of another kind, which is part of it. */
function trimXml(text: string): string {
  // No pattern: one for the end of a text takes the square of the blanks in it.
  let start = 0;
  let end = text.length;
  while (start < end && isBlankCode(text.charCodeAt(start))) start++;
  while (end > start && isBlankCode(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
