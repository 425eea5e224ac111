// The routes of watches in the OpenAPI document.

import { toIdParameter, toKeyOwnedListOperation, toKeyOwnedOperations } from '../key-owned/openapi.ts';
import {
  plainKeyErrors,
  purposeParameter,
  toAnswer,
  toErrorResponses,
  toIdempotencyParameter,
  toPageParameters,
  toParameter,
  toReference,
} from '../openapi/parts.ts';
import type { WatchChangesResponse, WatchCreatedResponse, WatchResponse } from './contract.ts';
import { changesLimitDefault, changesLimitMax } from './routes.ts';

const watch: WatchResponse = {
  id: 'wat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
  companies: 2,
  changes: 1,
  missed_comparisons: 0,
  created_at: '2026-11-15T12:00:00.000Z',
  compared_at: '2026-12-13T03:10:00.000Z',
};
const created: WatchCreatedResponse = {
  ...watch,
  changes: 0,
  compared_at: null,
  refused_count: 1,
  refused: [{ line: 2, reason: 'invalid_check_digits' }],
};
const state = {
  status: 'active',
  legal_name: 'EXEMPLO LTDA',
  trade_name: null,
  mei: false,
  risk_level: 'low',
} as const;
const changes: WatchChangesResponse = {
  changes: [
    {
      cursor: '1',
      cnpj: '34238864000168' as WatchChangesResponse['changes'][number]['cnpj'],
      kind: 'changed',
      changed: ['status', 'risk_level'],
      before: state,
      after: { ...state, status: 'closed', risk_level: 'high' },
      from: '2026-11-14',
      to: '2026-12-12',
    },
  ],
  next_cursor: null,
};

export const changesExample = changes.changes;

const idParameter = toIdParameter('/v1/watches', watch.id);
const tags = ['Watches'];

export const watchPaths = {
  '/v1/watches': {
    get: toKeyOwnedListOperation({
      tags,
      operationId: 'listWatches',
      summary: 'List the watches of the key',
      description: 'The newest first, a page at a time.',
      schema: 'WatchList',
      example: { watches: [watch], next_cursor: null },
    }),
    post: {
      tags,
      operationId: 'createWatch',
      summary: 'Watch a list of companies',
      description:
        'After each switch of the registry, those whose status, names, being an MEI or risk changed are told by `GET /v1/watches/{id}/changes`, and by webhook. ' +
        'Lines without a CNPJ are told and left out. The companies of the sandbox never change.',
      parameters: [
        toParameter(
          'query',
          'webhook',
          'The id of an endpoint that the operator has made for this key: it is told of changes.',
        ),
        toIdempotencyParameter(
          'The same call with the same key gives the watch that is there already, for as long as it is there.',
        ),
        purposeParameter,
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: toReference('WatchRequest'),
            example: { cnpjs: ['34.238.864/0001-68', '34238864000160'] },
          },
          'text/csv': {
            schema: { type: 'string', description: 'With a column `cnpj` or `documento`, or a bare list of numbers.' },
            example: 'cnpj\n34.238.864/0001-68\n',
          },
          'application/x-ndjson': {
            schema: { type: 'string', description: 'One JSON object in each line.' },
            example: '{"cnpj":"34238864000168"}\n',
          },
        },
      },
      responses: {
        201: toAnswer('The watch.', 'WatchCreated', { created }, 'Idempotent-Replayed'),
        ...toErrorResponses([
          ...plainKeyErrors,
          'invalid_json',
          'invalid_watch',
          'request_timeout',
          'payload_too_large',
          'watch_too_large',
          'unsupported_media_type',
          'too_many_watches',
          'idempotency_in_progress',
          'idempotency_key_reused',
        ]),
      },
    },
  },
  '/v1/watches/{id}': toKeyOwnedOperations({
    tags,
    id: idParameter,
    notFound: 'watch_not_found',
    read: {
      operationId: 'readWatch',
      summary: 'See a watch',
      description: 'How many companies it has, and how many changes were found.',
      gives: 'The watch.',
      schema: 'Watch',
      examples: { watch },
    },
    delete: {
      operationId: 'deleteWatch',
      summary: 'End a watch and delete it with its changes',
      description: 'Nothing of it is kept.',
    },
  }),
  '/v1/watches/{id}/changes': {
    get: {
      tags,
      operationId: 'listWatchChanges',
      summary: 'List what changed of the watched companies',
      description:
        'In the order in which it was found, a page at a time. Keep the `cursor` of the last change to ask later for what is new.',
      parameters: [
        idParameter,
        ...toPageParameters({
          cursor: 'The `next_cursor` of the page before, or the `cursor` of the last change that was read.',
          limit: 'Changes on a page.',
          limitMax: changesLimitMax,
          limitDefault: changesLimitDefault,
        }),
        purposeParameter,
      ],
      responses: {
        200: toAnswer('A page.', 'WatchChanges', { changes }),
        ...toErrorResponses([...plainKeyErrors, 'watch_not_found']),
      },
    },
  },
};
