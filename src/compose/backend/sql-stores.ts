// The stores that both engines keep by the same statements: another one is a line here.

import type { RowProof } from '../../app/row-proof.ts';
import { createBoughtAnswers } from '../../stores/answers/bought-answers.sql.ts';
import { createClearances } from '../../stores/clearances/clearances.sql.ts';
import { createEventStore } from '../../stores/events/events.sql.ts';
import { createPurgeTime } from '../../stores/jobs/purge-time.sql.ts';
import type { TakingIn } from '../../stores/key-owned/taking-in.ts';
import { createOperatorStore } from '../../stores/operators/operators.sql.ts';
import { createPasskeyStore } from '../../stores/operators/passkeys.sql.ts';
import type { StorePart } from '../../stores/postgres/observed-pool.ts';
import type { Sql } from '../../stores/sql/sql.ts';
import { createWatchStore } from '../../stores/watches/watches.sql.ts';
import { createWebhookStore } from '../../stores/webhooks/webhooks.sql.ts';

interface SqlStoresOptions {
  /** Metrics name the user of a statement by `part`. */
  toSql(part: StorePart): Sql;
  readonly taking: TakingIn;
  readonly rowProof: RowProof;
}

export type SqlStores = ReturnType<typeof openSqlStores>;

export function openSqlStores({ toSql, taking, rowProof }: SqlStoresOptions) {
  return {
    boughtAnswers: createBoughtAnswers(toSql('calls')),
    clearances: createClearances(toSql('calls'), rowProof),
    operators: createOperatorStore(toSql('operators'), rowProof),
    passkeys: createPasskeyStore(toSql('operators'), rowProof),
    events: createEventStore(toSql('jobs')),
    webhooks: createWebhookStore(toSql('jobs'), rowProof),
    watches: createWatchStore(toSql('jobs'), taking, rowProof),
    purgeTime: createPurgeTime(toSql('jobs')),
  };
}
