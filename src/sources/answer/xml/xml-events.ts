// Reads XML strictly, by a kept parser that expands and fetches nothing. What no answer needs and attacks are made of is refused: a document
// type (entities, external files), a processing instruction, an inclusion, XML 1.1, nesting or counts beyond all reason.

import {
  XmlElement as ParsedElement,
  parseXml,
  XmlDeclaration,
  type XmlDocument,
  XmlError,
  XmlNode,
  XmlText,
} from '@rgrove/parse-xml';
import { XmlFault } from './xml-fault.ts';
import {
  isDeclaration,
  type Namespaces,
  namespacesAround,
  resolveAttributes,
  resolveName,
  withDeclared,
  type XmlAttribute,
  type XmlName,
} from './xml-namespaces.ts';

export interface XmlElement extends XmlName {
  /** `name` keeps its written form. */
  readonly name: string;
  /** Declarations of namespaces included. */
  readonly attributes: readonly XmlAttribute[];
}

export interface XmlHandler {
  open(element: XmlElement): void;
  /** A piece of text. Two pieces of one element have a comment, a CDATA section or an element between them. */
  text(text: string): void;
  close(): void;
}

const depthMax = 64;
/** Elements, attributes and pieces of text. */
const nodesMax = 100_000;
/** Declarations of namespaces. An element with one copies all that stand around it, and who verifies a signature compares each with each. */
const declarationsMax = 1_024;
const inclusion = 'http://www.w3.org/2001/XInclude';

/** Throws XmlFault. */
export function readXml(text: string, handler: XmlHandler): void {
  // Before anything is built of it: every part has one of these signs, and an element has two of the first.
  if (countSign(text, '<') > 2 * nodesMax || countSign(text, '=') > 2 * nodesMax) throw tooMany();
  const document = parseOrRefuse(text);
  for (const { type } of document.children) refuseType(type);
  const declaration = document.children.find((node) => node instanceof XmlDeclaration);
  if (declaration !== undefined && declaration.version !== '1.0') throw new XmlFault('it is not XML 1.0');
  if (document.root === null) throw new XmlFault('it is not well-formed');
  walk(document.root, { handler, depth: 1, nodes: { count: 0, declarations: 0 } }, namespacesAround);
}

function parseOrRefuse(text: string): XmlDocument {
  try {
    return parseXml(text, {
      preserveCdata: true,
      preserveComments: true,
      preserveDocumentType: true,
      preserveXmlDeclaration: true,
    });
  } catch (error) {
    // Its message quotes the document. Any other error is that the nesting is deeper than the stack.
    throw new XmlFault('it is not well-formed', error instanceof XmlError ? error.line : undefined);
  }
}

interface Walk {
  readonly handler: XmlHandler;
  readonly depth: number;
  readonly nodes: { count: number; declarations: number };
}

function walk(element: ParsedElement, { handler, depth, nodes }: Walk, around: Namespaces): void {
  if (depth > depthMax) throw new XmlFault(`it nests deeper than ${depthMax}`);
  const names = Object.keys(element.attributes);
  nodes.count += 1 + names.length;
  nodes.declarations += names.filter(isDeclaration).length;
  if (nodes.declarations > declarationsMax) throw new XmlFault(`it declares more than ${declarationsMax} namespaces`);
  const scope = withDeclared(element.attributes, names, around);
  const { local, uri } = resolveName(element.name, scope);
  if (uri === inclusion) throw new XmlFault('it includes another document');
  handler.open({ name: element.name, local, uri, attributes: resolveAttributes(element.attributes, names, scope) });
  for (const child of element.children) {
    if (child instanceof ParsedElement) {
      walk(child, { handler, depth: depth + 1, nodes }, scope);
    } else if (child instanceof XmlText) {
      nodes.count++;
      handler.text(child.text);
    } else refuseType(child.type);
  }
  if (nodes.count > nodesMax) throw tooMany();
  handler.close();
}

function refuseType(type: string): void {
  if (type === XmlNode.TYPE_DOCUMENT_TYPE) throw new XmlFault('it has a document type');
  if (type === XmlNode.TYPE_PROCESSING_INSTRUCTION) throw new XmlFault('it has a processing instruction');
}

function tooMany(): XmlFault {
  return new XmlFault(`it has more than ${nodesMax} parts`);
}

function countSign(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
