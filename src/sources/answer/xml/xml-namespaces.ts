// Namespaces in XML: what a prefix stands for at a place in a document. What the standard forbids is refused.

import { XmlFault } from './xml-fault.ts';

export interface XmlName {
  /** `local` is the name without its prefix. */
  readonly local: string;
  /** The namespace; empty where it has none. */
  readonly uri: string;
}

export interface XmlAttribute extends XmlName {
  /** `name` keeps its written form. */
  readonly name: string;
  readonly value: string;
}

/** `Namespaces` maps a prefix to its namespace. The empty prefix belongs to names without one. */
export type Namespaces = ReadonlyMap<string, string>;

const ofXml = 'http://www.w3.org/XML/1998/namespace';
const ofDeclarations = 'http://www.w3.org/2000/xmlns/';

/** Around the outermost element. */
export const namespacesAround: Namespaces = new Map([
  ['', ''],
  ['xml', ofXml],
  ['xmlns', ofDeclarations],
]);

type Attributes = Readonly<Record<string, string>>;

/** Tells whether an attribute of this name declares a namespace. */
export function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

/** Adds the namespaces that an element declares to those around it. */
export function withDeclared(attributes: Attributes, names: readonly string[], around: Namespaces): Namespaces {
  let scope: Map<string, string> | undefined;
  for (const name of names) {
    if (!isDeclaration(name)) continue;
    const prefix = name.slice('xmlns:'.length);
    const uri = attributes[name] as string;
    const isForbidden = prefix === 'xml' || prefix === 'xmlns' || uri === ofXml || uri === ofDeclarations;
    if (isForbidden || (prefix !== '' && uri === '')) throw new XmlFault('it declares a namespace that cannot be');
    scope ??= new Map(around);
    scope.set(prefix, uri);
  }
  return scope ?? around;
}

export function resolveName(name: string, scope: Namespaces): XmlName {
  const colon = name.indexOf(':');
  if (colon < 0) return { local: name, uri: scope.get('') as string };
  const local = name.slice(colon + 1);
  const uri = scope.get(name.slice(0, colon));
  if (uri === undefined || colon === 0 || local === '' || local.includes(':') || uri === ofDeclarations) {
    throw new XmlFault('a prefix of it stands for nothing');
  }
  return { local, uri };
}

/** Resolves the attributes. An attribute without a prefix has no namespace, regardless of the namespaces around it. */
export function resolveAttributes(
  attributes: Attributes,
  names: readonly string[],
  scope: Namespaces,
): readonly XmlAttribute[] {
  let prefixed = 0;
  const resolved = names.map((name): XmlAttribute => {
    const value = attributes[name] as string;
    if (name === 'xmlns') return { name, local: name, uri: ofDeclarations, value };
    if (name.startsWith('xmlns:')) return { name, local: name.slice('xmlns:'.length), uri: ofDeclarations, value };
    if (!name.includes(':')) return { name, local: name, uri: '', value };
    prefixed++;
    return { name, ...resolveName(name, scope), value };
  });
  if (prefixed > 1 && new Set(resolved.map(({ local, uri }) => `${uri} ${local}`)).size < names.length) {
    throw new XmlFault('an attribute stands twice, by two prefixes');
  }
  return resolved;
}
