// GET /v1/companies/{cnpj} and the list of a company's establishments: from a checked path to the record's public form.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadCompanies } from '../../app/companies/read-companies.ts';
import { andThen, type Eventual } from '../../app/eventual.ts';
import { toEstablishmentDocument, toPartnerDocument } from '../../domain/company/forms/record-document.ts';
import { parseCnpj, parseCnpjRoot } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import { isKnownTag, toEntityTag } from '../answer/entity-tag.ts';
import type { SendResult } from '../answer/result.ts';
import { createGateHook, type Gate, getCaller } from '../request/admission.ts';
import type { EstablishmentsResponse, PartnersResponse } from './contract.ts';
import { toRecordBody } from './record-body.ts';
import { getParameter, readFields, readPage, readPartnersPage, toCursor, toPartnersCursor } from './request.ts';

interface CompanyRoutesOptions {
  readonly gate: Gate;
  readonly companies: ReadCompanies;
  readonly sendResult: SendResult;
}

const recordPattern = '/v1/companies/:cnpj';
const establishmentsPattern = '/v1/companies/:root/establishments';
const partnersPattern = '/v1/companies/:root/partners';

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
        if (isKnownTag(request, etag)) return sendNotModified(reply, etag);
        return sendResult(request, reply, toRecordBody(read, fields), ['etag', etag]);
      }) as Eventual<void>;
    },
  });

  addPartnersRoute(server, { gate, companies, sendResult });
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
        if (isKnownTag(request, etag)) return sendNotModified(reply, etag);
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

function addPartnersRoute(server: FastifyInstance, { gate, companies, sendResult }: CompanyRoutesOptions): void {
  server.route({
    method: 'GET',
    url: partnersPattern,
    onRequest: createGateHook({
      gate,
      scope: 'read:company',
      pattern: partnersPattern,
      checkQuery: () => {},
      hasBody: false,
    }),
    handler: (request, reply) => {
      const root = getParameter(request, 'root', parseCnpjRoot);
      const { from, limit } = readPartnersPage(request, root);
      return andThen(companies.listPartners({ root, from, limit }, getCaller(request)), (list) => {
        request.outcome = list.kind === 'found' ? 'found' : 'not_found';
        if (list.kind === 'not_found') throw new AppError('company_not_found');
        if (list.kind !== 'found') throw new AppError('registry_unavailable', { detail: withoutPartners });
        const etag = toEntityTag(list.snapshot, companies.form);
        if (isKnownTag(request, etag)) return sendNotModified(reply, etag);
        const next = from + limit;
        const response: PartnersResponse = {
          root,
          total: list.total,
          partners: list.partners.map(toPartnerDocument),
          next_cursor: next < list.total ? toPartnersCursor(root, next) : null,
          data_as_of: list.dataAsOf,
        };
        return sendResult(request, reply, JSON.stringify(response), ['etag', etag]);
      }) as Eventual<void>;
    },
  });
}

const withoutPartners = {
  en: 'The registry was imported without the files of partners (Socios): import them, too.',
  pt: 'O cadastro foi importado sem os arquivos de sócios (Socios): importe-os também.',
};

function sendNotModified(reply: FastifyReply, etag: string): void {
  reply.code(304).header('etag', etag).send();
}
