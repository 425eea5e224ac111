// Puts watches together: what takes them in, and what compares them after a switch of the registry or of a list.

import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../../app/audit/ports.ts';
import { findPersonText } from '../../app/audit/record.ts';
import type { RecordScreening } from '../../app/audit/write/record-screening.ts';
import { createKeptFaults } from '../../app/jobs/kept-faults.ts';
import type { Job } from '../../app/jobs/run-jobs.ts';
import type { Turn } from '../../app/jobs/watched-work.ts';
import { createRequestIds } from '../../app/random.ts';
import { createCompareWatch } from '../../app/watches/compare-watches.ts';
import { createEndWatches } from '../../app/watches/end-watches.ts';
import { createCompareLists } from '../../app/watches/lists/compare-lists.ts';
import type { ListComparer } from '../../app/watches/lists/list-comparer.ts';
import type { LiveLists } from '../../app/watches/lists/lists-point.ts';
import { createRecordTold } from '../../app/watches/lists/record-told.ts';
import { createOpenWithdrawn } from '../../app/watches/lists/withdrawn-clearances.ts';
import type { KeyMode } from '../../domain/access/api-key.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import type { Cnpj } from '../../domain/numbers/cnpj.ts';
import { addWatchRoutes } from '../../http/watches/routes.ts';
import { createRegistryComparer } from '../../registry/changes/comparison.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import { toSubjects } from '../parts/audit/audit-secrets.ts';
import { toListsDirectory } from '../parts/lists-directory.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { openManageWatches } from '../parts/watches.ts';
import { openEvents } from '../parts/webhook-parts.ts';
import { createRecordAct } from './audit/record-act.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';
import type { ServiceRegistry } from './registry/registry.ts';
import type { Screening } from './screening/screening.ts';

interface WatchParts {
  readonly registry: Pick<ServiceRegistry, 'findLive' | 'registry'>;
  readonly screening: Pick<Screening, 'lists' | 'findEditions' | 'markCleared' | 'lookUp'>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly recordScreening: RecordScreening;
}

/** One kind of comparison, for all watches that it concerns. */
type Comparison = Pick<Job, 'hasWork'> & { run(turn: Turn): Promise<void> };

const purgedAtOnce = 2_000;

export function openWatches(core: Core, parts: WatchParts): Feature {
  const { config, stores, clock, purgeClock } = core;
  const store = stores.watches;
  const { findLive } = parts.registry;
  const record = createRecordAct(parts.audit, clock);
  const watches = openManageWatches({ config, stores, clock, findLive, record });
  const endWatches = createEndWatches({ store, createEvent: openEvents(stores, clock) });
  const comparisons = [openRegistryComparison(core, parts), ...openListComparisons(core, parts)];
  return {
    routes: (server, common) => addWatchRoutes(server, { ...common, watches, openTable: core.openTable }),
    jobs: [
      {
        // One job, so that no watch is compared twice at a time.
        name: 'watches',
        async hasWork() {
          for (const comparison of comparisons) if (await comparison.hasWork()) return true;
          return false;
        },
        async run(turn) {
          const faults = createKeptFaults();
          for (const comparison of comparisons) await faults.keep(comparison.run(turn));
          faults.throwFirst();
        },
      },
      {
        name: 'watch purge',
        hasWork: () => store.hasWaste(purgeClock.nowMs()),
        async run() {
          const nowMs = purgeClock.nowMs();
          await endWatches(nowMs);
          await store.purge(nowMs, purgedAtOnce);
        },
      },
    ],
  };
}

function openRegistryComparison({ config, stores, clock, policy }: Core, { registry }: WatchParts): Comparison {
  const { watches: store, keys } = stores;
  const { findLive } = registry;
  const comparer = createRegistryComparer({
    directory: toRegistryDirectory(config),
    findLive,
    youngCompanyDays: policy.youngCompanyDays,
  });
  const seal = stores.sealFor('watch');
  const compare = createCompareWatch({ store, keys, comparer, seal, clock, createEvent: openEvents(stores, clock) });
  return {
    async hasWork() {
      const live = findLive();
      return live !== undefined && (await store.listStale(live.id)).length > 0;
    },
    async run(turn) {
      const live = findLive();
      if (live === undefined) return;
      const faults = createKeptFaults();
      for (const id of await store.listStale(live.id)) {
        if (turn.signal.aborted) return;
        turn.beat();
        await faults.keep(compare(id, live, turn));
      }
      faults.throwFirst();
    },
  };
}

function openListComparisons(core: Core, { registry, screening, recordScreening }: WatchParts): readonly Comparison[] {
  const { config, stores, clock } = core;
  // Loaded when there is something to compare.
  const comparers: Readonly<Record<KeyMode, ListComparer>> = {
    live: {
      async open(...points) {
        const { createListComparer } = await import('../../screening/changes/list-comparer.ts');
        return createListComparer({
          directory: toListsDirectory(config),
          sensitivities: config['screening.sensitivity'],
        }).open(...points);
      },
    },
    test: {
      async open(...points) {
        const { createSandboxComparer } = await import('../../screening/changes/sandbox-comparer.ts');
        return createSandboxComparer(screening.lists.test).open(...points);
      },
    },
  };
  const findLists = async (mode: KeyMode): Promise<LiveLists | undefined> => {
    const today = toBrazilDay(clock.nowMs());
    const lists = screening.findEditions(mode, today);
    if (lists === undefined) return undefined;
    if (stores.shared === undefined) return { lists, today, isForwardOnly: false };
    if (mode === 'test') return { lists, today, isForwardOnly: true };
    const { findHeldBack } = await import('../../screening/held-back.ts');
    return { lists, today, isForwardOnly: true, heldBack: findHeldBack(toListsDirectory(config)) };
  };
  const recordTold = createRecordTold({
    lookUp: screening.lookUp,
    record: recordScreening,
    clock,
    createId: createRequestIds(clock, randomBytes),
  });
  return (['live', 'test'] as const).map((mode): Comparison => {
    const compare = createCompareLists({
      store: stores.watches,
      keys: stores.keys,
      comparer: comparers[mode],
      markCleared: screening.markCleared,
      openWithdrawn: createOpenWithdrawn(screening.lists[mode], (text) => toSubjects(stores.secret, text)),
      recordTold,
      findSubject({ cpf, identityDocument }) {
        const text = findPersonText(cpf, identityDocument);
        return text === null ? null : toSubjects(stores.secret, text)[0];
      },
      findCompanyName: mode === 'live' ? createFindCompanyName(registry.registry, core) : () => null,
      seal: stores.sealFor('watch'),
      clock,
      createEvent: openEvents(stores, clock),
    });
    return {
      async hasWork() {
        const live = await findLists(mode);
        return live !== undefined && compare.hasWork(mode, live);
      },
      async run(turn) {
        const live = await findLists(mode);
        if (live !== undefined) await compare.run(mode, live, turn);
      },
    };
  });
}

/** Where no registry was ever imported, nor is one on its way, companies are looked for by their numbers. */
function createFindCompanyName(registry: LiveRegistry, { config }: Core): (cnpj: Cnpj) => string | null | undefined {
  return (cnpj) => {
    const lookup = registry.find(cnpj);
    if (lookup.kind === 'found') return lookup.company.legalName;
    if (lookup.kind === 'not_found') return null;
    return registry.status().readiness === 'empty' && config['registry.source'] === null ? null : undefined;
  };
}
