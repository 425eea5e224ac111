// Puts screening together: the lists of this machine in memory, followed while the service runs, and those of the sandbox.

import type { AuditLog } from '../../app/audit/ports.ts';
import type { RecordScreening } from '../../app/audit/write/record-screening.ts';
import { createScreen, type ObservedScreening, type Screen } from '../../app/screening/screen.ts';
import { addScreeningRoutes } from '../../http/screening/routes.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import { createSandboxRecords } from '../../registry/sandbox-records.ts';
import { followLists } from '../../screening/follow-lists.ts';
import { createSandboxLists } from '../../screening/sandbox.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { toDisclosures } from '../parts/registry/disclosures.ts';
import { openClearances } from './clearances.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';

interface ScreeningParts {
  readonly registry: LiveRegistry;
  readonly record: RecordScreening;
  readonly audit: Pick<AuditLog, 'append'>;
}

export interface Screening extends Feature {
  readonly screen: Screen;
}

export function openScreening(core: Core, { registry, record, audit }: ScreeningParts): Screening {
  const { config, clock, metrics, usage, log, opened } = core;
  const live = followLists(toListsDirectory(config), { onEvent: log.listEvent });
  opened.defer(() => live.close());
  const clearances = openClearances(core, audit);
  const screen = createScreen({
    lists: { live: live.find, test: createSandboxLists() },
    records: { live: registry.records, test: createSandboxRecords(clock) },
    disclosures: toDisclosures(config),
    markCleared: clearances.markCleared,
    reliedUpon: config['screening.lists'],
    clock,
    record,
    observe: (screening: ObservedScreening) => {
      metrics.observeScreening(screening);
      usage.observeScreening(screening);
    },
  });
  return {
    screen,
    routes(server, common) {
      addScreeningRoutes(server, { ...common, screen });
      clearances.addRoutes(screen)(server, common);
    },
  };
}
