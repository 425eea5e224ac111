// Text with placeholders, as an operator writes it under `request`: `{cpf}`, `{birth_date|ddmmyyyy}`, `{secret.token}`.
// Parsed once when the description is checked; `{{` and `}}` stand for the braces themselves.

import { type DateFormat, dateFormats, formatDate } from '../../domain/dates/date-format.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { formatCnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { formatCpf } from '../../domain/numbers/cpf.ts';
import { type DocumentKind, documentKinds, isDocumentKind, writeInto } from './document-forms.ts';
import { momentForms } from './moment-forms.ts';

/** `PlaceholderValues` maps placeholders to their values. The value `null` means that none was supplied, so the parts that need it are left out. */
export type PlaceholderValues = Readonly<Record<string, string | null>>;

export interface Template {
  /** The names that it uses, such as `cpf` or `secret.token`. */
  readonly names: readonly string[];
  /** The names without which nothing is rendered. A document has a place for a value that is not there. */
  readonly needs: readonly string[];
  readonly pieces: readonly Piece[];
  /** The text without its placeholders. */
  readonly literal: string;
  /** The text with its placeholders filled, as they are or encoded; undefined where one of them has no value. */
  render(values: PlaceholderValues, encode?: (value: string) => string): string | undefined;
}

type Form = (value: string) => string;

const dateForms = new Map<string, Form>(
  dateFormats.map((format: DateFormat) => [format, (value: string) => formatDate(value, format)]),
);
const formsByName: Readonly<Record<string, ReadonlyMap<string, Form>>> = {
  cpf: new Map([['mask', (value: string) => formatCpf(value as Cpf)]]),
  cnpj: new Map([['mask', (value: string) => formatCnpj(value as Cnpj)]]),
  birth_date: dateForms,
  now: momentForms,
};

export interface ValuePiece {
  readonly kind: 'value';
  readonly name: string;
  readonly form: Form | undefined;
  /** The documents into which the value is written, from the inside out. */
  readonly documents: readonly DocumentKind[];
}

type Piece = { readonly kind: 'text'; readonly text: string } | ValuePiece;

/** Writes a value in the form that the placeholder names, before any document. */
export function formValue({ form }: ValuePiece, value: string): string {
  return form === undefined ? value : form(value);
}

/** Reads a template that may use the given names; undefined after a fault. */
export function parseTemplate(
  text: string,
  knownNames: readonly string[],
  fault: (problem: string) => void,
): Template | undefined {
  const pieces: Piece[] = [];
  for (const [token] of text.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g)) {
    const piece = parsePiece(token, knownNames);
    if (typeof piece === 'string') {
      fault(piece);
      return undefined;
    }
    pieces.push(piece);
  }
  return toTemplate(pieces);
}

/** A piece, or what is wrong with it. */
function parsePiece(token: string, knownNames: readonly string[]): Piece | string {
  if (token === '{{' || token === '}}') return { kind: 'text', text: token.slice(1) };
  if (!/^[{}]/.test(token)) return { kind: 'text', text: token };
  // A brace of a document, such as {"a": 1}: what it holds may be a secret, and is not repeated.
  if (token === '{' || token === '}' || /^\{[^}]*["\s]/.test(token))
    return 'a brace stands alone; write {{ or }} for the sign itself';
  const [name = '', ...filters] = token.slice(1, -1).split('|');
  if (!knownNames.includes(name)) {
    return `there is no placeholder ${token} here; known: ${knownNames.map((known) => `{${known}}`).join(', ')}`;
  }
  const documents = filters.slice(filters.findLastIndex((each) => !isDocumentKind(each)) + 1).filter(isDocumentKind);
  const [formName, ...rest] = filters.slice(0, filters.length - documents.length);
  if (formName === undefined) return { kind: 'value', name, form: undefined, documents };
  const forms = formsByName[name];
  const form = forms?.get(formName);
  if (form === undefined || rest.length > 0) {
    const known = [...(forms?.keys() ?? []), ...documentKinds].map((each) => `{${name}|${each}}`).join(', ');
    return `${token} has no such form; known: ${known}`;
  }
  return { kind: 'value', name, form, documents };
}

function toTemplate(pieces: readonly Piece[]): Template {
  const values = pieces.filter((piece) => piece.kind === 'value');
  return {
    names: [...new Set(values.map(({ name }) => name))],
    needs: [...new Set(values.filter(({ documents }) => documents.length === 0).map(({ name }) => name))],
    pieces,
    literal: pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''),
    render(given, encode) {
      let rendered = '';
      for (const piece of pieces) {
        if (piece.kind === 'text') {
          rendered += piece.text;
          continue;
        }
        const value = given[piece.name] ?? null;
        let written = value === null ? null : formValue(piece, value);
        for (const kind of piece.documents) written = writeInto[kind](written);
        if (written === null) return undefined;
        rendered += encode === undefined ? written : encode(written);
      }
      return rendered;
    },
  };
}

/** Stands for a text that was refused. */
export const emptyTemplate = toTemplate([]);
