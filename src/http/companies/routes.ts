// GET /v1/companies/{cnpj} and the list of a company's establishments: from a checked path to the record's public form.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadCompanies } from '../../app/companies/read-companies.ts';
import { andThen, type Eventual } from '../../app/eventual.ts';
import { toEstablishmentDocument } from '../../domain/company/record-document.ts';
import { parseCnpj, parseCnpjRoot } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import type { SendResult } from '../answer/result.ts';
import { createGateHook, type Gate, getCaller } from '../request/admission.ts';
import type { EstablishmentsResponse } from './contract.ts';
import { toRecordBody } from './record-body.ts';
import { getParameter, readFields, readPage, toCursor } from './request.ts';

interface CompanyRoutesOptions {
  readonly gate: Gate;
  readonly companies: ReadCompanies;
  readonly sendResult: SendResult;
}

const recordPattern = '/v1/companies/:cnpj';
const establishmentsPattern = '/v1/companies/:root/establishments';

export function addCompanyRoutes(server: FastifyInstance, { gate, companies, sendResult }: CompanyRoutesOptions): void {
  const toGate = (pattern: string, checkQuery: (request: FastifyRequest) => void) =>
    createGateHook({ gate, scope: 'read:company', pattern, checkQuery, hasBody: false });

  server.route({
    method: 'GET',
    url: recordPattern,
    onRequest: toGate(recordPattern, readFields),
    handler: (request, reply) => {
      const fields = readFields(request);
      const cnpj = getParameter(request, 'cnpj', parseCnpj);
      return andThen(companies.find({ cnpj, fields }, getCaller(request)), (read) => {
        request.outcome = read.kind;
        if (read.kind === 'not_found') throw new AppError('company_not_found');
        const etag = toEntityTag(read.snapshot, companies.form);
        if (isKnown(request, etag)) return sendNotModified(reply, etag);
        return sendResult(request, reply, toRecordBody(read, fields), ['etag', etag]);
      }) as Eventual<void>;
    },
  });

  server.route({
    method: 'GET',
    url: establishmentsPattern,
    onRequest: toGate(establishmentsPattern, () => {}),
    handler: (request, reply) => {
      const root = getParameter(request, 'root', parseCnpjRoot);
      const page = readPage(request, root);
      return andThen(companies.listEstablishments({ root, ...page }, getCaller(request)), (list) => {
        request.outcome = list.kind;
        if (list.kind === 'not_found') throw new AppError('company_not_found');
        const etag = toEntityTag(list.snapshot, companies.form);
        if (isKnown(request, etag)) return sendNotModified(reply, etag);
        const response: EstablishmentsResponse = {
          root,
          total: list.total,
          establishments: list.establishments.map(toEstablishmentDocument),
          next_cursor: list.next === null ? null : toCursor(root, list.next),
          data_as_of: list.dataAsOf,
        };
        return sendResult(request, reply, JSON.stringify(response), ['etag', etag]);
      }) as Eventual<void>;
    },
  });
}

/** Changes with the data, with what is shown of it, and with the form of the answer, which is the number in front. */
function toEntityTag(snapshot: string, form: string): string {
  return `"1-${form}-${snapshot}"`;
}

/** RFC 9110: a weak comparison, and `*` for whatever there is. */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function sendNotModified(reply: FastifyReply, etag: string): void {
  reply.code(304).header('etag', etag).send();
}
