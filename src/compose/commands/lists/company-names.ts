// The names of companies by the registry of this machine, for lists that name them without their numbers.

import type { Config } from '../../../config.ts';
import { SnapshotDamage } from '../../../datasets/folder/damage.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import { OperatorError } from '../../../errors.ts';
import { findPinnedRegistry } from '../../../registry/pinned-registry.ts';
import { openSnapshot } from '../../../registry/snapshot/snapshot.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';

export interface CompanyNames extends Disposable {
  /** Returns null if the registry does not have the company, or there is no registry. Throws an OperatorError if the registry is damaged. */
  find(cnpj: Cnpj): string | null;
}

export function openCompanyNames(config: Config): CompanyNames {
  const snapshot = orDamaged(() => {
    const pinned = findPinnedRegistry(toRegistryDirectory(config));
    return pinned && openSnapshot(pinned.folder);
  });
  return {
    find: (cnpj) =>
      orDamaged(() => {
        const lookup = snapshot?.find(cnpj);
        return lookup?.kind === 'found' ? lookup.company.legalName : null;
      }),
    [Symbol.dispose]: () => snapshot?.close(),
  };
}

function orDamaged<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SnapshotDamage)) throw error;
    throw new OperatorError(
      `The names of companies cannot be looked up, because the registry is damaged: ${error.message}`,
    );
  }
}
