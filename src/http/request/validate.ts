// Checks a body against a request schema of the contract and lists every fault. Values come out in canonical form.
// Fastify's own validator stops short: it knows no check digits, and its defaults would turn a number into a CPF.

import { parseCountry } from '../../domain/countries/country-code.ts';
import { isBirthDate } from '../../domain/dates/calendar.ts';
import { findMeant } from '../../domain/misspelling.ts';
import { cleanName, isCompanyName, isPersonName, isReference } from '../../domain/names/typed-name.ts';
import { parseCnpj } from '../../domain/numbers/cnpj.ts';
import { parseCpf } from '../../domain/numbers/cpf.ts';
import { identityDocumentTypes, readIdentityNumber } from '../../domain/screening/identity-document.ts';
import type { FieldFaultCode } from '../../error-codes.ts';
import { AppError, type Bilingual, type FieldFault } from '../../errors.ts';
import type { InputFormat, RequestSchema } from '../contract.ts';

type Fields = Record<string, string | null>;

/** With a `format` a text, with `fields` an object that has them. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly format: InputFormat;
  readonly fields: readonly Field[] | undefined;
}

const faultsMax = 50;

/** The function finds the fault in the value of a field; undefined stands for a value that was not supplied. */
type FindFault = (value: unknown) => FieldFaultCode | undefined;

/**
 * Returns a function that gives the canonical fields (`null` = not supplied) or throws `invalid_request`. A field of an object within the
 * body is `document/number`. `others`: further fields of the body by their names, which the caller reads by itself once they have no fault.
 */
export function createValidate(
  schema: RequestSchema,
  others: Readonly<Record<string, FindFault>> = {},
): (body: Record<string, unknown>, today: string) => Fields {
  const fields = listFields(schema);
  const known = new Set([...fields.map(({ name }) => name), ...Object.keys(others)]);

  return (body, today) => {
    const read: ReadFields = { faults: [], values: {}, today };
    readFields(body, { fields, known, path: '' }, read);
    const { faults, values } = read;
    for (const [name, findFault] of Object.entries(others)) {
      const code = findFault(Object.hasOwn(body, name) ? body[name] : undefined);
      if (code !== undefined) faults.push({ pointer: `/${name}`, code });
    }
    if (faults.length > 0) throw new AppError('invalid_request', { faults: faults.slice(0, faultsMax) });
    return values;
  };
}

type Property = { readonly format: InputFormat } & Partial<Pick<RequestSchema, 'properties' | 'required'>>;

function listFields({ properties, required = [] }: Pick<RequestSchema, 'properties' | 'required'>): readonly Field[] {
  return Object.entries(properties as unknown as Readonly<Record<string, Property>>).map(([name, property]) => ({
    name,
    required: required.includes(name),
    format: property.format,
    fields: property.properties && listFields({ properties: property.properties, required: property.required ?? [] }),
  }));
}

interface ReadFields {
  readonly faults: FieldFault[];
  readonly values: Fields;
  readonly today: string;
}

interface Place {
  readonly fields: readonly Field[];
  readonly known: ReadonlySet<string>;
  /** `path` stands before the names of the fields. */
  readonly path: string;
}

function readFields(body: Record<string, unknown>, { fields, known, path }: Place, read: ReadFields): void {
  const { faults, values, today } = read;
  for (const { name, required, format, fields: inner } of fields) {
    const raw = Object.hasOwn(body, name) ? body[name] : undefined;
    const pointer = `/${path}${name}`;
    if (inner === undefined) values[path + name] = null;
    if (raw === undefined || (raw === null && !required)) {
      if (required) faults.push({ pointer, code: 'required' });
    } else if (inner !== undefined) {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
        faults.push({ pointer, code: 'invalid_type', hint: objectHint });
      else {
        const within = { fields: inner, known: new Set(inner.map((one) => one.name)), path: `${path}${name}/` };
        readFields(raw as Record<string, unknown>, within, read);
      }
    } else if (typeof raw !== 'string') {
      faults.push({ pointer, code: 'invalid_type', hint: toTextHint(raw) });
    } else {
      const found = formats[format](raw, today);
      if (found.kind === 'valid') values[path + name] = found.value;
      else faults.push(toNumberFault(pointer, found.fault, format));
    }
  }
  for (const name of Object.keys(body)) {
    if (faults.length >= faultsMax) return;
    if (!known.has(name))
      faults.push({ pointer: toSafePointer(name, path), code: 'unknown_field', hint: toFieldsHint(known, name) });
  }
}

type Read =
  | { readonly kind: 'valid'; readonly value: string }
  | { readonly kind: 'invalid'; readonly fault: FieldFaultCode };

const invalidName = { kind: 'invalid', fault: 'invalid_name' } as const;
const invalidReference = { kind: 'invalid', fault: 'invalid_reference' } as const;
const invalidDate = { kind: 'invalid', fault: 'invalid_date' } as const;

function toRead(value: string | undefined, fault: FieldFaultCode): Read {
  return value === undefined ? { kind: 'invalid', fault } : { kind: 'valid', value };
}

const formats: Readonly<Record<InputFormat, (text: string, today: string) => Read>> = {
  cpf: (text) => parseCpf(text),
  cnpj: (text) => parseCnpj(text),
  'person-name': (text) => (isPersonName(text) ? { kind: 'valid', value: cleanName(text) } : invalidName),
  'company-name': (text) => (isCompanyName(text) ? { kind: 'valid', value: cleanName(text) } : invalidName),
  reference: (text) =>
    isReference(text) && text.trim() !== '' ? { kind: 'valid', value: text.trim() } : invalidReference,
  country: (text) => toRead(parseCountry(text), 'invalid_country'),
  'document-type': (text) =>
    toRead(
      identityDocumentTypes.find((type) => type === text),
      'invalid_choice',
    ),
  'document-number': (text) => toRead(readIdentityNumber(text), 'invalid_format'),
  'birth-date': (text, today) => (isBirthDate(text, today) ? { kind: 'valid', value: text } : invalidDate),
};

/** A key of the body may itself be a CPF, a name or an API key; only a plain word is repeated to the caller. */
export function toSafePointer(name: string, path = ''): string {
  return /^[A-Za-z_]{1,32}$/.test(name) ? `/${path}${name}` : '';
}

function toFieldsHint(known: ReadonlySet<string>, given: string): Bilingual {
  const names = [...known].join(', ');
  const meant = findMeantField(given, [...known]);
  const hint = { en: `Its fields are ${names}.`, pt: `Os campos dela são ${names}.` };
  if (meant === undefined) return hint;
  return { en: `Did you mean \`${meant}\`? ${hint.en}`, pt: `Você quis dizer \`${meant}\`? ${hint.pt}` };
}

/** Other services and forms use these names for our fields, here without case, accents and separators. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  birth_date: ['dateofbirth', 'dob', 'birthday', 'datanascimento', 'datadenascimento', 'dtnascimento', 'nascimento'],
  name: ['nome', 'fullname', 'nomecompleto', 'personname', 'civilname'],
  company_name: ['razaosocial', 'legalname', 'tradename', 'nomefantasia', 'nomeempresarial', 'nome', 'name'],
  cpf: ['document', 'documento', 'taxid', 'cpfnumber', 'numerocpf', 'nrcpf', 'nucpf'],
  cnpj: ['document', 'documento', 'taxid', 'cnpjnumber', 'numerocnpj', 'nrcnpj', 'nucnpj'],
  country: ['pais', 'nationality', 'nacionalidade'],
};

/** Only ever one of our own names: a caller's may be something of a person. */
function findMeantField(given: string, known: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined;
  const plain = toPlainName(given);
  const same = known.find((name) => toPlainName(name) === plain);
  return same ?? known.find((name) => otherNames[name]?.includes(plain)) ?? findMeant(given.toLowerCase(), known);
}

/** A body may have thousands of unknown fields, and to compare names takes as long as they are. */
const longestName = 32;

function toPlainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

const objectHint: Bilingual = { en: 'Send an object, `{…}`.', pt: 'Envie um objeto, `{…}`.' };

/** Returns the hint for a value that has to be a text. */
function toTextHint(value: unknown): Bilingual {
  return typeof value === 'number'
    ? {
        en: 'Send it as text, in double quotes: a number loses its zeros.',
        pt: 'Envie-o como texto, entre aspas duplas: um número perde os zeros.',
      }
    : { en: 'Send it as text, in double quotes.', pt: 'Envie-o como texto, entre aspas duplas.' };
}

/** These texts complete the sentence of `invalid_format` or `invalid_choice`. */
const acceptedForms: Readonly<Partial<Record<InputFormat, Bilingual>>> = {
  cpf: {
    en: 'A CPF is 11 digits, or 000.000.000-00, and nothing around it.',
    pt: 'Um CPF são 11 dígitos, ou 000.000.000-00, sem mais nada.',
  },
  cnpj: {
    en: 'A CNPJ is 12 digits or letters and 2 digits, or 00.000.000/0000-00, and nothing around it.',
    pt: 'Um CNPJ são 12 dígitos ou letras e 2 dígitos, ou 00.000.000/0000-00, sem mais nada.',
  },
  'document-type': {
    en: 'The type is passport, national_id or other.',
    pt: 'O tipo é passport (passaporte), national_id (identidade) ou other (outro).',
  },
  'document-number': {
    en: 'The number of a document has 5 to 40 letters and digits, at least one of them a digit.',
    pt: 'O número de um documento tem de 5 a 40 letras e algarismos, ao menos um deles algarismo.',
  },
};

/** Creates the fault of a number field. A caller that sent a wrong form or choice learns what is accepted. */
export function toNumberFault(pointer: string, code: FieldFaultCode, format: InputFormat): FieldFault {
  const hint = code === 'invalid_format' || code === 'invalid_choice' ? acceptedForms[format] : undefined;
  return { pointer, code, ...(hint === undefined ? {} : { hint }) };
}
