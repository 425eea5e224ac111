// What SOAP puts around an answer, taken off: the body of a message, or its fault in one form for SOAP 1.1 and 1.2.

import { XmlFault } from './xml-fault.ts';
import type { XmlName } from './xml-namespaces.ts';
import type { XmlObject, XmlTree, XmlValue } from './xml-tree.ts';

/** SOAP 1.1 and 1.2. */
const namespaces = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'];

/** Tells whether the document is the envelope of a message. */
export function isEnvelope({ local, uri }: XmlName): boolean {
  return local === 'Envelope' && namespaces.includes(uri);
}

/** The parts of an envelope count by their namespace: another's `Body` or `Fault` in their place is a trick. */
export function checkEnvelope({ local, uri }: XmlName, around: readonly XmlName[]): void {
  const [root] = around;
  if (root === undefined || around.length > 2 || !isEnvelope(root)) return;
  const isPart = around.length === 1 ? local === 'Header' || local === 'Body' : local === 'Fault';
  if (isPart && uri !== root.uri) throw new XmlFault('a part of the envelope is of another namespace');
}

/** Returns the body of a message, or `{ fault: { code, subcode, text, detail } }` for a fault. Returns undefined if it is no such message. */
export function openEnvelope({ value }: XmlTree): XmlObject | undefined {
  const body = toObject(value)?.['Body'];
  if (body === '') return {};
  const content = toObject(body);
  if (content === undefined) return undefined;
  const own = Object.keys(content).filter((name) => !name.startsWith('@'));
  if (!own.includes('Fault')) return Object.fromEntries(own.map((name) => [name, content[name] as XmlValue]));
  const fault = toObject(content['Fault']);
  // A fault that comes with an answer is neither.
  return fault === undefined || own.length > 1 ? undefined : { fault: toFaultTree(fault) };
}

function toFaultTree(fault: XmlObject): XmlObject {
  const code = toObject(fault['Code']);
  const subcode = toObject(code?.['Subcode']);
  const reason = toObject(fault['Reason'])?.['Text'];
  const parts = {
    code: toCode(fault['faultcode'] ?? code?.['Value']),
    subcode: toCode(subcode?.['Value']),
    // In several languages: the first.
    text: findOwnText(fault['faultstring'] ?? (Array.isArray(reason) ? reason[0] : reason)),
    detail: fault['detail'] ?? fault['Detail'],
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as XmlObject;
}

/** `soap:Client` and `env:Client` are the same code: the prefix is the sender's choice. */
function toCode(value: XmlValue | undefined): string | undefined {
  return findOwnText(value)?.replace(/^[\w.-]+:(?=[\w.-]+$)/, '');
}

function findOwnText(value: XmlValue | undefined): string | undefined {
  const text = toObject(value)?.['#text'] ?? value;
  return typeof text === 'string' ? text : undefined;
}

function toObject(value: XmlValue | undefined): XmlObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
