// The yardstick of `bench http`: a Fastify route that validates and serializes the contract's schemas and does nothing else.

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import {
  cnpjRequestSchema,
  cnpjResponseSchema,
  cpfRequestSchema,
  cpfResponseSchema,
} from '../../../src/http/contract.ts';
import { createOpenApiDocument } from '../../../src/http/reference/document.ts';

const formats = { cpf: true, cnpj: true, 'person-name': true, 'company-name': true, 'birth-date': true } as const;
const server = fastify({
  logger: false,
  ajv: { customOptions: { formats, removeAdditional: false, coerceTypes: false, useDefaults: false } },
});
const { paths } = JSON.parse(JSON.stringify(createOpenApiDocument()));
const toAnswer = (path: string) => paths[path].post.responses[200].content['application/json'].examples.verified.value;
const cpfAnswer = toAnswer('/v1/verify/cpf');
const cnpjAnswer = toAnswer('/v1/verify/cnpj');

server.post(
  '/v1/verify/cpf',
  { schema: { body: cpfRequestSchema, response: { 200: cpfResponseSchema } } },
  async () => cpfAnswer,
);
server.post(
  '/v1/verify/cnpj',
  { schema: { body: cnpjRequestSchema, response: { 200: cnpjResponseSchema } } },
  async () => cnpjAnswer,
);

// The same bytes as the service sends, made beforehand.
const bodies = process.env['BENCH_BODIES'];
const records = new Map(
  Object.entries(bodies === undefined ? {} : (JSON.parse(readFileSync(bodies, 'utf8')) as Record<string, string>)),
);
server.get<{ Params: { cnpj: string } }>('/v1/companies/:cnpj', (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(records.get(request.params.cnpj));
});

await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (server.server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  process.send?.({ all: all.user + all.system, main: main.user + main.system });
});
