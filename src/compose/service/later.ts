// Puts together what waits for parties that answer later: where the verifications lie, and the job that completes them.

import type { AuditTrail } from '../../app/audit/ports.ts';
import type { RecordVerification } from '../../app/audit/write/record-verification.ts';
import type { Job } from '../../app/jobs/run-jobs.ts';
import { createCompleteVerification } from '../../app/later/complete-verification.ts';
import { createPendingVerifications, type PendingVerifications } from '../../app/later/pending-verifications.ts';
import type { PersonSources } from '../../app/verify/ports.ts';
import type { Plan } from '../../domain/checks/plan.ts';
import { toCpfSubjects } from '../parts/audit/audit-secrets.ts';
import { openEvents } from '../parts/webhook-parts.ts';
import type { Core } from './core.ts';

const jobName = 'later answers';
/** Looked for at one time. */
const atOnce = 32;

export function openPending({ stores, clock, onJobFault }: Core, sources: PersonSources = []): PendingVerifications {
  return createPendingVerifications({
    store: stores.boughtAnswers,
    seal: stores.sealFor('pending'),
    clock,
    sources,
    toSubject: (number) => toCpfSubjects(stores.secret, number)[0],
    onFault: (error) => onJobFault(jobName, error),
  });
}

interface LaterParts {
  readonly pending: PendingVerifications;
  readonly sources: PersonSources;
  readonly plan: Plan | undefined;
  readonly record: RecordVerification;
  readonly trail: Pick<AuditTrail, 'find'>;
}

export function createLaterJob({ stores, clock, policy, onJobFault }: Core, parts: LaterParts): Job {
  const { pending } = parts;
  const complete = createCompleteVerification({
    ...parts,
    policy,
    clock,
    webhooks: stores.webhooks,
    createEvent: openEvents(stores, clock),
  });
  return {
    name: jobName,
    hasWork: pending.hasDue,
    async run({ signal }) {
      const due = await pending.takeDue(atOnce);
      const onFault = (error: unknown) => onJobFault(jobName, error);
      await Promise.all(due.map((each) => complete(each, signal).catch(onFault)));
    },
  };
}
