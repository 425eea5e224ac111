// Opens the audit as the service uses it: what writes it, what reads it, what sends its ends away, and what forgets.

import { createEarlierRecords } from '../../../app/audit/read/earlier-records.ts';
import { createReadScreening } from '../../../app/audit/read/read-screening.ts';
import { createReadVerification, type IsPending } from '../../../app/audit/read/read-verification.ts';
import { createRecordScreening, type RecordScreening } from '../../../app/audit/write/record-screening.ts';
import { createRecordVerification, type RecordVerification } from '../../../app/audit/write/record-verification.ts';
import { AppError } from '../../../errors.ts';
import { addReadVerificationRoute } from '../../../http/routes/read-verification.ts';
import { addReadScreeningRoute } from '../../../http/screening/read-screening.ts';
import type { ThreadedAuditLog } from '../../../stores/audit/log/audit-log.ts';
import type { AuditReader } from '../../../stores/audit/trail/audit-reader.sqlite.ts';
import { createFindAuditSecrets } from '../../parts/audit/audit-secrets.ts';
import type { Core } from '../core.ts';
import type { Feature } from '../feature.ts';
import { rememberAnchored } from './anchored-ends.ts';
import { type Anchors, openAnchors } from './anchors.ts';
import { createAuditPurgeJob, openAuditLog, toKeptPolicy } from './audit-log.ts';
import { createErasureJob } from './erasures.ts';
import { createReconcileJob } from './reconcile.ts';

export interface ServiceAudit extends Feature {
  readonly audit: ThreadedAuditLog;
  readonly reader: AuditReader;
  readonly anchors: Anchors | undefined;
  readonly record: RecordVerification;
  readonly recordScreening: RecordScreening;
}

/** `isPending`: whether a request still waits for a party that answers later. */
export async function openAudit(core: Core, isPending: IsPending): Promise<ServiceAudit> {
  const { config, clock, policy, stores, opened } = core;
  const { secret } = stores;
  await rememberAnchored(core, secret);
  const audit = openAuditLog(core);
  core.whenStoreIsBack(audit.tryNow);
  opened.defer(() => audit.close());
  const reader = stores.openAuditReader(createFindAuditSecrets(secret));
  opened.defer(() => reader.close());
  const anchors = await openAnchors(core, reader);
  const earlier = createEarlierRecords({
    trail: reader,
    log: audit,
    clock,
  });
  const readVerification = createReadVerification({ earlier, isPending });
  const readScreening = createReadScreening(earlier);
  return {
    audit,
    reader,
    anchors,
    record: createRecordVerification({
      log: audit,
      hasResult: async (requestId) =>
        (await reader.find({ requestId, kind: 'cpf' }, { order: 'newest', limit: 1 })).length > 0,
      clock,
      policyVersion: policy.version,
      policyHash: toKeptPolicy(policy).hash,
      isStrict: config['audit.strict'],
      withoutIntentMax: Math.floor(config['audit.without_intent_max'] / core.processes),
    }),
    recordScreening: createRecordScreening({ log: audit, clock }),
    /** Without the audit the service still answers about companies, and everybody with a test key. */
    async findUnreadiness(capability) {
      const needsAudit =
        capability === 'cpf' || capability === 'screen' || (capability === 'cnpj' && config['audit.strict']);
      // Where nobody has asked since the database was lost, the audit does not know it yet.
      const fault = stores.shared?.isReachable() === false ? 'the database of store' : audit.fault();
      if (!needsAudit || fault === null) return undefined;
      return new AppError('audit_unavailable', { internal: fault, retryAfterSeconds: 1 });
    },
    routes(server, parts) {
      addReadVerificationRoute(server, { ...parts, readVerification });
      addReadScreeningRoute(server, { ...parts, readScreening });
    },
    jobs: [
      ...(anchors === undefined ? [] : [anchors.job]),
      createErasureJob(core, audit),
      createReconcileJob(core, reader),
      // A shared audit is purged by its owner, month by month: confere store purge.
      ...(stores.shared === undefined ? [createAuditPurgeJob(core, audit)] : []),
    ],
  };
}
