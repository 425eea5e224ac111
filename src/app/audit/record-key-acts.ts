// Key management with a record of each act. A new key that cannot be recorded is ended again before anybody saw it; ending
// a key is never held up by the audit.

import type { ManageKeys } from '../manage-keys.ts';
import type { OperatorAct } from './entry.ts';

export type RecordAct = (act: OperatorAct, target: string | null) => Promise<void>;

export function withRecordedActs(
  keys: ManageKeys,
  { record, recordIfPossible }: { readonly record: RecordAct; readonly recordIfPossible: RecordAct },
): ManageKeys {
  return {
    ...keys,
    async create(wanted) {
      const created = await keys.create(wanted);
      try {
        await record('key_created', created.record.id);
      } catch (error) {
        await keys.revoke(created.record.id);
        throw error;
      }
      return created;
    },
    async revoke(id) {
      const outcome = await keys.revoke(id);
      if (outcome === 'revoked') await recordIfPossible('key_revoked', id);
      return outcome;
    },
  };
}
