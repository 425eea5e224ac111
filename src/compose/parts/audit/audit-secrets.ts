// The secrets of the audit, derived from the master secret.

import { type AuditSecrets, toSubject, toSubjectText } from '../../../app/audit/record.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';

/** Of every generation of the master secret, the newest first: it writes, and all of them are for reading. */
export function toAuditSecrets(secret: MasterSecret): readonly [AuditSecrets, ...AuditSecrets[]] {
  const subjectKeys = secret.deriveEver('audit-subject', 32);
  const detailsKeys = secret.deriveEver('audit-details', 32);
  const headSeeds = secret.deriveEver('audit-head', 32);
  const linkKeys = secret.deriveEver('audit-link', 32);
  const wrapKeys = [...secret.deriveAll('audit-wrap', 32)];
  const retired = secret.retired();
  const all = subjectKeys.map((subjectKey, index) => {
    const generation = subjectKeys.length - index;
    const until = retired.get(generation);
    const wrapKey = until === undefined ? wrapKeys.shift() : undefined;
    return {
      generation,
      subjectKey,
      detailsKey: detailsKeys[index] as Uint8Array,
      headSeed: headSeeds[index] as Uint8Array,
      linkKey: linkKeys[index] as Uint8Array,
      ...(until !== undefined && { until }),
      ...(wrapKey !== undefined && { wrapKey }),
    };
  });
  return all as [AuditSecrets, ...AuditSecrets[]];
}

/** What the audit calls a person, under each generation, the newest first. */
export function toCpfSubjects(secret: MasterSecret, cpf: string): readonly [string, ...string[]] {
  return toSubjects(secret, toSubjectText('cpf', cpf));
}

/** The same for any text that names one customer. */
export function toSubjects(secret: MasterSecret, subjectText: string): readonly [string, ...string[]] {
  const subjects = secret.deriveEver('audit-subject', 32).map((subjectKey) => toSubject(subjectKey, subjectText));
  return subjects as [string, ...string[]];
}
