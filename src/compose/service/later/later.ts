// Puts together what waits for parties that answer later: where the verifications lie, and the job that completes them.

import type { AuditTrail } from '../../../app/audit/ports.ts';
import type { RecordVerification } from '../../../app/audit/write/record-verification.ts';
import type { Job } from '../../../app/jobs/run-jobs.ts';
import { createCompleteDue } from '../../../app/later/complete-due.ts';
import { createCompleteVerification } from '../../../app/later/complete-verification.ts';
import { createOrderCalls, type OrderCalls, type ToOrderNames } from '../../../app/later/order-calls.ts';
import { createPendingVerifications, type PendingVerifications } from '../../../app/later/pending-verifications.ts';
import type { PersonSources, ScreenVerified } from '../../../app/verify/ports.ts';
import type { Plan } from '../../../domain/checks/plan.ts';
import type { BoughtParts } from '../../../sources/protect/kept/sealed-entries.ts';
import { toCpfSubjects } from '../../parts/audit/audit-secrets.ts';
import { openEvents } from '../../parts/webhook-parts.ts';
import type { Core } from '../core.ts';

const jobName = 'later answers';

export interface OrdersParts {
  readonly toOrderNames: ToOrderNames;
  readonly calls: OrderCalls;
}

/** By what secret orders are named, and who called back about them. */
export function openOrders({ stores, clock }: Core, { keys }: Pick<BoughtParts, 'keys'>): OrdersParts {
  const toOrderNames: ToOrderNames = (source, order) =>
    keys().map(({ toName }) => toName('called order', 'live', source, order));
  return { toOrderNames, calls: createOrderCalls({ store: stores.boughtAnswers, toOrderNames, clock }) };
}

export function openPending(
  { stores, clock, onJobFault }: Core,
  { toOrderNames }: OrdersParts,
  sources: PersonSources = [],
): PendingVerifications {
  return createPendingVerifications({
    store: stores.boughtAnswers,
    seal: stores.sealFor('pending'),
    clock,
    sources,
    toOrderNames,
    toSubject: (number) => toCpfSubjects(stores.secret, number)[0],
    onFault: (error) => onJobFault(jobName, error),
  });
}

interface LaterParts {
  readonly pending: PendingVerifications;
  readonly calls: OrderCalls;
  readonly sources: PersonSources;
  readonly plan: Plan | undefined;
  readonly record: RecordVerification;
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly screen: ScreenVerified | undefined;
}

export function createLaterJob({ stores, clock, policy, onJobFault }: Core, parts: LaterParts): Job {
  const { pending } = parts;
  const complete = createCompleteVerification({
    ...parts,
    policy,
    clock,
    webhooks: stores.webhooks,
    toSubject: (cpf) => toCpfSubjects(stores.secret, cpf)[0],
    createEvent: openEvents(stores, clock),
  });
  const onFault = (error: unknown) => onJobFault(jobName, error);
  return { name: jobName, hasWork: pending.hasDue, run: createCompleteDue({ pending, complete, onFault }) };
}
