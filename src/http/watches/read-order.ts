// What is to be watched, as a request says it: a short list as JSON, a long one as CSV or NDJSON, taken as it comes; the terms in the query.

import type { FastifyRequest } from 'fastify';
import type { OpenTable } from '../../app/bulk/open-table.ts';
import { TableError } from '../../app/bulk/table.ts';
import { refuseScope } from '../../app/keys/admit.ts';
import type { ListedCompany, ListedPerson } from '../../app/watches/intake/list-forms.ts';
import { readCompanyList, readPeopleList } from '../../app/watches/intake/read-lists.ts';
import type { OrderedList } from '../../app/watches/manage-watches.ts';
import { type WatchKind, watchKinds } from '../../app/watches/ports.ts';
import { type LegalBasis, legalBases } from '../../domain/access/legal-basis.ts';
import type { Scope } from '../../domain/access/scopes.ts';
import { isBirthDate, isRealDay } from '../../domain/dates/calendar.ts';
import { cleanName, isPersonName, isReference } from '../../domain/names/typed-name.ts';
import { parseCnpj } from '../../domain/numbers/cnpj.ts';
import { parseCpf } from '../../domain/numbers/cpf.ts';
import { readIdentity, type WrittenIdentity } from '../../domain/screening/read-identity.ts';
import { AppError } from '../../errors.ts';
import { getKey } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import { readQuery } from '../request/query.ts';
import { csvTypes, takeUpload } from '../request/upload.ts';

export interface WatchQuery {
  readonly webhookId: string | null;
  /** The value is undefined if the body states the kind. */
  readonly kind: WatchKind | undefined;
  readonly withLists: boolean;
  readonly legalBasis: LegalBasis | null;
  readonly until: string | null;
}

export const watchScopes: Readonly<Record<WatchKind, Scope>> = { company: 'watch:company', person: 'watch:person' };

export function readWatchQuery(request: FastifyRequest): WatchQuery {
  const query = readQuery(request, ['webhook', 'kind', 'lists', 'legal_basis', 'until']);
  const { webhook = null, until = null } = query;
  if (until !== null && !isRealDay(until)) throw new AppError('invalid_query', { detail: untilDay });
  return {
    webhookId: webhook,
    kind: readWord(query.kind, 'kind', watchKinds),
    withLists: readWord(query.lists, 'lists', ['true', 'false']) === 'true',
    legalBasis: readWord(query.legal_basis, 'legal_basis', legalBases) ?? null,
    until,
  };
}

function readWord<Word extends string>(given: string | undefined, name: string, words: readonly Word[]) {
  if (given === undefined) return undefined;
  const word = words.find((each) => each === given);
  if (word === undefined) throw toQueryFault(name, words.map((each) => `\`${each}\``).join(', '));
  return word;
}

function toQueryFault(name: string, form: string): AppError {
  return new AppError('invalid_query', {
    detail: { en: `\`${name}\` is one of: ${form}.`, pt: `\`${name}\` é um destes: ${form}.` },
  });
}

/** Throws `insufficient_scope` where the key may not watch these. */
export function readOrderedList(
  request: FastifyRequest,
  query: WatchQuery,
  { today, openTable }: { readonly today: string; readonly openTable: OpenTable },
): OrderedList {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const json = type === 'application/json' ? getJsonBody(request) : undefined;
  const kind = query.kind ?? (json !== undefined && Object.hasOwn(json, 'people') ? 'person' : 'company');
  const { scopes } = getKey(request);
  refuseScope(scopes, watchScopes[kind]);
  const format = csvTypes.includes(type) ? 'csv' : 'ndjson';
  if (kind === 'person') {
    const listed =
      json === undefined
        ? withTableFaults(readPeopleList(takeUpload(request).body, { openTable, format, today }))
        : readJsonList(json, 'people', (member) => readPerson(member, today));
    const { legalBasis, until } = query;
    return { kind, listed, purpose: request.purpose, legalBasis, until };
  }
  if (query.withLists) refuseScope(scopes, 'screen');
  if (query.until !== null || query.legalBasis !== null) throw new AppError('invalid_query', { detail: onlyPeople });
  const listed =
    json === undefined
      ? withTableFaults(readCompanyList(takeUpload(request).body, { openTable, format }))
      : readJsonList(json, 'cnpjs', toCompany);
  return { kind, listed, withLists: query.withLists };
}

const untilDay = { en: '`until` is a day: `YYYY-MM-DD`.', pt: '`until` é um dia: `YYYY-MM-DD`.' };

const onlyPeople = {
  en: '`until` and `legal_basis` are for a watch of people.',
  pt: '`until` e `legal_basis` são para um acompanhamento de pessoas.',
};

type Read<Member> = { readonly member: Member } | { readonly fault: string };

async function* readJsonList<Member>(
  body: Record<string, unknown>,
  name: 'cnpjs' | 'people',
  read: (given: unknown) => Read<Member>,
): AsyncGenerator<readonly (Read<Member> & { readonly line: number })[]> {
  const { [name]: given, ...unknown } = body;
  if (!Array.isArray(given) || Object.keys(unknown).length > 0) throw new AppError('invalid_watch');
  yield given.map((each: unknown, index) => ({ line: index + 1, ...read(each) }));
}

function toCompany(given: unknown): Read<Extract<ListedCompany, { member: unknown }>['member']> {
  const parsed = typeof given === 'string' ? parseCnpj(given) : ({ kind: 'invalid', fault: 'invalid_type' } as const);
  return parsed.kind === 'valid' ? { member: parsed.value } : { fault: parsed.fault };
}

function readPerson(given: unknown, today: string): Read<Extract<ListedPerson, { member: unknown }>['member']> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { fault: 'invalid_type' };
  const known = given as Record<string, unknown>;
  const { cpf = null, name, birth_date: birthDate = null, reference = null, nationality = null } = known;
  if (Object.keys(known).some((field) => !personFields.includes(field))) return { fault: 'unknown_field' };
  if (name === undefined) return { fault: 'required' };
  const texts = [cpf, birthDate, reference, nationality];
  const isText = texts.every((each) => each === null || typeof each === 'string');
  if (typeof name !== 'string' || !isText) return { fault: 'invalid_type' };
  const [number, born, own] = [cpf, birthDate, reference] as readonly (string | null)[];
  const parsed = typeof number === 'string' ? parseCpf(number) : { kind: 'valid' as const, value: null };
  if (parsed.kind !== 'valid') return { fault: parsed.fault };
  if (!isPersonName(name)) return { fault: 'invalid_name' };
  if (born && !isBirthDate(born, today)) return { fault: 'invalid_date' };
  if (own && !isReference(own)) return { fault: 'invalid_reference' };
  // Without a number only the caller's word tells one from another.
  if (parsed.value === null && !own?.trim()) return { fault: 'required' };
  const identity = readWrittenIdentity(nationality as string | null, known['document']);
  if ('fault' in identity) return identity;
  return {
    member: { cpf: parsed.value, name: cleanName(name), birthDate: born ?? null, reference: own ?? null, ...identity },
  };
}

const personFields = ['cpf', 'name', 'birth_date', 'reference', 'nationality', 'document'];

/** Returns the parts of the identity that the request contains. */
function readWrittenIdentity(nationality: string | null, given: unknown) {
  const document = (given ?? null) as Readonly<Record<string, unknown>> | null;
  if (document !== null && (typeof document !== 'object' || Array.isArray(document))) return { fault: 'invalid_type' };
  const { type = null, number = null, country = null, ...unknown } = document ?? {};
  if (Object.keys(unknown).length > 0) return { fault: 'unknown_field' };
  if (document !== null && (type === null || number === null)) return { fault: 'required' };
  const texts = [type, number, country];
  if (!texts.every((each) => each === null || typeof each === 'string')) return { fault: 'invalid_type' };
  return readIdentity({ nationality, type, number, country } as WrittenIdentity);
}

async function* withTableFaults<Rows>(rows: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { detail } = error;
    throw new AppError('invalid_watch', { ...(detail && { detail }), internal: 'the table cannot be read' });
  }
}
