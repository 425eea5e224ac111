// The routes of batches in the OpenAPI document.

import { contractSourceNames } from '../../domain/person/contract-sources.ts';
import { describeDelete, describeList, describeRead, toIdParameter } from '../key-owned/openapi.ts';
import {
  cnpjExample,
  describeAnswer,
  limitHeaders,
  plainKeyErrors,
  toExamples,
  toFlagParameter,
  toHeaders,
  toIdempotencyParameter,
  toParameter,
  toReference,
  uploadErrors,
} from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import { csvTypes, ndjsonTypes } from '../request/upload.ts';
import type { BatchPlanResponse, BatchResponse, ReceivedBatchResponse } from './contract.ts';

const running: BatchResponse = {
  id: 'bat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
  status: 'running',
  reason: null,
  at_budget: 'wait',
  rows: 3,
  counts: { answered: 1, invalid: 0, failed: 0, outcome_unknown: 0 },
  created_at: '2026-11-15T12:00:00.000Z',
  finished_at: null,
  expires_at: null,
};

const completed: BatchResponse = {
  ...running,
  status: 'completed',
  counts: { answered: 2, invalid: 1, failed: 0, outcome_unknown: 0 },
  finished_at: '2026-11-15T12:00:02.000Z',
  expires_at: '2026-11-18T12:00:02.000Z',
};

const table = {
  columns: [
    {
      position: 1,
      name: 'documento',
      role: 'document',
      masked: ['99.999.999/9999-99', '999.999.999-99', '999.999.999-99'],
    },
    { position: 2, name: 'aluno', role: 'name', masked: ['Aaaaaaaa Aaaaaaa', 'Aaa Aaaaaaa', 'Aaaaa Aaaaa'] },
    { position: 3, name: 'D.N.', role: null, masked: ['', '99/99/9999', '99/99/9999'] },
  ],
  unused: [{ name: 'D.N.', role: 'birth_date' }],
  not_compared: ['birth_date'],
} satisfies Pick<BatchPlanResponse, 'columns' | 'unused' | 'not_compared'>;

const spending = {
  reais_max: '21.3180',
  budgets: [{ source: contractSourceNames[0] ?? null, period: 'month', unit: 'reais', line: 3 }],
} satisfies Pick<BatchPlanResponse, 'reais_max' | 'budgets'>;

const received: ReceivedBatchResponse = { ...running, ...table, ...spending };

const plan: BatchPlanResponse = {
  ...{ rows: 4, people: 2, companies: 1, repeated: 0, invalid: 1, faults: { invalid_check_digits: 1 }, mended: 0 },
  calls_max: Object.fromEntries(contractSourceNames.map((name) => [name, 2])),
  ...table,
  ...spending,
};

const result = {
  row: 1,
  status: 'answered',
  line: 2,
  kind: 'cnpj',
  reason: null,
  mended: null,
  answer: cnpjExample,
};
const invalid = {
  row: 2,
  status: 'invalid',
  line: 3,
  kind: null,
  reason: 'invalid_check_digits',
  mended: null,
  answer: null,
};

const idParameter = toIdParameter('/v1/batches', running.id);
const rowParameter = (name: 'from' | 'to', description: string) =>
  toParameter('query', name, description, { type: 'integer', minimum: 1 });
const partHeaders = {
  'Accept-Ranges': {
    description: '`bytes` for all results of a finished batch, otherwise `none`.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Covers all results of a finished batch.', schema: { type: 'string' } },
};

export const batchOperations = operationsOf(
  { tag: 'Batches', scope: 'verify:batch' },
  {
    listBatches: {
      route: 'GET /v1/batches',
      describe: () =>
        describeList({
          summary: 'List the batches of the key',
          description: 'Those whose rows have all arrived and that are kept, the newest first, a page at a time.',
          schema: 'BatchList',
          example: { batches: [running], next_cursor: null },
        }),
    },
    createBatch: {
      route: 'POST /v1/batches',
      mediaTypes: [...csvTypes, ...ndjsonTypes],
      errors: [...plainKeyErrors, 'invalid_batch', 'too_many_batches', ...uploadErrors, 'batch_too_large'],
      describe: () => ({
        summary: 'Verify many people and companies',
        description:
          'Takes a table of CPFs and CNPJs and verifies it in the background. The limits and quotas of the key hold: every row counts as one request. ' +
          'Columns are known by their names in Portuguese or English (`cpf`, `cnpj`, `documento`, `nome`, `razão social`, `data de nascimento`). ' +
          'Rows about people need the scope `verify:cpf` besides `verify:batch`, rows about companies `verify:cnpj`; with `screen=true` every row needs `screen`.',
        parameters: [
          toFlagParameter('explain', 'Adds the field `explanation` to each answer.'),
          toFlagParameter(
            'screen',
            'Looks every row up in the lists as well, and adds the field `screening` to each answer. Its sentences have the language of `Accept-Language`.',
          ),
          toParameter(
            'query',
            'at_budget',
            'Where a budget of the operator is used up: `wait` for its next period (the default), `skip` the source, or `stop` with the reason `budget_exhausted`.',
            toReference('BatchAtBudget'),
          ),
          toFlagParameter(
            'dry_run',
            'Says what the batch would ask and how the service reads the columns, with status 200. It asks no source and keeps nothing.',
          ),
          toParameter(
            'query',
            'webhook',
            'The id of an endpoint that the operator has made for this key: it is told when the batch is finished.',
          ),
          toIdempotencyParameter(
            'The same call with the same key gives the batch that is there already, for as long as it is kept.',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'text/csv': {
              schema: {
                type: 'string',
                description: 'With a header, or a bare list of numbers; any usual separator and encoding.',
              },
              example:
                'documento;nome\n34.238.864/0001-68;Planalto Central Tecnologia\n404.428.201-35;Ana Beatriz Carvalho\n',
            },
            'application/x-ndjson': {
              schema: { type: 'string', description: 'One JSON object in each line.' },
              example: '{"cnpj":"34238864000168"}\n{"cpf":"40442820135","nome":"Ana Beatriz Carvalho"}\n',
            },
          },
        },
        responses: {
          200: describeAnswer('With `dry_run=true`: what the batch would ask.', 'BatchPlan', { plan }),
          202: describeAnswer(
            'The batch, all of whose rows have arrived.',
            'ReceivedBatch',
            { received },
            'Idempotent-Replayed',
          ),
        },
      }),
    },
    readBatch: {
      route: 'GET /v1/batches/{id}',
      errors: [...plainKeyErrors, 'batch_not_found'],
      describe: () =>
        describeRead(idParameter, {
          summary: 'See how far a batch is',
          description: 'How many rows are done, and their results.',
          gives: 'The batch.',
          schema: 'Batch',
          examples: { running, completed },
        }),
    },
    deleteBatch: {
      route: 'DELETE /v1/batches/{id}',
      errors: [...plainKeyErrors, 'batch_not_found'],
      describe: () =>
        describeDelete(idParameter, {
          summary: 'End a batch and delete it with its results',
          description: 'Rows that are under way are finished and thrown away; no further row is begun.',
        }),
    },
    repeatBatch: {
      route: 'POST /v1/batches/{id}/repeat',
      errors: [...plainKeyErrors, 'batch_not_found', 'invalid_batch', 'too_many_batches', 'idempotency_in_progress'],
      describe: () => ({
        summary: 'Repeat the incomplete rows of a batch',
        description:
          'Makes a new batch of the rows of a finished one that nobody was asked about, that failed, whose outcome is unknown, or whose answer is `inconclusive` for want of a source. ' +
          'Without `explain=true` an answer does not say why it is inconclusive, and is repeated. The new batch waits at a used-up budget, and its rows keep their `line`. The same call again gives the same batch.',
        parameters: [idParameter],
        responses: { 202: describeAnswer('The new batch.', 'Batch', { running }, 'Location') },
      }),
    },
    readBatchResults: {
      route: 'GET /v1/batches/{id}/results',
      errors: [...plainKeyErrors, 'batch_not_found', 'range_not_satisfiable'],
      describe: () => ({
        summary: 'Read the results of a batch',
        description:
          'One line of JSON for each row that is done, in the order of the rows. While the batch runs, rows may be missing; ask for them again later by `from` and `to`. ' +
          'Once it is finished nothing changes any more, and a download that broke off goes on with `Range: bytes=…`.',
        parameters: [
          idParameter,
          rowParameter('from', 'The first row, counted from 1.'),
          rowParameter('to', 'The last row.'),
          {
            name: 'Range',
            in: 'header',
            description: 'One range of bytes of all results of a finished batch; otherwise it is not looked at.',
            schema: { type: 'string' },
            example: 'bytes=1048576-',
          },
          toParameter(
            'header',
            'If-Range',
            'The `ETag` of the download that broke off: where it is another one, all is sent.',
          ),
        ],
        responses: {
          200: {
            description: 'As many lines as rows of the range are done.',
            headers: { ...toHeaders(...limitHeaders), ...partHeaders },
            content: {
              'application/x-ndjson': {
                schema: toReference('BatchResult'),
                examples: toExamples({ answered: result, invalid }),
              },
            },
          },
          206: {
            description: 'Those bytes; the first and the last line may be cut.',
            headers: {
              ...toHeaders(...limitHeaders),
              ...partHeaders,
              'Content-Range': { description: 'Which bytes of how many.', schema: { type: 'string' } },
            },
            content: {
              'application/x-ndjson': { schema: { type: 'string' }, example: `${JSON.stringify(result).slice(40)}\n` },
            },
          },
        },
      }),
    },
  },
);
