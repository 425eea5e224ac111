// Puts the two verifications together: whom they ask, by which policy, and what writes them down.

import { companyParty } from '../../app/audit/entry.ts';
import type { AuditTrail } from '../../app/audit/ports.ts';
import type { RecordVerification } from '../../app/audit/write/record-verification.ts';
import type { Budgets } from '../../app/budgets/budgets.ts';
import type { OrderCalls } from '../../app/later/order-calls.ts';
import type { PendingVerifications } from '../../app/later/pending-verifications.ts';
import { toChosen } from '../../app/verify/ask/chosen-sources.ts';
import type { ObservedVerification } from '../../app/verify/observe-verification.ts';
import type { PersonSources, ScreenVerified } from '../../app/verify/ports.ts';
import { createVerifyCnpj, type VerifyCnpj } from '../../app/verify/verify-cnpj.ts';
import { createVerifyCpf, type VerifyCpf } from '../../app/verify/verify-cpf.ts';
import { contractSourceNames } from '../../domain/person/contract-sources.ts';
import type { SourceName } from '../../domain/person/evidence.ts';
import { addVerifyCnpjRoute } from '../../http/routes/verify-cnpj.ts';
import { addVerifyCpfRoute } from '../../http/routes/verify-cpf.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import { createSandboxRegistry } from '../../registry/sandbox.ts';
import type { HttpSources } from '../../sources/create-http-sources.ts';
import { createSandboxSources } from '../../sources/sandbox.ts';
import type { Core } from './core.ts';
import type { Feature } from './feature.ts';
import { createLaterJob } from './later/later.ts';

interface VerificationParts {
  readonly registry: LiveRegistry;
  readonly record: RecordVerification;
  /** The parties that the settings describe. */
  readonly live: HttpSources | undefined;
  readonly budgets: Budgets | undefined;
  /** Live keys ask these sources. */
  readonly people: PersonSources | undefined;
  readonly pending: PendingVerifications;
  readonly calls: OrderCalls;
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly testSources: PersonSources | undefined;
  /** The value is undefined if verifications look at no list. */
  readonly screen: ScreenVerified | undefined;
}

export interface Verifications extends Feature {
  readonly verifyCpf: VerifyCpf;
  readonly verifyCnpj: VerifyCnpj;
  /** A live question of each kind may call these parties. */
  readonly parties: Readonly<Record<'cpf' | 'cnpj', readonly SourceName[]>>;
  /** `hasLiveSources` tells whether live keys can ask about people. */
  readonly hasLiveSources: boolean;
}

export function openVerifications(core: Core, parts: VerificationParts): Verifications {
  const { config, clock, policy, metrics, usage } = core;
  const { registry, record, live, budgets, people, pending, screen } = parts;
  const observe = (verification: ObservedVerification) => {
    metrics.observeVerification(verification);
    usage.observeVerification(verification);
  };
  metrics.expect({ sources: people?.map(({ name }) => name) ?? contractSourceNames });
  const verifyCpf = createVerifyCpf({
    sources: { live: people, test: parts.testSources ?? createSandboxSources(clock) },
    plan: live?.plan,
    policy,
    clock,
    deadlineMs: config['verification.deadline_ms'],
    record,
    budgets,
    screen,
    observe,
  });
  const verifyCnpj = createVerifyCnpj({
    registries: { live: registry, test: createSandboxRegistry(clock) },
    fallback: live?.companyFallback,
    fallbackDeadlineMs: config['verification.deadline_ms'],
    policy,
    clock,
    record,
    budgets,
    screen,
    observe,
  });
  return {
    verifyCpf,
    verifyCnpj,
    parties: {
      cpf: people === undefined ? [] : toChosen(people, live?.plan).callable,
      cnpj: live?.companyFallback === undefined ? [] : [companyParty],
    },
    hasLiveSources: people !== undefined,
    jobs: people === undefined ? [] : [createLaterJob(core, { ...parts, sources: people, plan: live?.plan })],
    routes(server, common) {
      addVerifyCpfRoute(server, { ...common, verifyCpf, keepPending: pending.keep });
      addVerifyCnpjRoute(server, { ...common, verifyCnpj });
    },
  };
}
