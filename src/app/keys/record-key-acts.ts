// Key management with a record of each act. A new key that cannot be recorded is ended again before anybody saw it, and a
// change that cannot be recorded is not made; ending a key is never held up by the audit.

import type { OperatorAct } from '../audit/entry.ts';
import { type ManageKeys, toUnknownKey } from './manage-keys.ts';

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
    async update(id, changes) {
      await refuseUnknown(keys, id);
      await record('key_updated', id);
      return keys.update(id, changes);
    },
    async rotate(id, overlapMs) {
      await refuseUnknown(keys, id);
      await record('key_rotated', id);
      return keys.rotate(id, overlapMs);
    },
    async revoke(id, confirmed) {
      const outcome = await keys.revoke(id, confirmed);
      if (outcome === 'revoked') await recordIfPossible('key_revoked', id);
      return outcome;
    },
  };
}

/** Throws if the id names no key. Such an attempt is no act, and the text could be anything that was pasted by mistake. */
async function refuseUnknown(keys: ManageKeys, id: string): Promise<void> {
  if ((await keys.find(id)) === undefined) throw toUnknownKey();
}
