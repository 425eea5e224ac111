// Clearances in the OpenAPI document.

import { describeDelete, describeList, describeRead, toIdParameter } from '../../key-owned/openapi.ts';
import { bodyErrors, describeAnswer, plainKeyErrors, toFlagParameter, toJsonBody } from '../../openapi/parts.ts';
import { operationsOf } from '../../operation.ts';
import { jsonAlone } from '../../request/admission.ts';
import type { ClearanceResponse } from './contract.ts';
import { clearanceFilterParameters } from './list-filter.ts';

const clearance: ClearanceResponse = {
  id: 'clr_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
  list: 'pep',
  row: 'pep:900004',
  state: 'cleared',
  reason: 'Another place of birth: compared with the identity card of the customer.',
  made_by: 'key_019a8e5c7b3d7c60',
  created_at: '2026-11-15T12:00:00.000Z',
  confirmed_by: null,
  confirmed_at: null,
  ended_by: null,
  ended_at: null,
  replaced_by: null,
  kind: 'cleared',
  until: null,
  freeze: null,
  screening: 'req_019a8e5c7b3d7c60a1f2e4d5c6b7a8f9',
};
const proposed: ClearanceResponse = { ...clearance, state: 'proposed' };
const confirmed: ClearanceResponse = {
  ...clearance,
  confirmed_by: 'key_019a8e5c7b3d7c61',
  confirmed_at: '2026-11-15T14:00:00.000Z',
};

const accepted: ClearanceResponse = {
  ...confirmed,
  kind: 'accepted',
  state: 'accepted',
  reason: 'The office is known; the director approved the relationship.',
  until: '2027-11-15',
};
const frozen: ClearanceResponse = {
  ...clearance,
  kind: 'frozen',
  state: 'frozen',
  list: 'onu',
  row: 'onu:900008',
  reason: 'The passport was compared.',
  freeze: {
    due_at: '2026-11-16T12:00:00.000Z',
    overdue: false,
    steps: [
      {
        step: 'frozen',
        at: '2026-11-15T12:00:00.000Z',
        by: 'key_019a8e5c7b3d7c60',
        noted_at: '2026-11-15T12:05:00.000Z',
      },
      { step: 'coaf', at: null, by: null, noted_at: null },
      { step: 'mjsp', at: null, by: null, noted_at: null },
      { step: 'bcb', at: null, by: null, noted_at: null },
    ],
  },
};
const idParameter = toIdParameter('/v1/screen/clearances', clearance.id);

export const clearanceOperations = operationsOf(
  { tag: 'Screening', scope: 'manage:clearances' },
  {
    listClearances: {
      route: 'GET /v1/screen/clearances',
      describe: () =>
        describeList({
          summary: 'List clearances',
          description:
            'Those of all keys of the same environment, the newest first, a page at a time, also those that were revoked or replaced.',
          filters: clearanceFilterParameters,
          schema: 'ClearanceList',
          example: { clearances: [clearance], next_cursor: null },
        }),
    },
    createClearance: {
      route: 'POST /v1/screen/clearances',
      mediaTypes: jsonAlone,
      errors: [
        ...plainKeyErrors,
        ...bodyErrors,
        'invalid_request',
        'hit_not_found',
        'name_alone',
        'same_number',
        'not_freezable',
        'not_acceptable',
        'hit_frozen',
        'audit_unavailable',
      ],
      describe: () => ({
        summary: 'Judge a hit',
        description:
          'It holds for the same customer and row, until the row says something else or the match is surer than the one that was judged. A `cleared` hit no longer decides a screening. An `accepted` one lets the answer say `accepted`, and needs a senior. One that is `confirmed` or `frozen` stays a hit. ' +
          'Where the operator asks for two people, another key must confirm it. The same call again gives the clearance that is there. A key needs the scope `manage:clearances`.',
        parameters: [
          toFlagParameter('partners', 'As in the screening: the row may be one about a partner of the company.'),
        ],
        requestBody: toJsonBody('ClearanceRequest', {
          cpf: '40532176871',
          row: 'ceis:900001',
          reason: 'A court has suspended the sanction: 0001.123456/2024.',
          despite_number: true,
        }),
        responses: {
          200: describeAnswer('It was cleared before.', 'Clearance', { repeated: clearance }, 'Location'),
          201: describeAnswer(
            'It is cleared, or proposed.',
            'Clearance',
            { cleared: clearance, proposed, accepted, frozen },
            'Location',
          ),
        },
      }),
    },
    getClearance: {
      route: 'GET /v1/screen/clearances/{id}',
      errors: [...plainKeyErrors, 'clearance_not_found'],
      describe: () =>
        describeRead(idParameter, {
          summary: 'Read a clearance',
          description: 'Made by any key of the same environment.',
          gives: 'The clearance.',
          schema: 'Clearance',
          examples: { cleared: clearance },
        }),
    },
    revokeClearance: {
      route: 'DELETE /v1/screen/clearances/{id}',
      errors: [...plainKeyErrors, 'clearance_not_found', 'audit_unavailable', 'needs_senior'],
      describe: () =>
        describeDelete(idParameter, {
          summary: 'Revoke a clearance',
          description:
            'The hit comes back with the next screening. The list of clearances keeps it as `revoked`, or `rejected` if nobody had confirmed it.',
        }),
    },
    confirmClearance: {
      route: 'POST /v1/screen/clearances/{id}/confirm',
      errors: [
        ...plainKeyErrors,
        'clearance_not_found',
        'clearance_needs_another',
        'needs_senior',
        'audit_unavailable',
      ],
      describe: () => ({
        summary: 'Confirm a proposed clearance',
        description: 'By another key than the one that proposed it. One that is confirmed stays as it is.',
        parameters: [idParameter],
        responses: { 200: describeAnswer('The clearance, which counts from now on.', 'Clearance', { confirmed }) },
      }),
    },
    noteFreezeStep: {
      route: 'POST /v1/screen/clearances/{id}/steps',
      mediaTypes: jsonAlone,
      errors: [
        ...plainKeyErrors,
        ...bodyErrors,
        'invalid_request',
        'clearance_not_found',
        'not_freezable',
        'audit_unavailable',
      ],
      describe: () => ({
        summary: 'Note a step of a freeze',
        description: 'That the assets are frozen, or an authority was told. A step that was noted stays as it is.',
        parameters: [idParameter],
        requestBody: toJsonBody('FreezeStepRequest', { step: 'coaf', at: '2026-11-15T14:30:00Z' }),
        responses: { 200: describeAnswer('The freeze, with what of it is done.', 'Clearance', { frozen }) },
      }),
    },
  },
);
