// Clearances in the OpenAPI document.

import { toIdParameter, toKeyOwnedListOperation, toKeyOwnedOperations } from '../../key-owned/openapi.ts';
import {
  bodyErrors,
  plainKeyErrors,
  purposeParameter,
  toAnswer,
  toErrorResponses,
  toFlagParameter,
  toJsonBody,
} from '../../openapi/parts.ts';
import type { ClearanceResponse } from './contract.ts';

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
};
const proposed: ClearanceResponse = { ...clearance, state: 'proposed' };
const confirmed: ClearanceResponse = {
  ...clearance,
  confirmed_by: 'key_019a8e5c7b3d7c61',
  confirmed_at: '2026-11-15T14:00:00.000Z',
};

const idParameter = toIdParameter('/v1/screen/clearances', clearance.id);
const tags = ['Screening'];

export const clearancePaths = {
  '/v1/screen/clearances': {
    get: toKeyOwnedListOperation({
      tags,
      operationId: 'listClearances',
      summary: 'List clearances',
      description: 'Those of all keys of the same environment, the newest first, a page at a time.',
      schema: 'ClearanceList',
      example: { clearances: [clearance], next_cursor: null },
    }),
    post: {
      tags,
      operationId: 'createClearance',
      summary: 'Clear a hit that somebody has judged false',
      description:
        'The same customer and the same row no longer decide a screening, until the row says something else or the match is surer than the one that was judged. ' +
        'Where the operator asks for two people, another key must confirm it. The same call again gives the clearance that is there. A key needs the scope `manage:clearances`.',
      parameters: [
        toFlagParameter('partners', 'As in the screening: the row may be one about a partner of the company.'),
        purposeParameter,
      ],
      requestBody: toJsonBody('ClearanceRequest', {
        cpf: '40532176871',
        row: 'ceis:900001',
        reason: 'A court has suspended the sanction: 0001.123456/2024.',
        despite_number: true,
      }),
      responses: {
        200: toAnswer('It was cleared before.', 'Clearance', { repeated: clearance }, 'Location'),
        201: toAnswer('It is cleared, or proposed.', 'Clearance', { cleared: clearance, proposed }, 'Location'),
        ...toErrorResponses([
          ...plainKeyErrors,
          ...bodyErrors,
          'invalid_request',
          'hit_not_found',
          'name_alone',
          'same_number',
          'audit_unavailable',
        ]),
      },
    },
  },
  '/v1/screen/clearances/{id}': toKeyOwnedOperations({
    tags,
    id: idParameter,
    notFound: 'clearance_not_found',
    read: {
      operationId: 'getClearance',
      summary: 'Read a clearance',
      description: 'Made by any key of the same environment.',
      gives: 'The clearance.',
      schema: 'Clearance',
      examples: { cleared: clearance },
    },
    delete: {
      operationId: 'revokeClearance',
      summary: 'Revoke a clearance',
      description: 'The hit comes back with the next screening. The reason is deleted; the audit says who revoked it.',
      errors: ['audit_unavailable'],
    },
  }),
  '/v1/screen/clearances/{id}/confirm': {
    post: {
      tags,
      operationId: 'confirmClearance',
      summary: 'Confirm a proposed clearance',
      description: 'By another key than the one that proposed it. One that is confirmed stays as it is.',
      parameters: [idParameter, purposeParameter],
      responses: {
        200: toAnswer('The clearance, which counts from now on.', 'Clearance', { confirmed }),
        ...toErrorResponses([...plainKeyErrors, 'clearance_not_found', 'clearance_needs_another', 'audit_unavailable']),
      },
    },
  },
};
