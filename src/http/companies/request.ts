// What callers send to the routes of company records: the number in the path, the choice of fields, the place in a list.

import type { FastifyRequest } from 'fastify';
import { isRecordField, type RecordField, recordFields } from '../../domain/company/forms/record-document.ts';
import type { CnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { Parsed } from '../../domain/numbers/parsed.ts';
import type { FieldFaultCode } from '../../error-codes.ts';
import { AppError } from '../../errors.ts';
import { readQuery } from '../request/query.ts';
import { toNumberFault, toSafePointer } from '../request/validate.ts';

export const pageLimitDefault = 100;
export const pageLimitMax = 1_000;

/** The value of a path's parameter, or `invalid_request` with a pointer to its name. */
export function getParameter<Value, Fault extends FieldFaultCode>(
  request: FastifyRequest,
  name: string,
  parse: (text: string) => Parsed<Value, Fault>,
): Value {
  const parsed = parse((request.params as Record<string, string>)[name] ?? '');
  if (parsed.kind === 'valid') return parsed.value;
  const { fault } = parsed;
  const pointer = `/${name}`;
  throw new AppError('invalid_request', {
    faults: [name === 'cnpj' ? toNumberFault(pointer, fault, name) : { pointer, code: fault }],
  });
}

/** `?fields=cnpj,status`; null is the whole record. */
export function readFields(request: FastifyRequest): readonly RecordField[] | null {
  const { fields } = readQuery(request, ['fields']);
  if (fields === undefined) return null;
  const names = fields.split(',');
  const unknown = names.filter((name) => !isRecordField(name));
  if (unknown.length === 0) return names as RecordField[];
  const known = recordFields.join(', ');
  throw new AppError('invalid_query', {
    detail: {
      en: `The record has no such field. Its fields are ${known}.`,
      pt: `A ficha não tem esse campo. Os campos dela são ${known}.`,
    },
    faults: unknown
      .slice(0, recordFields.length)
      .map((name) => ({ pointer: toSafePointer(name), code: 'unknown_field' })),
  });
}

export interface Page {
  /** `after` is the part of the cursor that marks a place; it is undefined for the first page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** `place`: what a place in this list looks like. */
export function readPage(request: FastifyRequest, root: CnpjRoot, place: RegExp): Page {
  const { cursor, limit } = readQuery(request, ['cursor', 'limit']);
  return {
    after: cursor === undefined ? undefined : getPlace(cursor, root, place),
    limit: limit === undefined ? pageLimitDefault : getLimit(limit),
  };
}

/** Returns a cursor whose content is opaque to clients. It includes the root, so that a cursor of another list is refused. */
export function toCursor(root: CnpjRoot, place: string): string {
  return Buffer.from(`${root}${place}`).toString('base64url');
}

function getPlace(cursor: string, root: CnpjRoot, form: RegExp): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const place = text.slice(root.length);
  if (text.startsWith(root) && form.test(place) && toCursor(root, place) === cursor) return place;
  throw new AppError('invalid_query', {
    detail: {
      en: 'Send as `cursor` the `next_cursor` of the page before, of the same company, unchanged.',
      pt: 'Envie em `cursor` o `next_cursor` da página anterior, da mesma empresa, sem alterá-lo.',
    },
  });
}

function getLimit(text: string): number {
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : Number.NaN;
  if (limit <= pageLimitMax) return limit;
  throw new AppError('invalid_query', {
    detail: {
      en: `\`limit\` is a whole number from 1 to ${pageLimitMax}.`,
      pt: `\`limit\` é um número inteiro de 1 a ${pageLimitMax}.`,
    },
  });
}
