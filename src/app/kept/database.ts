// What a database knows of itself.

import { forGood, inDatabase, keepOnly, ofItself, type Stores } from './store.ts';

export const databaseStores = {
  state: {
    what: {
      en: 'which process works, which schema, which erasures were carried out',
      pt: 'qual processo trabalha, qual esquema, quais exclusões foram feitas',
    },
    ...inDatabase,
    form: { en: 'in clear; random names', pt: 'em claro; nomes aleatórios' },
    ...forGood,
    tables: {
      // It holds the erasures themselves.
      meta: { rights: keepOnly, isErased: true, moved: ofItself },
      migrations: { in: 'postgres', rights: 'SELECT', moved: 'the schema itself' },
      job_lease: { moved: 'held by a process' },
    },
  },
} as const satisfies Stores;
