// The pieces that the fields of a record are made of. Each says once how a value stands in JSON, in a table and in JSON Schema; what is
// made of pieces is a piece. It knows no company and no field.

import { toPlainText } from '../../rows/csv-cell.ts';

export interface Form<Value, Document = Value> {
  /** The schema follows JSON Schema. */
  readonly schema: object;
  readonly toDocument: (value: Value) => Document;
  /** Returns exactly the text of `JSON.stringify(toDocument(value))`, in half of the time. */
  readonly toJson: (value: Value) => string;
  readonly cells: readonly Cell<Value>[];
}

export interface ObjectForm<Value, Document> extends Form<Value, Document> {
  /** `names` lists the names of its fields, in their order. */
  readonly names: readonly string[];
}

/** A column of a table. Its name begins with that of the field unless it stands alone. */
interface Cell<Value> {
  readonly name: string;
  readonly isAlone?: boolean;
  readonly of: (value: Value) => string | number | boolean | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a table of forms holds one of every value.
export type AnyForm = Form<any, any>;
type ValueOf<Piece> = Piece extends Form<infer Value, infer _> ? Value : never;
type DocumentOf<Piece> = Piece extends Form<infer _, infer Document> ? Document : never;

type ToSnake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ToSnake<Rest>}`
  : '';
type ValuesOf<Fields> = { readonly [Name in keyof Fields]: ValueOf<Fields[Name]> };
type DocumentsOf<Fields> = {
  [Name in keyof Fields & string as ToSnake<Name>]: DocumentOf<Fields[Name]>;
};

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Quotes, backslashes and control characters; and halves of pairs, which have no form in UTF-8. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

function quote(value: string): string {
  return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
}

function scalar<Value extends string | number | boolean | null>(schema: object, toJson: (value: Value) => string) {
  const form: Form<Value> = {
    schema,
    toJson,
    toDocument: (value) => value,
    cells: [{ name: '', of: (value) => value }],
  };
  return form;
}

const written = (value: string | number | boolean | null): string => `${value}`;
const quoted = (value: string): string => `"${value}"`;
const quotedOrNull = (value: string | null): string => (value === null ? 'null' : `"${value}"`);

/** Days, codes, amounts and marks, which are made of digits, letters and a few signs: nothing in them needs an escape. */
export const code = (description: string, more: object = {}) =>
  scalar<string>({ type: 'string', description, ...more }, quoted);
export const codeOrNull = (description: string, more: object = {}) =>
  scalar<string | null>({ type: ['string', 'null'], description, ...more }, quotedOrNull);

/** Free text of others: a spreadsheet must not take it for a formula. */
export const text = (description: string): Form<string> => ({
  schema: { type: 'string', description },
  toDocument: (value) => value,
  toJson: quote,
  cells: [{ name: '', of: toPlainText }],
});
export const textOrNull = (description: string): Form<string | null> => ({
  schema: { type: ['string', 'null'], description },
  toDocument: (value) => value,
  toJson: (value) => (value === null ? 'null' : quote(value)),
  cells: [{ name: '', of: (value) => value && toPlainText(value) }],
});

export const flag = (description: string) => scalar<boolean>({ type: 'boolean', description }, written);
export const flagOrNull = (description: string) =>
  scalar<boolean | null>({ type: ['boolean', 'null'], description }, written);
export const count = (description: string) => scalar<number>({ type: 'integer', minimum: 0, description }, written);
export const countOrNull = (description: string) =>
  scalar<number | null>({ type: ['integer', 'null'], description }, written);

export const oneOf = <const Value extends string>(title: string, values: readonly Value[], description: string) =>
  scalar<Value>({ title, type: 'string', enum: values, description }, quoted);
export const oneOfOrNull = <const Value extends string>(title: string, values: readonly Value[], description: string) =>
  scalar<Value | null>({ title, type: ['string', 'null'], enum: [...values, null], description }, quotedOrNull);

export function orNull<Value, Document>(
  form: Form<Value, Document>,
  description: string,
): Form<Value | null, Document | null> {
  return {
    schema: { anyOf: [form.schema, { type: 'null' }], description },
    toDocument: (value) => (value === null ? null : form.toDocument(value)),
    toJson: (value) => (value === null ? 'null' : form.toJson(value)),
    cells: form.cells.map((cell) => ({ ...cell, of: (value) => (value === null ? null : cell.of(value)) })),
  };
}

/** A list stands in one cell, as JSON. */
export function listOf<Value, Document>(
  form: Form<Value, Document>,
  description: string,
): Form<readonly Value[], Document[]> {
  const toJson = (values: readonly Value[]): string => {
    let joined = '';
    for (let index = 0; index < values.length; index++) {
      joined += index === 0 ? form.toJson(values[index] as Value) : `,${form.toJson(values[index] as Value)}`;
    }
    return `[${joined}]`;
  };
  return {
    schema: { type: 'array', items: form.schema, description },
    toDocument: (values) => values.map((value) => form.toDocument(value)),
    toJson,
    cells: [{ name: 'json', of: toJson }],
  };
}

/** Every field is there in every answer, in this order, and its name is in snake case. */
export function objectOf<const Fields extends Readonly<Record<string, AnyForm>>>(
  fields: Fields,
  description: string,
): ObjectForm<ValuesOf<Fields>, DocumentsOf<Fields>> {
  const all = Object.entries(fields).map(([key, form], index) => ({
    key,
    form,
    toJson: form.toJson,
    name: toSnake(key),
    before: `${index === 0 ? '{' : ','}"${toSnake(key)}":`,
  }));
  const properties = Object.fromEntries(all.map(({ name, form }) => [name, form.schema]));
  return {
    names: Object.keys(properties),
    schema: { type: 'object', description, required: Object.keys(properties), properties, additionalProperties: false },
    toDocument: (value: Readonly<Record<string, unknown>>) => {
      const document: Record<string, unknown> = {};
      for (let index = 0; index < all.length; index++) {
        const { key, name, form } = all[index] as (typeof all)[number];
        document[name] = form.toDocument(value[key]);
      }
      return document as DocumentsOf<Fields>;
    },
    toJson: (value: Readonly<Record<string, unknown>>) => {
      let json = '';
      for (let index = 0; index < all.length; index++) {
        const { key, before, toJson } = all[index] as (typeof all)[number];
        json += before;
        json += toJson(value[key]);
      }
      return `${json}}`;
    },
    cells: all.flatMap(({ key, name, form }) =>
      form.cells.map((cell) => ({
        ...cell,
        name: cell.isAlone ? cell.name : [name, cell.name].filter(Boolean).join('_'),
        of: (value: Readonly<Record<string, unknown>>) => cell.of(value[key]),
      })),
    ),
  };
}

/** An object of which generated clients make a type by this name, wherever it stands. */
export function component<Value, Document>(name: string, form: Form<Value, Document>) {
  return { ...form, schema: { $ref: `#/components/schemas/${name}` }, component: form.schema };
}

/** The same for an object that stands in one place only. */
export function titled<Value, Document>(title: string, form: Form<Value, Document>): Form<Value, Document> {
  return { ...form, schema: { title, ...form.schema } };
}

/** The cells of its parts stand under their own names, not behind that of the field. */
export function withOwnColumns<Value, Document>(form: Form<Value, Document>): Form<Value, Document> {
  return { ...form, cells: form.cells.map((cell) => ({ ...cell, isAlone: true })) };
}

/** One column in place of those that the form would give; without a name it has that of the field. */
export function asColumn<Value, Document>(
  form: Form<Value, Document>,
  of: Cell<Value>['of'],
  name?: string,
): Form<Value, Document> {
  return { ...form, cells: [{ name: name ?? '', isAlone: name !== undefined, of }] };
}
