// Judgements of hits as they are kept.

import { inDatabase, type Stores } from './store.ts';

export function toClearancePlace(id: string): string {
  return `clearance ${id}`;
}

export const clearanceStores = {
  clearances: {
    what: {
      en: 'hits of screenings that somebody has judged false, with the reason',
      pt: 'ocorrências em listas que alguém julgou não serem da pessoa, com o motivo',
    },
    ...inDatabase,
    form: {
      en: 'the customer as a keyed hash (HMAC-SHA-256); reason and judgement sealed (AES-256-GCM); the row of the list in clear',
      pt: 'o cliente como hash com chave (HMAC-SHA-256); motivo e julgamento cifrados (AES-256-GCM); o registro da lista em claro',
    },
    until: { en: 'until somebody revokes it', pt: 'até alguém revogar' },
    onErase: {
      en: 'those of the number, and those whose reason names it, are deleted',
      pt: 'as do número, e as que o citam no motivo, são excluídas',
    },
    personal: {
      report: ['decisões de que uma lista pública não se refere a você', 'até a decisão ser revogada'],
      erased: ['clearance deleted.', 'clearances deleted.'],
      searching: 'Searching clearances',
    },
    tables: {
      clearances: {
        key: ['id'],
        proven: [
          ...['id', 'mode', 'subject', 'list_row', 'sealed', 'state', 'made_by', 'created_at_ms', 'confirmed_by'],
          ...['confirmed_at_ms', 'kind', 'until_day', 'steps'],
        ],
        sealed: { column: 'sealed', purpose: 'clearance', place: ({ id }) => toClearancePlace(String(id)) },
        moved: { part: 'clearances' },
        reconciled: { gone: 'judge the hit again', putBack: 'judge the hit again: it takes its place' },
      },
    },
  },
} as const satisfies Stores;
