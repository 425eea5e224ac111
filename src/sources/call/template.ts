// Text with placeholders, as an operator writes it under `request`: `{cpf}`, `{birth_date|ddmmyyyy}`, `{secret.token}`.
// Parsed once when the description is checked; `{{` and `}}` stand for the braces themselves.

import { type DateFormat, dateFormats, formatDate } from '../../domain/dates/date-format.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { formatCnpj } from '../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { formatCpf } from '../../domain/numbers/cpf.ts';

/** What placeholders stand for. `null`: nothing was supplied, so what needs it is left out. */
export type PlaceholderValues = Readonly<Record<string, string | null>>;

export interface Template {
  /** The names that it uses, such as `cpf` or `secret.token`. */
  readonly names: readonly string[];
  /** The text with its placeholders filled, as they are or encoded; undefined where one of them has no value. */
  render(values: PlaceholderValues, encode?: (value: string) => string): string | undefined;
}

export type ParsedTemplate =
  | { readonly kind: 'valid'; readonly template: Template }
  | { readonly kind: 'invalid'; readonly problem: string };

type Form = (value: string) => string;

const asItIs: Form = (value) => value;
const dateForms = new Map<string, Form>(
  dateFormats.map((format: DateFormat) => [format, (value: string) => formatDate(value, format)]),
);
const formsByName: Readonly<Record<string, ReadonlyMap<string, Form>>> = {
  cpf: new Map([['mask', (value: string) => formatCpf(value as Cpf)]]),
  cnpj: new Map([['mask', (value: string) => formatCnpj(value as Cnpj)]]),
  birth_date: dateForms,
};

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'value'; name: string; form: Form };

/** Reads a template that may use the given names. */
export function parseTemplate(text: string, knownNames: readonly string[]): ParsedTemplate {
  const pieces: Piece[] = [];
  for (const [token] of text.matchAll(/\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g)) {
    if (token === '{{' || token === '}}') pieces.push({ kind: 'text', text: token.slice(1) });
    else if (token === '{' || token === '}') return invalid('a brace stands alone; write {{ or }} for the sign itself');
    else if (!token.startsWith('{')) pieces.push({ kind: 'text', text: token });
    else {
      const piece = parsePlaceholder(token, knownNames);
      if (typeof piece === 'string') return invalid(piece);
      pieces.push(piece);
    }
  }
  return { kind: 'valid', template: toTemplate(pieces) };
}

function parsePlaceholder(token: string, knownNames: readonly string[]): Piece | string {
  const [name = '', formName, ...rest] = token.slice(1, -1).split('|');
  if (!knownNames.includes(name)) {
    return `there is no placeholder ${token} here; known: ${knownNames.map((known) => `{${known}}`).join(', ')}`;
  }
  if (formName === undefined) return { kind: 'value', name, form: asItIs };
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
    render(values, encode = asItIs) {
      let rendered = '';
      for (const piece of pieces) {
        if (piece.kind === 'text') {
          rendered += piece.text;
          continue;
        }
        const value = values[piece.name];
        if (value === null || value === undefined) return undefined;
        rendered += encode(piece.form(value));
      }
      return rendered;
    },
  };
}

function invalid(problem: string): ParsedTemplate {
  return { kind: 'invalid', problem };
}
