// GET /compat/minha-receita/{cnpj} and /compat/brasil-api/cnpj/v1/{cnpj}: changing the base address is the whole migration.
// Off unless switched on; without a key only where the operator says so, and then limited per client address.

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { RecordsOrigin } from '../../app/companies/ports.ts';
import type { ReadCompanies, Reader } from '../../app/companies/read-companies.ts';
import { andThen, type Eventual } from '../../app/eventual.ts';
import type { Counters } from '../../app/limits.ts';
import { type Cnpj, formatCnpj, parseCnpj } from '../../domain/numbers/cnpj.ts';
import { AppError } from '../../errors.ts';
import { isKnownTag, toEntityTag } from '../answer/entity-tag.ts';
import { sendErrorBody, toAppError } from '../answer/problem.ts';
import type { RouteParts } from '../feature.ts';
import { type Operation, toRoute } from '../operation.ts';
import { getCaller } from '../request/admission.ts';
import { type CompatService, toCompatBody } from './errors.ts';
import { toMinhaReceita } from './minha-receita-form.ts';
import { compatOperations as operations } from './operations.ts';

export interface CompatSettings {
  /** The value null requires a key of every caller. */
  readonly withoutKey: { readonly counters: Counters; readonly requestsPerMinute: number } | null;
}

interface CompatRoutesOptions extends Pick<RouteParts, 'gate' | 'sendResult'> {
  readonly companies: ReadCompanies;
  readonly compat: CompatSettings;
}

/** All of them, so that another method is refused in their words, too. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const minuteMs = 60_000;
/** Browsers may call what is open to everybody, as they may there. A key has no business in a page. */
const openHeaders = [
  ...['access-control-allow-origin', '*'],
  ...['access-control-allow-methods', 'GET, OPTIONS'],
  ...['access-control-allow-headers', 'Accept, Content-Type, Content-Length, Accept-Encoding'],
];
const documentation = '/docs';
/** Theirs has all of them in one answer, however many; a company with more is read by page at `/v1/companies/{root}/partners`. */
const partnersMax = 1_000;

export function addCompatRoutes(server: FastifyInstance, options: CompatRoutesOptions): void {
  const { companies, sendResult } = options;
  const isOpen = options.compat.withoutKey !== null;
  const headers = isOpen ? openHeaders : [];
  // Kept by the client and asked about again: a record is shown as the registry in use has it, from the first request after a switch on.
  const caching = isOpen ? 'public, no-cache' : 'private, no-cache';
  addHealthRoute(server);
  for (const url of ['/compat/minha-receita', '/compat/minha-receita/'])
    server.get(url, (_request, reply) => sendEmpty(reply, 302, [...headers, 'location', documentation]));

  const add = (operation: Operation, service: CompatService, answer: AnswerCall) => {
    const { url, onRequest } = createCompatGate(options, operation);
    server.route({
      ...{ method: methods, url, onRequest },
      errorHandler: (thrown, request, reply) => {
        const failure = toAppError(thrown);
        request.failure = failure;
        setAll(reply, headers);
        return sendErrorBody(reply, failure, toCompatBody(service, failure, toShownCnpj(getText(request))));
      },
      handler: (request, reply) => {
        if (request.method === 'OPTIONS') return sendEmpty(reply, 200, [...headers, 'allow', 'GET, OPTIONS']);
        return answer(request, (body, origin) => {
          const etag = toEntityTag(origin.snapshot, companies.form);
          const all = [...headers, 'etag', etag];
          if (isKnownTag(request, etag)) return sendEmpty(reply, 304, [...all, 'cache-control', caching]);
          return sendResult(request, reply, JSON.stringify(body), all, { caching });
        });
      },
    });
  };
  const answerCompany: AnswerCall = (request, send) => {
    const cnpj = getCnpj(getText(request));
    return andThen(companies.find({ cnpj, fields: null, partnersMax }, toReader(request)), (read) => {
      request.outcome = read.kind;
      if (read.kind === 'not_found') throw new AppError('company_not_found');
      return send(toMinhaReceita(read.shown.record), read);
    }) as Eventual<void>;
  };
  add(operations.readCompanyAsMinhaReceita, 'minha-receita', answerCompany);
  add(operations.readCompanyAsBrasilApi, 'brasil-api', answerCompany);
  // Whether this number is there does not matter: only the date of the data is of interest.
  const anyNumber = { cnpj: '00000000000191' as Cnpj, fields: ['data_as_of'] } as const;
  add(operations.readMonthAsMinhaReceita, 'minha-receita', (request, send) =>
    andThen(companies.find(anyNumber, toReader(request)), (origin) =>
      send({ message: origin.dataAsOf.slice(0, 7) }, origin),
    ),
  );
}

type AnswerCall = (request: FastifyRequest, send: (body: object, origin: RecordsOrigin) => void) => Eventual<void>;

/** Adds a route for programs that check whether the service is up. It needs no key and has no body, like that of the original services. */
function addHealthRoute(server: FastifyInstance): void {
  server.route({
    ...{ method: methods, url: '/compat/minha-receita/healthz' },
    onRequest: (request, reply, done) => {
      request.pattern = '/compat/minha-receita/healthz';
      if (request.method === 'GET' || request.method === 'HEAD') return done();
      request.failure = new AppError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
      sendErrorBody(reply, request.failure, { message: 'Essa URL aceita apenas os métodos GET e HEAD.' });
    },
    handler: (_request, reply) => sendEmpty(reply, 200, []),
  });
}

function createCompatGate({ gate, compat }: CompatRoutesOptions, operation: Operation) {
  const { url, onRequest: withKey } = toRoute(gate, operation, () => {});
  const onRequest: onRequestHookHandler = function (request, reply, done) {
    request.pattern = url;
    // A browser asks before it sends, and without the key.
    if (request.method === 'OPTIONS') return done();
    if (request.method !== 'GET') throw new AppError('method_not_allowed', { headers: { allow: 'GET, OPTIONS' } });
    if (compat.withoutKey === null || request.headers.authorization !== undefined) {
      withKey.call(this, request, reply, done);
      return;
    }
    const { counters, requestsPerMinute } = compat.withoutKey;
    const counted = andThen(counters.hit(request.clientNetwork, minuteMs), ({ count, resetsInMs }) => {
      if (count <= requestsPerMinute) return;
      throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)) });
    });
    if (counted instanceof Promise) counted.then(() => done(), done);
    else done();
  };
  return { url, onRequest };
}

function toReader(request: FastifyRequest): Reader {
  return request.admission === null
    ? { keyId: null, mode: 'live', requestId: request.id, purpose: null }
    : getCaller(request);
}

function getText({ params }: FastifyRequest): string {
  return (params as Record<string, string>)['*'] ?? '';
}

/** They take the number however it is punctuated, the slash of the mask included, and know no company of all zeros. */
function getCnpj(text: string): Cnpj {
  const bare = withoutPunctuation(text);
  if (/^0{14}$/.test(bare)) throw new AppError('company_not_found');
  const parsed = parseCnpj(bare);
  if (parsed.kind === 'invalid') throw new AppError('invalid_request');
  return parsed.value;
}

/** Their errors repeat the number. Ours repeat only what has the length of a CNPJ: anything else may be somebody's CPF. */
function toShownCnpj(text: string): string {
  const bare = withoutPunctuation(text);
  return /^[0-9A-Za-z]{12}\d{2}$/.test(bare) ? formatCnpj(bare as Cnpj) : 'informado';
}

function withoutPunctuation(text: string): string {
  return text.replace(/[./-]/g, '');
}

function sendEmpty(reply: FastifyReply, status: number, headers: readonly string[]): void {
  setAll(reply, headers);
  reply.code(status).header('request-id', reply.request.id).send();
}

function setAll(reply: FastifyReply, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1]);
}
