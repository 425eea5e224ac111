// Answers in XML, written from a tree: `@name` is an attribute, a list an element that is repeated.

import type { WireFormat } from './wire-format.ts';

export type XmlNode = string | number | { readonly [name: string]: XmlNode | readonly XmlNode[] | undefined };

export const xml: WireFormat = {
  type: 'text/xml; charset=utf-8',
  encoding: 'utf8',
  write: (body) => declaration + writeChildren(body as XmlNode),
  writeWrongTypes: (body) => declaration + writeChildren(withWrongTypes(body as XmlNode)),
  toHugeScore: (text) => text.replaceAll(/(score(?:>|="))\d+/g, '$11e308'),
  toProto: (text) => `${declaration}<answer><__proto__>${text.replace(declaration, '')}</__proto__></answer>`,
  padding: ['<padding>', '</padding>'],
  simulated: '<message>simulated</message>',
};

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

function writeChildren(node: XmlNode): string {
  if (typeof node !== 'object') return escapeXml(String(node));
  return Object.entries(node)
    .filter(([name]) => !name.startsWith('@'))
    .flatMap(([name, value]) => [value].flat().map((each) => [name, each as XmlNode | undefined] as const))
    .map(([name, value]) => (value === undefined ? '' : writeElement(name, value)))
    .join('');
}

function writeElement(name: string, node: XmlNode): string {
  const attributes = typeof node === 'object' ? Object.entries(node).filter(([key]) => key.startsWith('@')) : [];
  const written = attributes
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key.slice(1)}="${escapeXml(String(value))}"`);
  return `<${name}${written.join('')}>${writeChildren(node)}</${name}>`;
}

/** XML has no types: words become numbers, and short numbers become words. */
function withWrongTypes(node: XmlNode): XmlNode {
  if (typeof node === 'object') {
    return Object.fromEntries(
      Object.entries(node).map(([name, value]) => {
        if (value === undefined || name.startsWith('@xmlns')) return [name, value];
        return [name, Array.isArray(value) ? value.map(withWrongTypes) : withWrongTypes(value as XmlNode)];
      }),
    );
  }
  const text = String(node);
  if (!/^\d+$/.test(text)) return text.length;
  return text.length > 4 ? text : 'texto';
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
