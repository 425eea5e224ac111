// Answers in XML, with the envelope of SOAP or without.

import { type BodyFormat, type BodyTree, type ParsedBody, unreadable } from '../body/body-format.ts';
import { withoutNulls } from '../body/json-body.ts';
import { checkEnvelope, isEnvelope, openEnvelope } from './soap.ts';
import { decodeXml } from './xml-encoding.ts';
import { XmlFault } from './xml-fault.ts';
import type { VerifyXml } from './xml-signature.ts';
import { readTree, type TreeRules, type XmlObject, type XmlTree } from './xml-tree.ts';

interface XmlOptions {
  /** Elements that are always lists, by name or by the end of their path: `debt`, `debts.debt`. */
  readonly lists: readonly string[];
  /** Only what it gives is read: the text that was signed. */
  readonly verify?: VerifyXml | undefined;
}

export function createXmlFormat({ lists, verify }: XmlOptions): BodyFormat {
  const rules: TreeRules = { isList: toIsList(lists), check: checkEnvelope };
  return {
    name: 'XML',
    accept: 'text/xml, application/soap+xml, application/xml',
    parse(body, charset) {
      const text = decodeXml(body, charset);
      if (text === undefined) return unreadable;
      try {
        return toBody(readTree(verify === undefined ? text : verify(text), rules));
      } catch (error) {
        if (error instanceof XmlFault) return unreadable;
        throw error;
      }
    },
  };
}

function toBody(tree: XmlTree): ParsedBody {
  // Well-formed, and yet for people: the page of a gateway on the way.
  if (tree.root.local.toLowerCase() === 'html') return unreadable;
  const isSoap = isEnvelope(tree.root);
  const sent = isSoap ? openEnvelope(tree) : toDocument(tree);
  if (sent === undefined) return unreadable;
  const known = tree.holdsNull ? (withoutNulls(sent) ?? {}) : sent;
  const fault = isSoap ? findBlame(sent) : undefined;
  return { kind: 'tree', sent, known, size: tree.size, ...(fault && { fault }) };
}

/** An empty document says as little as `{}` does in JSON. */
function toDocument({ root, value }: XmlTree): XmlObject {
  return value === '' || value === null ? {} : { [root.local]: value };
}

/** `Client` in SOAP 1.1, also with a detail of its own such as `Client.Authentication`, and `Sender` in 1.2. */
function findBlame({ fault }: XmlObject): BodyTree['fault'] {
  if (fault === undefined) return undefined;
  return /^(?:Client|Sender)(?:\.|$)/.test(String((fault as XmlObject)['code'])) ? 'ours' : 'theirs';
}

function toIsList(lists: readonly string[]): TreeRules['isList'] {
  const byName = Map.groupBy(
    lists.map((path) => path.split('.')),
    (path) => path.at(-1),
  );
  return (local, around) =>
    byName
      .get(local)
      ?.some((path) => path.slice(0, -1).every((name, index) => around.at(index - path.length + 1)?.local === name)) ??
    false;
}
