// API keys as they are kept, and what was asked with them.

import { forGood, inDatabase, keepOnly, nobody, type Stores } from './store.ts';

const added = { rights: keepOnly, moved: { part: 'usage', how: 'added up' } } as const;

export const keyStores = {
  keys: {
    what: { en: 'API keys', pt: 'chaves de API' },
    ...inDatabase,
    form: {
      en: 'HMAC-SHA-256 only; Confere shows the key once. Each row carries a keyed checksum: Confere refuses a row that somebody edited by hand, and logs `key_fault`',
      pt: 'somente HMAC-SHA-256; o Confere mostra a chave uma vez. Cada linha leva uma soma de verificação com chave: o Confere recusa uma linha editada à mão e registra `key_fault`',
    },
    until: {
      en: 'for good, revoked ones too: records of the audit name them',
      pt: 'para sempre, também as revogadas: registros da auditoria as citam',
    },
    onErase: nobody,
    tables: {
      // Copied first: a key that works has every secret that works.
      replaced_hashes: {
        key: ['hash'],
        columns: ['hash', 'key_id', 'until_ms', 'checksum'],
        moved: { part: 'keys', isBeside: true },
      },
      api_keys: {
        key: ['id'],
        columns: [
          ...['id', 'hash', 'name', 'mode', 'scopes', 'rate_requests', 'rate_window_seconds', 'burst', 'concurrency'],
          ...['daily_quota', 'monthly_quota', 'networks', 'purpose', 'cors_origins', 'created_at_ms', 'expires_at_ms'],
          ...['revoked_at_ms', 'checksum'],
        ],
        rights: keepOnly,
        // The key that every installation makes by itself is none.
        moved: { part: 'keys', counted: "id <> 'key_sandbox'" },
        reconciled: { gone: 'make another key', putBack: 'confere keys revoke ID' },
      },
      key_origins: { in: 'sqlite', moved: 'kept by the database beside the keys' },
      key_changes: { in: 'postgres', rights: 'SELECT, UPDATE', moved: 'counts changes for processes that live now' },
      nodes: { in: 'postgres', moved: 'processes that live now' },
    },
  },
} as const satisfies Stores;

export const usageStores = {
  usage: {
    what: {
      en: 'usage: requests, verifications and calls to sources',
      pt: 'uso: requisições, verificações e chamadas a fontes',
    },
    ...inDatabase,
    form: { en: 'counts by key and day', pt: 'contagens por chave e dia' },
    ...forGood,
    tables: {
      usage_requests: {
        key: ['key_id', 'day'],
        columns: ['key_id', 'day', 'count', 'last_at_ms'],
        ...added,
      },
      usage_verifications: {
        key: ['day', 'key_id', 'operation', 'outcome', 'act', 'purpose'],
        columns: ['key_id', 'day', 'operation', 'outcome', 'act', 'purpose', 'count'],
        ...added,
      },
      usage_calls: {
        key: ['day', 'key_id', 'source', 'outcome', 'purpose'],
        columns: ['key_id', 'day', 'source', 'outcome', 'purpose', 'count'],
        ...added,
      },
      usage_batches: {
        in: 'postgres',
        rights: 'SELECT, INSERT, DELETE',
        moved: 'keeps what is under way from being added twice',
      },
    },
  },
} as const satisfies Stores;
