// Answers that are kept for callers who ask again, and answers of sources that may be used again.

import { inDatabase, type Stores } from './store.ts';

/** Calls lie in so many tables in PostgreSQL, by when they expire. */
export const callWindows = 6;

/** Returns the place for which an answer is sealed. */
export function toCallPlace({ id, fingerprint }: { readonly id: string; readonly fingerprint: string }): string {
  return `${id} ${fingerprint}`;
}

export const requestStores = {
  idempotent_answers: {
    what: { en: 'answers to calls with an `Idempotency-Key`', pt: 'respostas a chamadas com `Idempotency-Key`' },
    ...inDatabase,
    form: {
      en: 'sealed (AES-256-GCM); the call as keyed hashes',
      pt: 'cifrado (AES-256-GCM); a chamada como hashes com chave',
    },
    until: {
      en: '`idempotency.hours`, with `store` up to a quarter longer',
      pt: '`idempotency.hours`, com `store` até um quarto a mais',
    },
    onErase: {
      en: 'the answer goes; a repeated call asks nobody',
      pt: 'a resposta sai; uma chamada repetida não consulta ninguém',
    },
    personal: {
      report: ['respostas guardadas para não repetir uma consulta', 'algumas horas'],
      erased: ['idempotent answer erased.', 'idempotent answers erased.'],
      searching: 'Searching idempotent answers',
    },
    tables: {
      idempotent_calls: {
        key: ['id'],
        columns: ['id', 'key_id', 'fingerprint', 'owner', 'sealed_answer', 'expires_at_ms'],
        sealed: {
          ...{ column: 'sealed_answer', purpose: 'idempotency-answer', isPassing: true },
          place: ({ id, fingerprint }) => toCallPlace({ id: String(id), fingerprint: String(fingerprint) }),
        },
        windows: callWindows,
        moved: { part: 'idempotent answers' },
        keptFor: { as: 'idempotent_call', setting: 'idempotency.hours', until: 'expires_at_ms' },
      },
      idempotent_counts: { moved: 'counted anew by the database' },
    },
  },
  bought_answers: {
    what: {
      en: 'answers of sources that may be used again, where `fresh_for` asks for it; ids of orders at parties that answer later, and verifications that wait for them',
      pt: 'respostas de fontes que podem ser usadas de novo, onde `fresh_for` pede; identificadores de pedidos a fornecedores que respondem depois, e verificações que esperam por eles',
    },
    ...inDatabase,
    form: {
      en: 'sealed (AES-256-GCM); question and number as keyed hashes',
      pt: 'cifradas (AES-256-GCM); pergunta e número como hashes com chave',
    },
    until: {
      en: 'the longest time in `fresh_for` of its step, 365 days at most; an order `async.give_up_after_seconds`, 7 days at most; a verification until it is complete, 14 days at most',
      pt: 'o maior prazo em `fresh_for` do passo, no máximo 365 dias; um pedido, `async.give_up_after_seconds`, no máximo 7 dias; uma verificação, até ficar completa, no máximo 14 dias',
    },
    onErase: { en: 'deleted', pt: 'excluídas' },
    personal: {
      report: [
        'respostas das fontes que podem ser usadas de novo',
        'até o fim do prazo da finalidade, no máximo um ano',
      ],
      erased: ['bought answer of sources deleted.', 'bought answers of sources deleted.'],
      searching: 'Deleting bought answers of sources',
    },
    tables: {
      bought_answers: {
        key: ['name'],
        columns: ['name', 'subject', 'sealed', 'bought_at_ms', 'expires_at_ms'],
        moved: { part: 'bought answers' },
        keptFor: { as: 'kept_answer', setting: 'fresh_for', until: 'expires_at_ms' },
      },
      questions: { in: 'postgres', moved: 'asked by processes that live now' },
    },
  },
} as const satisfies Stores;
