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

/** A page of partners: its cursor holds how many come before it. */
export function readPartnersPage(
  request: FastifyRequest,
  root: CnpjRoot,
): { readonly from: number; readonly limit: number } {
  const { cursor, limit } = readQuery(request, ['cursor', 'limit']);
  return {
    from: cursor === undefined ? 0 : getPosition(cursor, root),
    limit: limit === undefined ? pageLimitDefault : getLimit(limit),
  };
}

export function toPartnersCursor(root: CnpjRoot, from: number): string {
  return Buffer.from(`${root}p${from}`).toString('base64url');
}

function getPosition(cursor: string, root: CnpjRoot): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const from = Number(/^[0-9A-Z]{8}p([1-9]\d{0,8})$/.exec(text)?.[1] ?? Number.NaN);
  if (text.startsWith(root) && toPartnersCursor(root, from) === cursor) return from;
  throw toCursorError();
}

export interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

export function readPage(request: FastifyRequest, root: CnpjRoot): Page {
  const { cursor, limit } = readQuery(request, ['cursor', 'limit']);
  return {
    after: cursor === undefined ? undefined : getBranch(cursor, root),
    limit: limit === undefined ? pageLimitDefault : getLimit(limit),
  };
}

/** What is inside is nobody's business but ours. The root is, so that a cursor of another list is refused. */
export function toCursor(root: CnpjRoot, branch: string): string {
  return Buffer.from(`${root}${branch}`).toString('base64url');
}

function getBranch(cursor: string, root: CnpjRoot): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (/^[0-9A-Z]{12}$/.test(text) && text.startsWith(root) && toCursor(root, text.slice(8)) === cursor) {
    return text.slice(8);
  }
  throw toCursorError();
}

function toCursorError(): AppError {
  return new AppError('invalid_query', {
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
