// The OpenAPI 3.1 document, made from the contract's schemas and the registry of errors. `openapi.json` is its committed copy.

import { batchSchemas } from '../batches/contract.ts';
import { batchOperations } from '../batches/operations.ts';
import { companySchemas } from '../companies/contract.ts';
import { companyOperations } from '../companies/operations.ts';
import { compatSchemas } from '../compat/contract.ts';
import { compatOperations, describeCompatErrors } from '../compat/operations.ts';
import { componentSchemas } from '../contract.ts';
import { eventSchemas } from '../events/contract.ts';
import { eventOperations, eventWebhooks } from '../events/operations.ts';
import { nameSchemas } from '../openapi/schemas.ts';
import { shareErrors } from '../openapi/shared-errors.ts';
import { toPaths } from '../operation.ts';
import { probeOperations, verificationOperations } from '../routes/operations.ts';
import { clearanceSchemas } from '../screening/clearances/contract.ts';
import { clearanceOperations } from '../screening/clearances/operations.ts';
import { screeningSchemas } from '../screening/contract.ts';
import { screeningOperations } from '../screening/operations.ts';
import { screenedAnswerSchemas } from '../screening/short.ts';
import { usageSchemas } from '../usage/contract.ts';
import { usageOperations } from '../usage/operations.ts';
import { watchSchemas } from '../watches/contract.ts';
import { watchOperations } from '../watches/operations.ts';
import { webhookSchemas } from '../webhooks/contract.ts';
import { webhookOperations } from '../webhooks/operations.ts';

export function createOpenApiDocument() {
  const { paths, webhooks, components, ...rest } = describeApi();
  const named = nameSchemas({ paths, webhooks }, components.schemas);
  const { paths: shared, responses, examples } = shareErrors(named.paths.paths);
  return {
    ...rest,
    paths: shared,
    webhooks: named.paths.webhooks,
    components: {
      ...components,
      responses: { ...responses, ...describeCompatErrors() },
      examples,
      schemas: named.schemas,
    },
  };
}

function describeApi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Confere',
      version: '1',
      summary: 'Verificação de identidade para o Brasil: CPF e CNPJ.',
      description:
        'Identity verification for Brazil: one JSON request, one JSON answer. Negative answers (`not_found`, ' +
        '`not_verified`) are results with status 200; an error status means that the request was not processed. ' +
        'Test keys (`cfr_test_…`) answer from the sandbox; [its numbers](/docs/sandbox) show every outcome. ' +
        'Every error is in [the list of errors](/docs/errors); with `Accept-Language: pt-BR` (or `pt`) its title and detail are in Portuguese.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:8080', description: 'A service that was started without settings' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Verification', description: 'The two operations.' },
      {
        name: 'Screening',
        description:
          'Lists of sanctions and of exposed people; the scopes `screen` and `manage:clearances` are given by name.',
      },
      {
        name: 'Companies',
        description: 'Every public fact about a company; the scope `read:company` is given by name.',
      },
      { name: 'Batches', description: 'Many verifications at once; the scope `verify:batch` is given by name.' },
      {
        name: 'Watches',
        description:
          'Companies and people whose changes and hits the service reports; the scopes `watch:company` and `watch:person` are given by name.',
      },
      {
        name: 'Webhooks',
        description: 'Endpoints for the events of a key; the scope `manage:webhooks` is given by name.',
      },
      {
        name: 'Events',
        description: 'Events of the batches and watches of a key, and their deliveries.',
      },
      { name: 'Usage', description: 'What a key was used for; the scope `read:usage` is given by name.' },
      {
        name: 'Compatibility',
        description: 'The forms of minha-receita and BrasilAPI; the scope `read:company` is given by name.',
      },
      { name: 'Operations', description: 'For those who run the service; no key needed.' },
    ],
    paths: toPaths({
      ...verificationOperations,
      ...screeningOperations,
      ...clearanceOperations,
      ...companyOperations,
      ...batchOperations,
      ...watchOperations,
      ...eventOperations,
      ...webhookOperations,
      ...usageOperations,
      ...compatOperations,
      ...probeOperations,
    }),
    webhooks: eventWebhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: '`cfr_live_…` or `cfr_test_…`, made by `confere keys create`.',
        },
      },
      headers: {
        RequestId: {
          description: 'The identifier of this request; `request_id` in the body.',
          schema: { type: 'string' },
        },
        ContentLanguage: {
          description: 'The language of `title` and `detail`, chosen by `Accept-Language`; `code` is the same in both.',
          schema: { type: 'string', enum: ['en', 'pt-BR'], title: 'ProblemLanguage' },
        },
        RateLimitPolicy: {
          description: 'The limit of the key, such as `"default";q=600;w=60`.',
          schema: { type: 'string' },
        },
        RateLimit: { description: 'What is left, such as `"default";r=599;t=60`.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
        ETag: {
          description: 'Changes with the registry in use; send it as `If-None-Match` to be told 304 until then.',
          schema: { type: 'string' },
        },
        Location: { description: 'Where the answer can be read.', schema: { type: 'string' } },
        PreferenceApplied: {
          description: 'Which of the words of `Prefer` was followed.',
          schema: { type: 'string', const: 'respond-async' },
        },
        IdempotentReplayed: {
          description: 'Only on an answer that was given before; `request_id` in its body is that of the first call.',
          schema: { type: 'string', const: 'true' },
        },
      },
      schemas: JSON.parse(
        JSON.stringify({
          ...componentSchemas,
          ...screenedAnswerSchemas,
          ...screeningSchemas,
          ...clearanceSchemas,
          ...companySchemas,
          ...batchSchemas,
          ...watchSchemas,
          ...eventSchemas,
          ...webhookSchemas,
          ...usageSchemas,
          ...compatSchemas,
        }),
      ) as Record<string, object>,
    },
  };
}
