// Text with placeholders, as an operator writes it under `request`: `{cpf}`, `{birth_date|ddmmyyyy}`, `{secret.token}`.
// Parsed once when the description is checked; `{{` and `}}` stand for the braces themselves.

import { type DateFormat, dateFormats, formatDate } from '../../domain/dates/date-format.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { formatCnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { formatCpf } from '../../domain/numbers/cpf.ts';

/** `PlaceholderValues` maps placeholders to their values. The value `null` means that none was supplied, so the parts that need it are left out. */
export type PlaceholderValues = Readonly<Record<string, string | null>>;

export interface Template {
  /** The names that it uses, such as `cpf` or `secret.token`. */
  readonly names: readonly string[];
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
};

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; name: string; form: Form | undefined };

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
  if (token === '{' || token === '}') return 'a brace stands alone; write {{ or }} for the sign itself';
  if (!token.startsWith('{')) return { kind: 'text', text: token };
  const [name = '', formName, ...rest] = token.slice(1, -1).split('|');
  if (!knownNames.includes(name)) {
    return `there is no placeholder ${token} here; known: ${knownNames.map((known) => `{${known}}`).join(', ')}`;
  }
  if (formName === undefined) return { kind: 'value', name, form: undefined };
  const forms = formsByName[name];
  const form = forms?.get(formName);
  if (form === undefined || rest.length > 0) {
    const known = forms === undefined ? 'none' : [...forms.keys()].map((each) => `{${name}|${each}}`).join(', ');
    return `${token} has no such form; known: ${known}`;
  }
  return { kind: 'value', name, form };
}

function toTemplate(pieces: readonly Piece[]): Template {
  const names = [...new Set(pieces.flatMap((piece) => (piece.kind === 'value' ? [piece.name] : [])))];
  return {
    names,
    render(values, encode) {
      let rendered = '';
      for (const piece of pieces) {
        if (piece.kind === 'text') {
          rendered += piece.text;
          continue;
        }
        const value = values[piece.name];
        if (value === null || value === undefined) return undefined;
        const formed = piece.form === undefined ? value : piece.form(value);
        rendered += encode === undefined ? formed : encode(formed);
      }
      return rendered;
    },
  };
}
