// Opens the companies' registry as the service uses it, and follows the place from which newer ones come.

import type { SnapshotName } from '../../../app/watches/ports.ts';
import type { SourceFollower } from '../../../datasets/share/follow.ts';
import { AppError } from '../../../errors.ts';
import { type LiveRegistry, openCompanyRegistry } from '../../../registry/live-registry.ts';
import { toEngine } from '../../backend/engine.ts';
import { toRegistryDirectory } from '../../parts/registry/registry-directory.ts';
import type { Core } from '../core.ts';
import { openFollower } from '../datasets/follow-depot.ts';
import type { Feature } from '../feature.ts';

export interface ServiceRegistry extends Feature {
  readonly registry: LiveRegistry;
  /** The value is undefined if no place is followed, or another process follows it. */
  readonly follower: SourceFollower | undefined;
  /** Returns the snapshot that the service answers from, or undefined while it has none. */
  findLive(): SnapshotName | undefined;
}

export async function openRegistry(core: Core): Promise<ServiceRegistry> {
  const { config, clock, log, opened } = core;
  const registry = openCompanyRegistry({
    directory: toRegistryDirectory(config),
    clock,
    verifyBeforeReady: config['registry.verify_before_ready'],
    onEvent: log.registryEvent,
  });
  opened.defer(() => registry.close());
  const follower = await openFollower(core, {
    dataset: 'registry',
    thread: new URL('../../../registry/follow-thread.ts', import.meta.url),
    findNeeded: toEngine(config).findNeededSnapshots,
    findIsEmpty: async () => () => registry.status().readiness === 'empty',
  });
  return {
    registry,
    follower,
    findLive() {
      const { readiness, snapshot, dataAsOf } = registry.status();
      return readiness === 'ready' && snapshot !== null && dataAsOf !== null ? { id: snapshot, dataAsOf } : undefined;
    },
    /** A registry that was never imported is no fault: the service answers everything else. One that is on its way here is waited for. */
    async findUnreadiness(capability) {
      const { readiness, problem } = registry.status();
      if (readiness === 'ready' || capability === 'cpf' || capability === 'screen') return undefined;
      if (readiness === 'empty' && config['registry.source'] === null && capability === undefined) return undefined;
      return new AppError('registry_unavailable', { internal: problem ?? readiness });
    },
  };
}
