// Makes a watch out of a file, in the name of a key, as the service would.

import { TableError } from '../../app/bulk/table.ts';
import type { MadeWatch } from '../../app/watches/manage-watches.ts';
import { readCompanyList } from '../../app/watches/read-list.ts';
import { openInput } from '../../bulk/input.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { isUsable } from '../../domain/access/api-key.ts';
import { errorKinds } from '../../error-codes.ts';
import { AppError, OperatorError } from '../../errors.ts';
import { readRegistryStatus } from '../../registry/maintenance.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { openStores } from '../parts/stores.ts';
import { openManageWatches } from '../parts/watches.ts';

export interface WatchFileOrder {
  /** `-` is the standard input. */
  readonly file: string;
  readonly keyId: string;
  readonly webhookId: string | null;
}

export async function watchFile(config: Config, { file, keyId, webhookId }: WatchFileOrder): Promise<MadeWatch> {
  const stores = await openStores(config, systemClock);
  try {
    const key = (await stores.keys.find(keyId))?.record;
    if (key === undefined) throw new OperatorError('There is no such key. See: confere keys list');
    if (!isUsable(key, systemClock.nowMs())) throw new OperatorError('The key was revoked or has expired.');
    if (!key.scopes.includes('watch:company')) {
      throw new OperatorError('With this key nobody could read what changed: it lacks the scope watch:company.');
    }
    const findLive = () => {
      const { live } = readRegistryStatus(toRegistryDirectory(config));
      return live === null ? undefined : { id: live.id, dataAsOf: live.data_as_of ?? '' };
    };
    const watches = openManageWatches({ config, stores, clock: systemClock, findLive });
    const { chunks } = await openInput(file);
    return await watches.create({ key, webhookId, idempotencyKey: null, companies: readCompanyList(chunks) });
  } catch (error) {
    throw toOperatorError(error, file);
  } finally {
    await stores.close();
  }
}

function toOperatorError(error: unknown, file: string): unknown {
  if (error instanceof TableError) return new OperatorError(`${file}: ${error.message}`);
  if (error instanceof AppError)
    return new OperatorError(error.detail?.en ?? errorKinds[error.code as keyof typeof errorKinds].detail);
  return error;
}
