// The screening, and an earlier one.

import type { ErrorCode } from '../../error-codes.ts';
import {
  bodyErrors,
  describeAnswer,
  exampleId,
  keyErrors,
  plainKeyErrors,
  repeatErrors,
  toFlagParameter,
  toIdempotencyParameter,
  toJsonBody,
  toPathParameter,
} from '../openapi/parts.ts';
import { operationsOf } from '../operation.ts';
import { jsonAlone } from '../request/admission.ts';
import type { ScreenResponse } from './contract.ts';

// As the sandbox answers, on another day; a test holds that.
const hitExample: ScreenResponse = {
  request_id: exampleId,
  status: 'hit',
  cpf: '40532176871',
  cnpj: null,
  hits: [
    {
      list: 'ceis',
      as_of: '2026-11-15',
      row: 'ceis:900001',
      match: 'document',
      strength: 'hit',
      similarity: 1,
      agreed: ['cpf', 'name'],
      disagreed: [],
      establishment: null,
      state: 'in_force',
      name: 'SERGIO AUGUSTO RAMOS',
      document: '***.321.768-**',
      identity_documents: [],
      nationalities: [],
      birth_dates: [],
      from: '2024-02-01',
      until: '2099-12-31',
      category: 'Impedimento/proibição de contratar com prazo determinado',
      authority: 'Prefeitura de Exemplo',
      process: '0001.123456/2024',
      reach: 'Na Esfera e no Poder do órgão sancionador',
      remarks: 'Linha inventada do sandbox.',
      other_rows: [],
      partner: null,
      sentence:
        'The list ceis of 2026-11-15 has this number (Impedimento/proibição de contratar com prazo determinado), in force until 2099-12-31.',
      judgement: null,
    },
  ],
  hits_total: 1,
  cleared: [],
  need_name: [],
  lists: ['ceis', 'cnep', 'pep', 'onu'].map((list) => ({
    list,
    as_of: '2026-11-15',
    state: 'current',
    sensitivity: list === 'onu' ? 'high' : 'balanced',
  })),
  partners: null,
  processed_at: '2026-11-15T12:00:00Z',
  need_number: [],
  unread_name: false,
};

const clearExample: ScreenResponse = {
  ...hitExample,
  status: 'clear',
  cpf: '40442820135',
  hits: [],
  hits_total: 0,
};

const screenErrors: readonly ErrorCode[] = [
  ...keyErrors.filter((code) => code !== 'audit_unavailable'),
  ...bodyErrors,
  ...repeatErrors,
  'audit_unavailable',
];

export const screeningOperations = operationsOf(
  { tag: 'Screening', scope: 'screen' },
  {
    screen: {
      route: 'POST /v1/screen',
      mediaTypes: jsonAlone,
      errors: screenErrors,
      describe: () => ({
        summary: 'Look a person or a company up in lists',
        description:
          'Whether somebody is on a list of sanctions or of politically exposed people that the operator has imported: which row of which list, how it was found, ' +
          'and whether it is in force. Nobody outside is asked. A key needs the scope `screen`, which is given by name.',
        parameters: [
          toFlagParameter(
            'partners',
            'Looks the partners of a company up as well, out of the registry of the Receita Federal.',
          ),
          toFlagParameter(
            'explain',
            'Adds the field `explanation`: which lists were looked at, and what was not checked.',
          ),
          toIdempotencyParameter('The same call with the same key replays the first answer, as for a verification.'),
        ],
        requestBody: toJsonBody('ScreenRequest', {
          cpf: '40532176871',
          name: 'Sérgio Augusto Ramos',
          birth_date: '1979-09-09',
        }),
        responses: {
          200: describeAnswer(
            'What the lists say; `clear` is a result, too.',
            'ScreenResponse',
            { hit: hitExample, clear: clearExample },
            'Idempotent-Replayed',
          ),
        },
      }),
    },
    readScreening: {
      route: 'GET /v1/screenings/{request_id}',
      scope: 'read:verification',
      errors: [...plainKeyErrors, 'audit_unavailable', 'screening_not_found'],
      describe: () => ({
        summary: 'Read an earlier screening again',
        description:
          'What the lists said in an earlier answer to a live key, out of the audit, also when the editions are gone: of a screening, of a row of a batch, of a hit ' +
          'of a watch, or of a verification that looked in the lists. Only the key that asked for it may, with the scope `read:verification`. Nobody is looked up again; the reading is recorded.',
        parameters: [
          toPathParameter('request_id', '`request_id` of the answer.', exampleId),
          toFlagParameter('explain', 'Adds the field `explanation`.'),
        ],
        responses: {
          200: describeAnswer('What the lists said then.', 'ScreenResponse', { hit: hitExample, clear: clearExample }),
        },
      }),
    },
  },
);
