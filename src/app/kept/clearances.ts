// Judgements of hits as they are kept.

import { inDatabase, type Row, type Stores } from './store.ts';

export function toClearancePlace(id: string): string {
  return `clearance ${id}`;
}

const sealedJudgement = {
  column: 'sealed',
  purpose: 'clearance',
  place: ({ id }: Row) => toClearancePlace(String(id)),
} as const;
const decides = [
  ...['id', 'mode', 'subject', 'list_row', 'sealed', 'state', 'made_by', 'created_at_ms', 'confirmed_by'],
  ...['confirmed_at_ms', 'kind', 'until_day', 'steps'],
] as const;

export const clearanceStores = {
  clearances: {
    what: {
      en: 'what somebody has judged of hits of screenings, with the reason',
      pt: 'o que alguém julgou de ocorrências em listas, com o motivo',
    },
    ...inDatabase,
    form: {
      en: 'the customer as a keyed hash (HMAC-SHA-256); reason and judgement sealed (AES-256-GCM); the row of the list in clear',
      pt: 'o cliente como hash com chave (HMAC-SHA-256); motivo e julgamento cifrados (AES-256-GCM); o registro da lista em claro',
    },
    until: {
      en: 'until somebody revokes or replaces it; then `audit.record_days`',
      pt: 'até alguém revogar ou substituir; depois, `audit.record_days`',
    },
    onErase: {
      en: 'those of the number, and those whose reason names it, are deleted',
      pt: 'as do número, e as que o citam no motivo, são excluídas',
    },
    personal: {
      report: [
        'o que pessoas decidiram sobre registros de listas públicas a seu respeito',
        'enquanto a decisão vale, e depois pelo tempo da auditoria',
      ],
      erased: ['clearance deleted.', 'clearances deleted.'],
      searching: 'Searching clearances',
    },
    tables: {
      clearances: {
        key: ['id'],
        proven: decides,
        sealed: sealedJudgement,
        moved: { part: 'clearances' },
        reconciled: { gone: 'judge the hit again', putBack: 'judge the hit again: it takes its place' },
      },
      // Those that were revoked or replaced. They decide nothing, and tell an examiner what did.
      ended_clearances: {
        key: ['id'],
        proven: [...decides, 'ended_by', 'ended_at_ms', 'replaced_by'],
        sealed: sealedJudgement,
        moved: { part: 'clearances', isBeside: true },
        keptFor: { as: 'ended_clearance', setting: 'audit.record_days', since: 'ended_at_ms' },
        reconciled: { gone: 'the acts of the audit still tell who ended it and when', putBack: 'nothing' },
      },
    },
  },
} as const satisfies Stores;
