// GET /v1/companies/{cnpj} and the list of a company's establishments: from a checked path to the record's public form.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadCompanies } from '../../app/companies/read-companies.ts';
import { andThen, type Eventual } from '../../app/eventual.ts';
import { toEstablishmentDocument, toPartnerDocument } from '../../domain/company/forms/record-document.ts';
import { parseCnpj, parseCnpjRoot } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import { isKnownTag, toEntityTag } from '../answer/entity-tag.ts';
import type { RouteParts } from '../feature.ts';
import { toRoute } from '../operation.ts';
import { getCaller } from '../request/admission.ts';
import type { EstablishmentsResponse, PartnersResponse } from './contract.ts';
import { companyOperations as operations } from './operations.ts';
import { toRecordBody } from './record-body.ts';
import { getParameter, readFields, readPage, toCursor } from './request.ts';

interface CompanyRoutesOptions extends Pick<RouteParts, 'gate' | 'sendResult'> {
  readonly companies: ReadCompanies;
}

export function addCompanyRoutes(server: FastifyInstance, { gate, companies, sendResult }: CompanyRoutesOptions): void {
  // The handler reads the query of a page: the place in it has the form of the list.
  const leaveQuery = () => {};

  /** `toText` is not asked for where the client has the answer already. */
  const send = (request: FastifyRequest, reply: FastifyReply, snapshot: string, toText: () => string): void => {
    const etag = toEntityTag(snapshot, companies.form);
    if (isKnownTag(request, etag)) reply.code(304).header('etag', etag).send();
    else sendResult(request, reply, toText(), ['etag', etag]);
  };

  server.route({
    ...toRoute(gate, operations.readCompany, readFields),
    handler: (request, reply) => {
      const fields = readFields(request);
      const cnpj = getParameter(request, 'cnpj', parseCnpj);
      return andThen(companies.find({ cnpj, fields }, getCaller(request)), (read) => {
        request.outcome = read.kind;
        if (read.kind === 'not_found') throw new AppError('company_not_found');
        return send(request, reply, read.snapshot, () => toRecordBody(read, fields));
      }) as Eventual<void>;
    },
  });

  server.route({
    ...toRoute(gate, operations.listEstablishments, leaveQuery),
    handler: (request, reply) => {
      const root = getParameter(request, 'root', parseCnpjRoot);
      const page = readPage(request, root, /^[0-9A-Z]{4}$/);
      return andThen(companies.listEstablishments({ root, ...page }, getCaller(request)), (list) => {
        request.outcome = list.kind;
        if (list.kind === 'not_found') throw new AppError('company_not_found');
        return send(request, reply, list.snapshot, () => {
          const response: EstablishmentsResponse = {
            root,
            total: list.total,
            establishments: list.establishments.map(toEstablishmentDocument),
            next_cursor: list.next === null ? null : toCursor(root, list.next),
            data_as_of: list.dataAsOf,
          };
          return JSON.stringify(response);
        });
      }) as Eventual<void>;
    },
  });

  server.route({
    ...toRoute(gate, operations.listPartners, leaveQuery),
    handler: (request, reply) => {
      const root = getParameter(request, 'root', parseCnpjRoot);
      const { after = 'p0', limit } = readPage(request, root, /^p[1-9]\d{0,8}$/);
      const from = Number(after.slice(1));
      return andThen(companies.listPartners({ root, from, limit }, getCaller(request)), (list) => {
        request.outcome = list.kind === 'found' ? 'found' : 'not_found';
        if (list.kind === 'not_found') throw new AppError('company_not_found');
        if (list.kind !== 'found') throw new AppError('registry_unavailable', { detail: withoutPartners });
        const next = from + limit;
        return send(request, reply, list.snapshot, () => {
          const response: PartnersResponse = {
            root,
            total: list.total,
            partners: list.partners.map(toPartnerDocument),
            next_cursor: next < list.total ? toCursor(root, `p${next}`) : null,
            data_as_of: list.dataAsOf,
          };
          return JSON.stringify(response);
        });
      }) as Eventual<void>;
    },
  });
}

const withoutPartners = {
  en: 'The registry was imported without the files of partners (Socios): import them, too.',
  pt: 'O cadastro foi importado sem os arquivos de sócios (Socios): importe-os também.',
};
