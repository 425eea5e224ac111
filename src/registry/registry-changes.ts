// Opens two snapshots of a registry by their names and tells what they say differently.

import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { SnapshotDamage } from '../datasets/folder/damage.ts';
import { findPointer, type Pointer } from '../datasets/folder/store.ts';
import type { CompanyChange } from '../domain/company/company-change.ts';
import { OperatorError } from '../errors.ts';
import { compareSnapshots } from './changes/compare-snapshots.ts';
import { toRegistryPaths } from './snapshot/registry-paths.ts';
import { openSnapshot, type Snapshot } from './snapshot/snapshot.ts';

interface ComparedSnapshot {
  readonly id: string;
  readonly dataAsOf: string;
}

export interface RegistryChanges {
  readonly before: ComparedSnapshot;
  readonly after: ComparedSnapshot;
  /** In portions, some of them empty. Throws an OperatorError where a snapshot is damaged. The files are closed at its end. */
  readonly portions: Iterable<readonly CompanyChange[]>;
}

/** A name is `live`, `previous`, the id of a snapshot, or the absolute path of a snapshot's folder. */
export function openRegistryChanges(
  directory: string,
  names: { readonly before: string; readonly after: string },
  youngCompanyDays: number,
): RegistryChanges {
  const before = openNamed(directory, names.before);
  let after: Snapshot;
  try {
    after = openNamed(directory, names.after);
  } catch (error) {
    before.close();
    throw error;
  }
  const describe = ({ manifest }: Snapshot): ComparedSnapshot => ({ id: manifest.id, dataAsOf: manifest.data_as_of });
  return { before: describe(before), after: describe(after), portions: walk(before, after, youngCompanyDays) };
}

function* walk(before: Snapshot, after: Snapshot, youngCompanyDays: number): Generator<readonly CompanyChange[]> {
  try {
    yield* compareSnapshots(before, after, youngCompanyDays);
  } catch (error) {
    throw error instanceof SnapshotDamage
      ? new OperatorError(`The snapshots cannot be compared to the end: ${error.message} See: confere registry verify`)
      : error;
  } finally {
    before.close();
    after.close();
  }
}

function openNamed(directory: string, name: string): Snapshot {
  const folder = toFolder(directory, name);
  if (!existsSync(folder)) {
    throw new OperatorError(
      `There is no snapshot ${name} in ${directory}: give live, previous, one of the ids of \`confere registry status --json\`, or the path of a snapshot's folder.`,
    );
  }
  try {
    return openSnapshot(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown fault';
    throw new OperatorError(`The snapshot in ${folder} cannot be read: ${reason}`);
  }
}

function toFolder(directory: string, name: string): string {
  if (isAbsolute(name)) return name;
  const paths = toRegistryPaths(directory);
  return join(paths.snapshots, name === 'live' || name === 'previous' ? findId(directory, name) : name);
}

function findId(directory: string, name: keyof Pick<Pointer, 'live' | 'previous'>): string {
  let pointer: Pointer | undefined;
  try {
    pointer = findPointer(toRegistryPaths(directory));
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : 'live.json cannot be read.');
  }
  const id = pointer?.[name];
  if (id !== undefined && id !== null) return id;
  throw new OperatorError(
    pointer === undefined
      ? 'No registry has been imported: run `confere registry import PATH`.'
      : 'There is no previous snapshot: it takes two imports to compare.',
  );
}
