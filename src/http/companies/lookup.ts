// POST /v1/companies/lookup: up to 1,000 numbers in, one line of NDJSON for each out, in order. Lines are made a few at a
// time, as fast as the client takes them: neither memory nor other requests notice a long list.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../app/caller.ts';
import type { ReadCompanies } from '../../app/companies/read-companies.ts';
import type { Charge } from '../../app/keys/admit.ts';
import type { RecordField } from '../../domain/company/forms/record-document.ts';
import { parseCnpj } from '../../domain/numbers/cnpj.ts';
import type { FieldFaultCode } from '../../error-codes.ts';
import { AppError, type FieldFault } from '../../errors.ts';
import { toRoute } from '../operation.ts';
import { type Gate, getCaller } from '../request/admission.ts';
import { getJsonBody } from '../request/json-body.ts';
import { toSafePointer } from '../request/validate.ts';
import { type LookupLine, lookupNumbersMax } from './contract.ts';
import { companyOperations } from './operations.ts';
import { toRecordBody } from './record-body.ts';
import { readFields } from './request.ts';

interface CompanyLookupOptions {
  readonly gate: Gate;
  readonly charge: Charge;
  readonly companies: ReadCompanies;
}

/** 1,000 masked numbers, one on a line of their own. */
const bodyBytesMax = 64 * 1024;
/** The lookup writes this many lines, about a millisecond of work, and then lets other requests run. */
const linesPerTurn = 16;

export function addCompanyLookupRoute(
  server: FastifyInstance,
  { gate, charge, companies }: CompanyLookupOptions,
): void {
  server.route({
    bodyLimit: bodyBytesMax,
    ...toRoute(gate, companyOperations.lookUpCompanies, readFields),
    handler: async (request, reply) => {
      const numbers = parseNumbers(getJsonBody(request));
      await countNumbers(request, charge, numbers.length);
      const pieces = createPieces({ companies, caller: getCaller(request), fields: readFields(request), numbers });
      // The first lines are made before the status is: a registry that is not there is an error, not a list of excuses.
      const first = await pieces.next();
      return reply
        .header('content-type', 'application/x-ndjson; charset=utf-8')
        .send(Readable.from(first.done ? [] : startWith(first.value, pieces), { objectMode: false }));
    },
  });
}

/** Every number counts as one request of the key. */
async function countNumbers(request: FastifyRequest, charge: Charge, count: number): Promise<void> {
  if (request.admission === null) throw new Error('The route has no admission hook');
  request.admission = await charge(request.admission, count);
  if (request.admission.refusal !== null) throw request.admission.refusal;
}

function parseNumbers(body: Record<string, unknown>): readonly unknown[] {
  const numbers = body['cnpjs'];
  const unknown = Object.keys(body).filter((name) => name !== 'cnpjs');
  const faults = unknown.slice(0, 50).map((name) => toFieldFault(toSafePointer(name), 'unknown_field'));
  if (numbers === undefined) faults.unshift(toFieldFault('/cnpjs', 'required'));
  else if (!Array.isArray(numbers)) faults.unshift(toFieldFault('/cnpjs', 'invalid_type'));
  else if (numbers.length > lookupNumbersMax) faults.unshift(toFieldFault('/cnpjs', 'too_many'));
  if (faults.length > 0) throw new AppError('invalid_request', { faults });
  return numbers as unknown[];
}

function toFieldFault(pointer: string, code: FieldFaultCode): FieldFault {
  return { pointer, code };
}

interface Lookup {
  readonly companies: ReadCompanies;
  readonly caller: Caller;
  readonly fields: readonly RecordField[] | null;
  readonly numbers: readonly unknown[];
}

/** A line begins with these fields; the record and the date of the data follow. */
type LookupStart = Omit<LookupLine, 'company' | 'data_as_of'>;

/** Yields some lines at a time. Throws only before the first of them. */
async function* createPieces(lookup: Lookup): AsyncGenerator<string> {
  let piece = '';
  for (let index = 0; index < lookup.numbers.length; index++) {
    piece += await lookUpLine(lookup, index);
    if ((index + 1) % linesPerTurn !== 0) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield piece;
}

async function* startWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function lookUpLine({ companies, caller, fields, numbers }: Lookup, index: number): Promise<string> {
  const text = numbers[index];
  const parsed = typeof text === 'string' ? parseCnpj(text) : ({ kind: 'invalid', fault: 'invalid_type' } as const);
  if (parsed.kind === 'invalid') return toFoundLine({ index, cnpj: null, status: 'invalid', reason: parsed.fault });
  const cnpj = parsed.value;
  try {
    const read = await companies.find({ cnpj, fields }, caller);
    const { dataAsOf } = read;
    const company = read.kind === 'found' ? toRecordBody(read, fields) : 'null';
    return toFoundLine({ index, cnpj, status: read.kind, reason: null }, company, dataAsOf);
  } catch (error) {
    if (index < linesPerTurn || !(error instanceof AppError)) throw error;
    return toFoundLine({ index, cnpj, status: 'unavailable', reason: error.code });
  }
}

/** `company` is JSON already. */
function toFoundLine(line: LookupStart, company = 'null', dataAsOf: string | null = null): string {
  return `${JSON.stringify(line).slice(0, -1)},"company":${company},"data_as_of":${JSON.stringify(dataAsOf)}}\n`;
}
