// Puts screening together: the lists of this machine in memory, followed while the service runs, and those of the sandbox.

import type { AuditLog } from '../../../app/audit/ports.ts';
import type { RecordScreening } from '../../../app/audit/write/record-screening.ts';
import type { ManageClearances } from '../../../app/screening/clearances/manage-clearances.ts';
import { type MarkCleared, withUncleared } from '../../../app/screening/clearances/mark-cleared.ts';
import type { ListFigures } from '../../../app/screening/lists/list-counts.ts';
import { createLookUp, type LookUp } from '../../../app/screening/look-up.ts';
import type { FindLists, ListEdition } from '../../../app/screening/ports.ts';
import { createScreen, type ObservedScreening, type Screen } from '../../../app/screening/screen.ts';
import { createScreenVerified } from '../../../app/screening/screen-verified.ts';
import type { ScreenVerified } from '../../../app/verify/ports.ts';
import type { SourceFollower } from '../../../datasets/share/follow.ts';
import type { KeyMode } from '../../../domain/access/api-key.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import type { DueCounts } from '../../../domain/screening/due-judgement.ts';
import { toReliedUpon } from '../../../domain/screening/reliance.ts';
import { addClearanceRoutes } from '../../../http/screening/clearances/routes.ts';
import { addScreeningRoutes } from '../../../http/screening/routes.ts';
import type { LiveRegistry } from '../../../registry/live-registry.ts';
import { createSandboxRecords } from '../../../registry/sandbox-records.ts';
import { followLists } from '../../../screening/follow-lists.ts';
import { createSandboxLists, listSandboxEditions } from '../../../screening/sandbox.ts';
import { toListsDirectory } from '../../parts/lists-directory.ts';
import { findNeededEditions } from '../../parts/needed-editions.ts';
import { toDisclosures } from '../../parts/registry/disclosures.ts';
import type { Core } from '../core.ts';
import { openFollower } from '../datasets/follow-depot.ts';
import type { Feature } from '../feature.ts';
import { openClearances } from './clearances.ts';

interface ScreeningParts {
  readonly registry: LiveRegistry;
  readonly record: RecordScreening;
  readonly audit: Pick<AuditLog, 'append'>;
}

export interface Screening extends Feature {
  readonly screen: Screen;
  readonly lookUp: LookUp;
  /** The value is undefined if verifications look at no list. */
  readonly screenVerified: ScreenVerified | undefined;
  /** Returns the figures of the lists that live keys ask. */
  readonly figures: () => readonly ListFigures[];
  readonly clearances: ManageClearances;
  readonly lists: Readonly<Record<KeyMode, FindLists>>;
  /** Returns undefined while the lists are read for the first time. */
  findEditions(mode: KeyMode, today: string): readonly ListEdition[] | undefined;
  readonly markCleared: MarkCleared;
  /** Returns the counts of the last look. */
  readonly judgementsDue: () => DueCounts;
}

export function openScreening(core: Core, { registry, record, audit }: ScreeningParts): Screening {
  const { config, clock, metrics, usage, log, opened, onJobFault } = core;
  const sensitivities = config['screening.sensitivity'];
  const live = followLists(toListsDirectory(config), { onEvent: log.listEvent, sensitivities });
  opened.defer(() => live.close());
  const { markCleared, manage, jobs, due } = openClearances(core, audit);
  const lists = { live: live.find, test: createSandboxLists() };
  const looking = { lists, named: config['screening.lists'], clock };
  const lookUp = createLookUp({ ...looking, markCleared });
  const screen = createScreen({
    lookUp,
    records: { live: registry.records, test: createSandboxRecords(clock) },
    disclosures: toDisclosures(config),
    clock,
    record,
    observe: (screening: ObservedScreening) => {
      metrics.observeScreening(screening);
      usage.observeScreening(screening);
    },
  });
  const clearances = manage(screen);
  const isVerified = config['screening.verify'];
  if (isVerified) warnOfNoList(core).catch((error) => onJobFault('lists', error));
  /** Lists the expected lists. An installation that has no list and screens no one expects none. */
  const listExpected = () => {
    const everLive = live.findRead()?.everLive() ?? [];
    const named = config['screening.lists'];
    return isVerified || named.length + everLive.length > 0 ? toReliedUpon(named, everLive) : [];
  };
  const onFault = (error: unknown) => onJobFault('clearances', error);
  const lookUpAnyway = createLookUp({
    ...looking,
    lists: { ...lists, live: live.findAnyway },
    markCleared: withUncleared(markCleared, onFault),
  });
  return {
    screen,
    lookUp,
    screenVerified: isVerified
      ? createScreenVerified({ lookUp: lookUpAnyway, observe: metrics.observeScreening })
      : undefined,
    figures: () => withMissing(live.figures(toBrazilDay(clock.nowMs())), listExpected()),
    clearances,
    lists,
    findEditions: (mode, today) => (mode === 'live' ? live.findRead()?.editions(today) : listSandboxEditions(today)),
    markCleared,
    stopReading: live.stopReading,
    judgementsDue: due.counts,
    jobs: [...jobs, due.job],
    routes(server, common) {
      addScreeningRoutes(server, { ...common, screen });
      addClearanceRoutes(server, { ...common, clearances });
    },
  };
}

/** Takes newer lists from the depot that `lists.source` names. */
export function openListsFollower(core: Core): Promise<SourceFollower | undefined> {
  const { config, clock } = core;
  const directory = toListsDirectory(config);
  return openFollower(core, {
    dataset: 'lists',
    thread: new URL('../../../screening/share/follow-thread.ts', import.meta.url),
    findNeeded: () => findNeededEditions(config, clock),
    async findIsEmpty() {
      const { readListsStatus } = await import('../../../screening/maintenance.ts');
      return () => readListsStatus(directory, clock).every(({ state }) => state === 'missing');
    },
  });
}

function withMissing(figures: readonly ListFigures[], expected: readonly string[]): readonly ListFigures[] {
  const missing = expected.filter((name) => !figures.some(({ list }) => list === name));
  return [...figures, ...missing.map((list) => ({ list, state: 'missing', dataAsOf: null, entries: null }) as const)];
}

async function warnOfNoList({ config, clock, logger }: Core): Promise<void> {
  const { readListsStatus } = await import('../../../screening/maintenance.ts');
  const { noListVerified } = await import('../../../screening/lists-probe.ts');
  const lists = readListsStatus(toListsDirectory(config), clock);
  if (lists.some(({ state }) => state !== 'missing')) return;
  const { what, remedy } = noListVerified;
  logger.write('warn', 'no_list_imported', { component: 'lists', internal: `${what} ${remedy}` });
}
