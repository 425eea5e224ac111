// The routes of watches in the OpenAPI document.

import type { WatchedChange, WatchedHit } from '../../app/watches/told-changes.ts';
import { describeDelete, describeList, describeRead, toIdParameter } from '../key-owned/openapi.ts';
import {
  describeAnswer,
  exampleId,
  plainKeyErrors,
  toIdempotencyParameter,
  toPageParameters,
  toParameter,
  toReference,
  uploadErrors,
} from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import { jsonAlone } from '../request/admission.ts';
import { csvTypes, ndjsonTypes } from '../request/upload.ts';
import type { WatchChangesResponse, WatchCreatedResponse, WatchResponse } from './contract.ts';
import { watchScopes } from './read-order.ts';

export const changesLimitMax = 1_000;
export const changesLimitDefault = 100;

const watch: WatchResponse = {
  id: 'wat_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
  kind: 'company',
  companies: 2,
  people: 0,
  lists: false,
  purpose: null,
  legal_basis: null,
  until: null,
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
const peopleCreated: WatchCreatedResponse = {
  ...created,
  kind: 'person',
  companies: 0,
  people: 1,
  lists: true,
  purpose: 'legal_obligation',
  legal_basis: 'legal_obligation',
  until: '2027-11-15T12:00:00.000Z',
  refused_count: 0,
  refused: [],
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
      cnpj: '34238864000168' as WatchedChange['cnpj'],
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

const hits: WatchChangesResponse = {
  changes: [
    {
      cursor: '1',
      kind: 'new_hit',
      cpf: '52998224725' as NonNullable<WatchedHit['cpf']>,
      cnpj: null,
      reference: 'customer-42',
      document: null,
      list: 'ceis',
      row: 'ceis:123456',
      match: 'document',
      strength: 'hit',
      state: 'in_force',
      from: '2026-11-14',
      to: '2026-11-17',
      sentence:
        'New hit. The list ceis of 2026-11-17 has this number (Declaração de Inidoneidade), in force until 2028-05-01.',
      request_id: exampleId,
    },
  ],
  next_cursor: null,
};

export const changesExample = changes.changes;
export const hitsExample = hits.changes.map(({ cursor, kind, ...hit }) => {
  const { list, row, match, strength, state } = hit as Omit<WatchedHit, 'kind' | 'sentence'>;
  return { cursor, kind, list, row, match, strength, state };
});

const idParameter = toIdParameter('/v1/watches', watch.id);

/** One scope is enough to come in; a watch then asks for that of its kind. */
export const watchOperations = operationsOf(
  { tag: 'Watches', scope: Object.values(watchScopes) },
  {
    listWatches: {
      route: 'GET /v1/watches',
      describe: () =>
        describeList({
          summary: 'List the watches of the key',
          description: 'The newest first, a page at a time.',
          schema: 'WatchList',
          example: { watches: [watch], next_cursor: null },
        }),
    },
    createWatch: {
      route: 'POST /v1/watches',
      mediaTypes: [...jsonAlone, ...csvTypes, ...ndjsonTypes],
      errors: [
        ...plainKeyErrors,
        'invalid_json',
        'invalid_watch',
        'purpose_required',
        'audit_unavailable',
        'too_many_watches',
        ...uploadErrors,
        'watch_too_large',
      ],
      describe: () => ({
        summary: 'Watch a list of companies or people',
        description:
          'After each switch of the registry, companies whose status, names, being an MEI or risk changed are told by `GET /v1/watches/{id}/changes`, and by webhook. ' +
          'After each switch of a list, new, ended and changed hits of people are told in the same way; those of companies with `lists=true`, which needs the scope `screen`. ' +
          'Hits that are there when a watch begins are told as new. People need a purpose and a `legal_basis`. ' +
          'Lines that hold nobody are told and left out. The companies of the sandbox never change.',
        parameters: [
          toParameter(
            'query',
            'webhook',
            'The id of an endpoint that the operator has made for this key: it is told of changes.',
          ),
          toParameter(
            'query',
            'kind',
            '`person` for a table of people. Without it JSON is what its field says, and a table is one of companies.',
            toReference('WatchKind'),
          ),
          toParameter('query', 'lists', 'Whether companies are looked for in the lists, too.', { type: 'boolean' }),
          toParameter(
            'query',
            'legal_basis',
            'By which right people are watched (LGPD art. 7).',
            toReference('LegalBasis'),
          ),
          toParameter('query', 'until', 'The last day of a watch of people, no later than the operator allows.', {
            type: 'string',
            format: 'date',
          }),
          toIdempotencyParameter(
            'The same call with the same key gives the watch that is there already, for as long as it is there.',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: toReference('WatchOrder'),
              examples: {
                companies: { value: { cnpjs: ['34.238.864/0001-68', '34238864000160'] } },
                people: {
                  value: {
                    people: [
                      {
                        cpf: '529.982.247-25',
                        name: 'Maria de Souza',
                        birth_date: '1980-05-17',
                        reference: 'customer-42',
                      },
                    ],
                  },
                },
              },
            },
            'text/csv': {
              schema: {
                type: 'string',
                description:
                  'With a column `cnpj` or `documento`, or a bare list of numbers; of people with `cpf`, `nome`, `nascimento`, `referencia`.',
              },
              example: 'cnpj\n34.238.864/0001-68\n',
            },
            'application/x-ndjson': {
              schema: { type: 'string', description: 'One JSON object in each line.' },
              example: '{"cnpj":"34238864000168"}\n',
            },
          },
        },
        responses: {
          201: describeAnswer('The watch.', 'WatchCreated', { created, people: peopleCreated }, 'Idempotent-Replayed'),
        },
      }),
    },
    readWatch: {
      route: 'GET /v1/watches/{id}',
      errors: [...plainKeyErrors, 'watch_not_found'],
      describe: () =>
        describeRead(idParameter, {
          summary: 'See a watch',
          description: 'How many companies or people it has, until when, and how many changes were found.',
          gives: 'The watch.',
          schema: 'Watch',
          examples: { watch },
        }),
    },
    deleteWatch: {
      route: 'DELETE /v1/watches/{id}',
      errors: [...plainKeyErrors, 'watch_not_found'],
      describe: () =>
        describeDelete(idParameter, {
          summary: 'End a watch and delete it with its changes',
          description: 'Nothing of it is kept.',
        }),
    },
    listWatchChanges: {
      route: 'GET /v1/watches/{id}/changes',
      errors: [...plainKeyErrors, 'watch_not_found'],
      describe: () => ({
        summary: 'List what changed of those who are watched',
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
        ],
        responses: { 200: describeAnswer('A page.', 'WatchChanges', { changes, hits }) },
      }),
    },
  },
);
