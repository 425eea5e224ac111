// Opens the features of the service, one after the other, and hands each what it needs of the others. The service is their list.

import type { RecordVerification } from '../../app/audit/write/record-verification.ts';
import type { Dashboard } from '../../app/dashboard/dashboard.ts';
import type { PersonSources } from '../../app/verify/ports.ts';
import type { ObservedParts } from '../telemetry/telemetry.ts';
import { openAudit } from './audit/audit.ts';
import { createRecordAct } from './audit/record-act.ts';
import { openBatches } from './batches.ts';
import { openCompanies } from './companies.ts';
import { openConsole } from './console/console.ts';
import type { Core } from './core.ts';
import { openKeptEvents } from './events.ts';
import type { Feature } from './feature.ts';
import { openCallbacks } from './later/callbacks.ts';
import { openOrders, openPending } from './later/later.ts';
import { openRegistry } from './registry/registry.ts';
import { openRetention } from './retention.ts';
import { openListsFollower, openScreening } from './screening/screening.ts';
import { openTrySensitivity } from './screening/sensitivity.ts';
import { openBoughtAnswers } from './sources/bought-answers.ts';
import { openBudgets } from './sources/budgets.ts';
import { openLiveSources } from './sources/live-sources.ts';
import { openUsage } from './usage.ts';
import { openVerifications } from './verifications.ts';
import { openWatches } from './watches.ts';
import { openWebhooks } from './webhooks.ts';

export interface FeatureOptions {
  /** Test keys ask these sources; the default is the sandbox. */
  readonly testSources?: PersonSources;
  /** Live keys ask these sources in place of the parties that the configuration describes. */
  readonly liveSources?: PersonSources;
  /** The function replaces the audit's own, which lets a benchmark measure the cost of the audit. */
  readonly record?: RecordVerification;
}

interface OpenedFeatures {
  readonly features: readonly Feature[];
  readonly hasLiveSources: boolean;
  /** The value is undefined if the console is off. */
  readonly console: ReturnType<typeof openConsole>;
  /** Operators see these parts of the features. */
  readonly observed: Omit<ObservedParts, 'connections' | 'heartbeats'>;
}

export async function openFeatures(
  core: Core,
  options: FeatureOptions,
  readDashboard: Dashboard['read'],
): Promise<OpenedFeatures> {
  const bought = openBoughtAnswers(core);
  const orders = openOrders(core, bought);
  const live = await openLiveSources(core, { bought, orderCalls: orders.calls });
  const prices = live?.prices ?? new Map();
  const budgets = live && openBudgets(core, live);
  const people = options.liveSources ?? live?.people;
  const pending = openPending(core, orders, people);
  const audit = await openAudit(core, pending.has);
  const registry = await openRegistry(core);
  const listsSource = await openListsFollower(core);
  const screening = openScreening(core, {
    registry: registry.registry,
    record: audit.recordScreening,
    audit: audit.audit,
  });
  const verifications = openVerifications(core, {
    registry: registry.registry,
    record: options.record ?? audit.record,
    trail: audit.reader,
    pending,
    calls: orders.calls,
    live,
    budgets,
    people,
    testSources: options.testSources,
    screen: screening.screenVerified,
  });
  const companies = openCompanies(core, { registry: registry.registry, audit: audit.audit });
  const batches = openBatches(core, {
    ...verifications,
    screen: screening.screen,
    prices,
    budgets,
    record: createRecordAct(audit.audit, core.clock),
  });
  const console = openConsole(core, {
    ...audit,
    ...verifications,
    ...companies,
    hasLiveRegistry: () => registry.registry.status().readiness === 'ready',
    readDashboard,
    openBatches: batches.openForOperators,
    screen: screening.screen,
    clearances: screening.clearances,
    trySensitivity: openTrySensitivity(core, { ...audit, findEditions: screening.findEditions }),
    prices,
    keyBudgets: live?.budgets.keys ?? new Map(),
  });
  const retention = openRetention(core);
  const features: readonly Feature[] = [
    registry,
    audit,
    verifications,
    openCallbacks(core, { parties: live?.callbacks ?? new Map(), calls: orders.calls, pending }),
    companies,
    batches,
    screening,
    openWatches(core, { registry, screening, audit: audit.audit, recordScreening: audit.recordScreening }),
    openKeptEvents(core),
    openWebhooks(core, audit),
    openUsage(core, prices),
    retention,
    ...(console === undefined ? [] : [console]),
  ];
  return {
    features,
    hasLiveSources: verifications.hasLiveSources,
    console,
    observed: {
      registry: registry.registry,
      registrySource: () => registry.follower?.last(),
      lists: screening.figures,
      listsSource: () => listsSource?.last(),
      counters: core.counters,
      store: core.stores.shared,
      audit: audit.audit,
      anchors: () => audit.anchors?.states() ?? new Map(),
      sources: () => live?.states() ?? {},
      budgets: () => budgets?.listShares() ?? [],
      keyBudgets: () => budgets?.listKeyShares() ?? [],
      dueTimes: retention.dueTimes,
      judgementsDue: screening.judgementsDue,
    },
  };
}
