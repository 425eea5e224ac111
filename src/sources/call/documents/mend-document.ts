// Shows an operator how a text that is a document is written: as it stands there, with the placeholders as they should be.

import { type DocumentKind, isDocumentKind } from '../document-forms.ts';
import { isPlainName } from './plain-names.ts';

const shownMax = 160;

/**
 * Returns the mended text. It leaves out what the operator wrote as a value, because that may be a secret. `isDoubled` tells whether the
 * braces of the document are written twice already.
 */
export function mendDocument(written: string, kind: DocumentKind, isDoubled = true): string {
  const mended = written
    .replace(/\s+/g, ' ')
    .trim()
    .replace(new RegExp(`${placeholder.source}|[{}]`, 'g'), (token, inside?: string) =>
      inside === undefined ? (isDoubled ? token : token + token) : toMended(inside, kind),
    );
  const whole = kind === 'json' ? mended.replace(/"(\{[^{}"]*\|json\})"/g, '$1') : mended;
  return cut(withoutValues(whole, kind));
}

/** Explains a text in which the braces of a document stand alone; undefined for any other text. */
export function explainBraces(written: string): string | undefined {
  if (!/^\s*(?:\[\s*)?\{\s*"/.test(written)) return undefined;
  return `this text is JSON, and its own braces are written twice: write ${mendDocument(written, 'json', false)}`;
}

/** No JSON and no brace of a document looks like it. */
const placeholder = /\{([a-z][\w.]*(?:\|[a-z/-]+)*)\}/;

function toMended(inside: string, kind: DocumentKind): string {
  const [name = '', ...forms] = inside.split('|');
  if (isPlainName(name) || forms.at(-1) === kind) return `{${inside}}`;
  const kept = forms.filter((form) => !isDocumentKind(form));
  return `{${[name, ...kept, kind].join('|')}}`;
}

function withoutValues(text: string, kind: DocumentKind): string {
  return kind === 'json'
    ? text.replace(/([:[,] ?)"[^"{}]+"(?! ?:)/g, '$1"…"')
    : text
        .replace(/>([^<>{}]+)</g, (whole, inside: string) => (inside.trim() === '' ? whole : '>…<'))
        .replace(/="[^"{}]+"/g, '="…"');
}

function cut(text: string): string {
  if (text.length <= shownMax) return text;
  const at = text.search(/\|(?:json|xml)\}/);
  const from = Math.max(0, at - shownMax / 2);
  return `${from === 0 ? '' : '… '}${text.slice(from, from + shownMax)} …`;
}
