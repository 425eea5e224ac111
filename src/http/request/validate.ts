// Checks a body against a request schema of the contract and lists every fault. Values come out in canonical form.
// Fastify's own validator stops short: it knows no check digits, and its defaults would turn a number into a CPF.

import { isBirthDate } from '../../domain/dates/calendar.ts';
import { isCompanyName, isPersonName, isReference } from '../../domain/names/typed-name.ts';
import { parseCnpj } from '../../domain/numbers/cnpj.ts';
import { parseCpf } from '../../domain/numbers/cpf.ts';
import type { FieldFaultCode } from '../../error-codes.ts';
import { AppError, type Bilingual, type FieldFault } from '../../errors.ts';
import type { InputFormat, RequestSchema } from '../contract.ts';

type Fields = Record<string, string | null>;

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly format: InputFormat;
}

const faultsMax = 50;

/** What is wrong with the value of a field; undefined is one that was not supplied. */
type FindFault = (value: unknown) => FieldFaultCode | undefined;

/**
 * Returns a function that gives the canonical fields (`null` = not supplied) or throws `invalid_request`. `others`: further fields of the
 * body by their names, which the caller reads by itself once they have no fault.
 */
export function createValidate(
  schema: RequestSchema,
  others: Readonly<Record<string, FindFault>> = {},
): (body: Record<string, unknown>, today: string) => Fields {
  const required: readonly string[] = schema.required ?? [];
  const fields: Field[] = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    format: (property as unknown as { format: InputFormat }).format,
  }));
  const known = new Set([...fields.map(({ name }) => name), ...Object.keys(others)]);

  return (body, today) => {
    const faults: FieldFault[] = [];
    const values: Fields = {};
    for (const { name, required, format } of fields) {
      const raw = Object.hasOwn(body, name) ? body[name] : undefined;
      values[name] = null;
      if (raw === undefined || (raw === null && !required)) {
        if (required) faults.push({ pointer: `/${name}`, code: 'required' });
      } else if (typeof raw !== 'string') {
        faults.push({ pointer: `/${name}`, code: 'invalid_type' });
      } else {
        const read = formats[format](raw, today);
        if (read.kind === 'valid') values[name] = read.value;
        else faults.push(toNumberFault(`/${name}`, read.fault, format));
      }
    }
    for (const [name, findFault] of Object.entries(others)) {
      const code = findFault(Object.hasOwn(body, name) ? body[name] : undefined);
      if (code !== undefined) faults.push({ pointer: `/${name}`, code });
    }
    for (const name of Object.keys(body)) {
      if (!known.has(name))
        faults.push({ pointer: toSafePointer(name), code: 'unknown_field', hint: toFieldsHint(known) });
    }
    if (faults.length > 0) throw new AppError('invalid_request', { faults: faults.slice(0, faultsMax) });
    return values;
  };
}

type Read =
  | { readonly kind: 'valid'; readonly value: string }
  | { readonly kind: 'invalid'; readonly fault: FieldFaultCode };

const invalidName = { kind: 'invalid', fault: 'invalid_name' } as const;
const invalidReference = { kind: 'invalid', fault: 'invalid_reference' } as const;
const invalidDate = { kind: 'invalid', fault: 'invalid_date' } as const;

const formats: Readonly<Record<InputFormat, (text: string, today: string) => Read>> = {
  cpf: (text) => parseCpf(text),
  cnpj: (text) => parseCnpj(text),
  'person-name': (text) => (isPersonName(text) ? { kind: 'valid', value: text.trim() } : invalidName),
  'company-name': (text) => (isCompanyName(text) ? { kind: 'valid', value: text.trim() } : invalidName),
  reference: (text) =>
    isReference(text) && text.trim() !== '' ? { kind: 'valid', value: text.trim() } : invalidReference,
  'birth-date': (text, today) => (isBirthDate(text, today) ? { kind: 'valid', value: text } : invalidDate),
};

/** A key of the body may itself be a CPF, a name or an API key; only a plain word is repeated to the caller. */
export function toSafePointer(name: string): string {
  return /^[A-Za-z_]{1,32}$/.test(name) ? `/${name}` : '';
}

function toFieldsHint(known: ReadonlySet<string>): Bilingual {
  const names = [...known].join(', ');
  return { en: `Its fields are ${names}.`, pt: `Os campos dela são ${names}.` };
}

const acceptedForms: Readonly<Partial<Record<InputFormat, Bilingual>>> = {
  cpf: {
    en: 'A CPF is 11 digits, or 000.000.000-00, and nothing around it.',
    pt: 'Um CPF são 11 dígitos, ou 000.000.000-00, sem mais nada.',
  },
  cnpj: {
    en: 'A CNPJ is 12 digits or letters and 2 digits, or 00.000.000/0000-00, and nothing around it.',
    pt: 'Um CNPJ são 12 dígitos ou letras e 2 dígitos, ou 00.000.000/0000-00, sem mais nada.',
  },
};

/** A number in the wrong form is told the forms that are accepted. */
export function toNumberFault(pointer: string, code: FieldFaultCode, format: InputFormat): FieldFault {
  const hint = code === 'invalid_format' ? acceptedForms[format] : undefined;
  return { pointer, code, ...(hint === undefined ? {} : { hint }) };
}
