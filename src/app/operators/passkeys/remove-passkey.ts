// Removes a passkey, and says so of the operator when it was the last one.

import type { OperatorId } from '../../../domain/access/operator.ts';
import type { OperatorStore } from '../ports.ts';
import type { PasskeyStore } from './ports.ts';

interface Stores {
  readonly store: Pick<OperatorStore, 'update'>;
  readonly passkeys: Pick<PasskeyStore, 'listOf' | 'remove'>;
}

/** Returns false if that operator has none of that id. */
export async function removePasskey({ store, passkeys }: Stores, operatorId: OperatorId, id: string): Promise<boolean> {
  const isRemoved = await passkeys.remove(operatorId, id);
  if ((await passkeys.listOf(operatorId)).length === 0) await store.update(operatorId, { hasPasskey: false });
  return isRemoved;
}
