// Who is asked about the rows: a running service, the service inside the command, or the registry on this machine.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Columns } from '../../app/bulk/columns.ts';
import type { Ask } from '../../app/bulk/run/outcome.ts';
import { openServiceClient } from '../../bulk/service-client.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { findPinnedRegistry } from '../../registry/pinned-registry.ts';
import { recordAct } from '../commands/audit/operator-act.ts';
import { loadPolicy } from '../parts/policy.ts';
import { toRegistryDirectory } from '../parts/registry/registry-directory.ts';
import { type LocalCompaniesOptions, openLocalCompanies } from './local-companies.ts';

export interface TargetOptions {
  /** Undefined for the data of this machine. */
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
  readonly companies: LocalCompaniesOptions | undefined;
}

export async function openTarget(
  order: TargetOptions,
  found: Columns,
  today: string,
  opened: AsyncDisposableStack,
): Promise<Target> {
  if (order.url !== undefined) return openService(order, order.url, order.url.href, opened);
  const config = order.loadConfig();
  if (found.cpf === undefined && found.document === undefined) return openRegistry(config, today, opened);
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
  const { apiKey, purpose, concurrency, patienceMs, signal } = order;
  if (apiKey === undefined) {
    throw new OperatorError(
      'There is no API key. Give it by the variable CONFERE_API_KEY or --key-file, never as an argument.',
    );
  }
  const client = openServiceClient({
    ...{ url, apiKey, purpose, concurrency, patienceMs, signal, clock: systemClock },
    sleep: (ms) => sleep(ms, undefined, { signal }).catch(() => {}),
  });
  opened.defer(() => client.close());
  const where = identity === 'local' ? 'the sources of this machine’s configuration' : url.origin;
  return { where, identity, ask: client.ask, companies: undefined };
}

/** No party is asked: an answer costs nothing, and what a run did is one act in the audit. */
async function openRegistry(config: Config, today: string, opened: AsyncDisposableStack): Promise<Target> {
  const pinned = findPinnedRegistry(toRegistryDirectory(config));
  if (pinned === undefined) {
    throw new OperatorError(
      'No registry has been imported on this machine (confere registry update). For a running service, add --url.',
    );
  }
  await recordAct(config, 'companies_verified', pinned.id);
  const policy = loadPolicy(config['policy.file']);
  const companies: LocalCompaniesOptions = {
    folder: pinned.folder,
    today,
    policyVersion: policy.version,
    youngCompanyDays: policy.youngCompanyDays,
  };
  const registry = openLocalCompanies(companies);
  opened.defer(() => registry.close());
  const ask: Ask = async (question) =>
    question.kind === 'cnpj'
      ? { kind: 'answered', body: registry.answer(question.cnpj, question.companyName), isReplayed: false }
      : { kind: 'refused', code: 'invalid_format', detail: 'A CPF is not in the company registry.' };
  return {
    where: `the registry of ${pinned.dataAsOf} on this machine`,
    identity: `registry ${pinned.id}`,
    ask,
    companies,
  };
}
