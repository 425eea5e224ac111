// Makes a watch out of a file, in the name of a key, as the service would.

import { createReadStream } from 'node:fs';
import { TableError } from '../../app/bulk/table.ts';
import type { MadeWatch } from '../../app/watches/manage-watches.ts';
import { readCompanyList } from '../../app/watches/read-list.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { AppError, errorKinds, OperatorError } from '../../errors.ts';
import { readRegistryStatus } from '../../registry/maintenance.ts';
import { toRegistryDirectory } from '../parts/registry-directory.ts';
import { openVault } from '../parts/vault.ts';
import { openManageWatches } from '../parts/watches.ts';

export interface WatchFileOrder {
  /** `-` is the standard input. */
  readonly file: string;
  readonly keyId: string;
  readonly webhookId: string | null;
}

export async function watchFile(config: Config, { file, keyId, webhookId }: WatchFileOrder): Promise<MadeWatch> {
  const vault = await openVault(config, systemClock);
  try {
    const key = (await vault.keys.find(keyId))?.record;
    if (key === undefined) throw new OperatorError('There is no such key. See: confere keys list');
    const findLive = () => {
      const { live } = readRegistryStatus(toRegistryDirectory(config));
      return live === null ? undefined : { id: live.id, dataAsOf: live.data_as_of ?? '' };
    };
    const watches = openManageWatches({ config, vault, clock: systemClock, findLive });
    const bytes = file === '-' ? process.stdin : createReadStream(file);
    return await watches.create({ key, webhookId, companies: readCompanyList(bytes) });
  } catch (error) {
    throw toOperatorError(error, file);
  } finally {
    await vault.close();
  }
}

function toOperatorError(error: unknown, file: string): unknown {
  if (error instanceof TableError) return new OperatorError(`${file}: ${error.message}`);
  if (error instanceof AppError)
    return new OperatorError(error.detail?.en ?? errorKinds[error.code as keyof typeof errorKinds].detail);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new OperatorError(`There is no file ${file}.`);
  return code === 'EISDIR' || code === 'EACCES' ? new OperatorError(`${file} cannot be read (${code}).`) : error;
}
