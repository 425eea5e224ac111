// Who is asked about the rows: a running service, the service inside the command, or the registry and the lists on this machine.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Columns } from '../../app/bulk/columns.ts';
import type { Asks } from '../../app/bulk/run/added-columns.ts';
import type { Ask } from '../../app/bulk/run/outcome.ts';
import type { RunCounts } from '../../app/bulk/run/run-counts.ts';
import { openServiceClient } from '../../bulk/service-client.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findPinnedRegistry } from '../../registry/pinned-registry.ts';
import { recordAct } from '../commands/audit/operator-act.ts';
import { loadPolicy } from '../parts/policy.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import type { LocalAnswers, LocalAnswersOptions } from './local-answers.ts';
import type { PinnedLists, UsedList } from './pinned-lists.ts';

export interface TargetOptions {
  readonly asks: Asks;
  /** The value undefined selects the data of this machine. */
  readonly url: URL | undefined;
  readonly apiKey: string | undefined;
  readonly purpose: string | undefined;
  readonly concurrency: number;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly loadConfig: () => Config;
}

export interface Target {
  readonly where: string;
  readonly identity: string;
  readonly ask: Ask;
  /** Set where blocks can be answered by threads. */
  readonly local: LocalAnswersOptions | undefined;
  /** The lists of this machine, where they are asked. */
  readonly lists: readonly UsedList[];
  /** Before anybody is asked, and not where the run is refused: writes it down. */
  begin(): Promise<void>;
  /** The caller calls `finish` at the end of the whole table. */
  finish(counts: RunCounts): Promise<void>;
}

/** The table, as far as it matters who answers. */
export interface AskedTable {
  readonly found: Columns;
  readonly today: string;
  /** The fingerprint tells this table from any other one. */
  readonly fingerprint: string;
}

export async function openTarget(
  order: TargetOptions,
  table: AskedTable,
  opened: AsyncDisposableStack,
): Promise<Target> {
  if (order.url !== undefined) return openService(order, order.url, order.url.href, opened);
  const config = order.loadConfig();
  const { found } = table;
  if (order.asks === 'screen' || (found.cpf === undefined && found.document === undefined)) {
    return openLocal(order.asks, config, table, opened);
  }
  if (order.apiKey === undefined) {
    throw new OperatorError(
      'The file has CPFs, and sources are asked in the name of an API key. Make one (confere keys create), and give it by the ' +
        'variable CONFERE_API_KEY or --key-file. For a running service, add --url.',
    );
  }
  const { startLocalService } = await import('./local-service.ts');
  const service = await startLocalService(config);
  opened.defer(() => service.close());
  return openService(order, service.url, 'local', opened);
}

function openService(order: TargetOptions, url: URL, identity: string, opened: AsyncDisposableStack): Target {
  const { asks, apiKey, purpose, concurrency, patienceMs, signal } = order;
  if (apiKey === undefined) {
    throw new OperatorError(
      'There is no API key. Give it by the variable CONFERE_API_KEY or --key-file, never as an argument.',
    );
  }
  const client = openServiceClient({
    ...{ asks, url, apiKey, purpose, concurrency, patienceMs, signal, clock: systemClock },
    sleep: (ms) => sleep(ms, undefined, { signal }).catch(() => {}),
  });
  opened.defer(() => client.close());
  const where = identity === 'local' ? 'the sources of this machine’s configuration' : url.origin;
  return {
    where,
    identity,
    ask: client.ask,
    local: undefined,
    lists: [],
    begin: async () => {},
    finish: async () => {},
  };
}

/** No party is asked: an answer costs nothing, and what a run did is an act in the audit. */
async function openLocal(
  asks: Asks,
  config: Config,
  { today, fingerprint }: AskedTable,
  opened: AsyncDisposableStack,
): Promise<Target> {
  const registry = asks === 'screen' ? undefined : openRegistry(config, today);
  const isWeighed = config['screening.verify'] && registry !== undefined;
  const lists = asks === 'verify' && !isWeighed ? undefined : await openLists(config, today);
  const local: LocalAnswersOptions = {
    companies: registry?.companies,
    lists: lists?.options,
    weighedBy: isWeighed ? registry.policy : undefined,
  };
  const places = [...(registry ? [registry.where] : []), ...(lists ? ['the lists'] : [])];
  return {
    where: `${places.join(' and ')} on this machine`,
    identity: [registry?.identity, lists?.identity, isWeighed ? 'weighed' : undefined]
      .filter((each) => each !== undefined)
      .join(' '),
    ask: createLocalAsk(local, opened),
    local,
    lists: lists?.used ?? [],
    async begin() {
      await registry?.recordStart();
      await lists?.recordStart(fingerprint);
    },
    finish: async (counts) => lists?.recordEnd(fingerprint, counts),
  };
}

async function openLists(config: Config, today: string): Promise<PinnedLists> {
  const { pinLists } = await import('./pinned-lists.ts');
  return pinLists(config, today);
}

function openRegistry(config: Config, today: string) {
  const pinned = findPinnedRegistry(toRegistryDirectory(config));
  if (pinned === undefined) {
    throw new OperatorError(
      'No registry has been imported on this machine (confere registry update). For a running service, add --url.',
    );
  }
  const policy = loadPolicy(config['policy.file']);
  return {
    companies: {
      folder: pinned.folder,
      today,
      policyVersion: policy.version,
      youngCompanyDays: policy.youngCompanyDays,
    },
    policy,
    where: `the registry of ${pinned.dataAsOf}`,
    identity: `registry ${pinned.id}`,
    recordStart: () => recordAct(config, 'companies_verified', pinned.id),
  };
}

/** Creates the asker for tables that threads do not read. It opens nothing before the first question. */
function createLocalAsk(local: LocalAnswersOptions, opened: AsyncDisposableStack): Ask {
  let opening: Promise<LocalAnswers> | undefined;
  async function open(): Promise<LocalAnswers> {
    const { openLocalAnswers } = await import('./local-answers.ts');
    const answers = await openLocalAnswers(local);
    opened.defer(() => answers.close());
    return answers;
  }
  return async (question) => {
    opening ??= open();
    const answers = await opening;
    const body = answers.answer(question);
    answers.requireWhole();
    return { kind: 'answered', body, isReplayed: false };
  };
}
