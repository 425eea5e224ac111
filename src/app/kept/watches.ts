// Watches and endpoints of webhooks as they are kept: what a caller has registered.

import { inDatabase, nobody, type Stores, sealed, takenIn } from './store.ts';

export function toListPlace(id: string, part: number): string {
  return `watch ${id} list ${part}`;
}

export function toChangePlace(id: string, number: number): string {
  return `watch ${id} change ${number}`;
}

export function toEndpointPlace(id: string): string {
  return `webhook endpoint ${id}`;
}

const ofWatch = { column: 'sealed', purpose: 'watch' } as const;

export const registrationStores = {
  registrations: {
    what: {
      en: 'webhook endpoints; how watches stand',
      pt: 'endereços de webhook; o andamento dos acompanhamentos',
    },
    ...inDatabase,
    form: sealed,
    until: { en: 'until they are removed', pt: 'até a remoção' },
    onErase: nobody,
    tables: {
      webhook_endpoints: {
        key: ['id'],
        proven: ['id', 'key_id', 'sealed', 'created_at_ms'],
        sealed: { column: 'sealed', purpose: 'webhook', place: ({ id }) => toEndpointPlace(String(id)) },
        moved: { part: 'webhooks' },
        reconciled: { gone: 'confere webhooks add URL', putBack: 'confere webhooks remove ID' },
      },
      // Not where a watch stands between two comparisons.
      watches: {
        key: ['id'],
        proven: [
          ...['id', 'key_id', 'mode', 'kind', 'webhook_id', 'purpose', 'legal_basis', 'until_ms', 'repeat_id'],
          ...['fingerprint', 'created_at_ms', 'state'],
        ],
        columns: [
          ...['snapshot', 'companies', 'last_change', 'missed', 'compared_at_ms', 'lists', 'withdrawn', 'rewrites'],
        ],
        where: "state <> 'deleted'",
        moved: {
          part: 'watches',
          how: 'in pieces',
          where: "state = 'active'",
          stays: { owner: takenIn, seen_at: takenIn },
        },
        // Clearances of a person that were withdrawn.
        isErased: true,
        reconciled: { gone: 'submit the watch again', putBack: 'confere watches delete ID' },
        keptFor: { as: 'watch', setting: 'watches.people_days', until: 'until_ms' },
      },
    },
  },
} as const satisfies Stores;

export const watchStores = {
  watched_people: {
    what: {
      en: 'people in watches: number, name, date of birth and the reference of who watches them',
      pt: 'pessoas em acompanhamentos: número, nome, data de nascimento e a referência de quem acompanha',
    },
    ...inDatabase,
    form: sealed,
    until: {
      en: 'until the watch is deleted, at the latest after `watches.people_days`',
      pt: 'até a exclusão do acompanhamento, no máximo `watches.people_days`',
    },
    onErase: {
      en: 'the lists are written anew without the person',
      pt: 'as listas são gravadas de novo sem a pessoa',
    },
    personal: {
      report: [
        'seu nome, CPF e nascimento em listas de clientes acompanhados',
        'até o fim do acompanhamento, que tem prazo',
      ],
      erased: ['list of watched people written anew.', 'lists of watched people written anew.'],
      searching: 'Searching lists of watched people',
    },
    tables: {
      watch_lists: {
        key: ['watch_id', 'part'],
        columns: ['watch_id', 'part', 'sealed'],
        sealed: { ...ofWatch, place: (row) => toListPlace(String(row['watch_id']), Number(row['part'])) },
        moved: { part: 'watches', pieceOf: 'watch_id' },
      },
    },
  },
  watch_changes: {
    what: {
      en: 'hits of watched people; changes of watched companies, where a sole trader’s name may be in one',
      pt: 'ocorrências de pessoas acompanhadas; mudanças de empresas acompanhadas, onde pode haver o nome de um MEI',
    },
    ...inDatabase,
    form: sealed,
    until: { en: 'until the watch is deleted', pt: 'até a exclusão do acompanhamento' },
    onErase: { en: 'those that name the number are deleted', pt: 'as que citam o número são excluídas' },
    personal: {
      report: [
        'ocorrências em listas públicas, e mudanças de uma empresa individual, achadas por um acompanhamento',
        'até o fim do acompanhamento',
      ],
      erased: ['hit or change of a watch deleted.', 'hits or changes of watches deleted.'],
      searching: 'Searching hits and changes of watches',
    },
    tables: {
      watch_changes: {
        key: ['watch_id', 'number'],
        columns: ['watch_id', 'number', 'sealed'],
        sealed: { ...ofWatch, place: (row) => toChangePlace(String(row['watch_id']), Number(row['number'])) },
        moved: { part: 'watches', pieceOf: 'watch_id' },
      },
    },
  },
} as const satisfies Stores;
