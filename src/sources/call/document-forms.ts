// How a value is written into a text that is a document itself: JSON or XML inside a field, a parameter or an element.

export const documentKinds = ['json', 'xml'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export function isDocumentKind(text: string): text is DocumentKind {
  return (documentKinds as readonly string[]).includes(text);
}

/** Each writes a value, or its absence, so that the document around it stays what it was. */
export const writeInto: Readonly<Record<DocumentKind, (value: string | null) => string>> = {
  // A whole value with its quotes. Old readers take U+2028 and U+2029 for ends of lines.
  json: (value) => JSON.stringify(value).replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`),
  xml: (value) => escapeXml(value ?? ''),
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // As they are, a reader would make a blank or a line feed of them.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes a text or an attribute. Characters that XML cannot hold become the replacement character. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => escapes[character] as string);
}
