// The secrets of the audit, derived from the master secret.

import { type AuditSecrets, toSubjectHash, toSubjectText } from '../../../app/audit/record.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';

/** Returns the secrets of every generation of the master secret, the newest first. The newest one writes, and all of them read. */
export function toAuditSecrets(secret: MasterSecret): readonly [AuditSecrets, ...AuditSecrets[]] {
  const subjectKeys = secret.deriveEver('audit-subject', 32);
  const detailsKeys = [...secret.deriveAll('audit-groups', 32)];
  const headSeeds = secret.deriveEver('audit-head', 32);
  const linkKeys = secret.deriveEver('audit-link', 32);
  const retired = secret.retired();
  const all = subjectKeys.map((subjectKey, index) => {
    const generation = subjectKeys.length - index;
    const until = retired.get(generation);
    const detailsKey = until === undefined ? detailsKeys.shift() : undefined;
    return {
      generation,
      subjectKey,
      ...(detailsKey !== undefined && { detailsKey }),
      headSeed: headSeeds[index] as Uint8Array,
      linkKey: linkKeys[index] as Uint8Array,
      ...(until !== undefined && { until }),
    };
  });
  return all as [AuditSecrets, ...AuditSecrets[]];
}

/** Creates the function that returns the current secrets at each call, so that a rotation takes effect with the next question. */
export function createFindAuditSecrets(secret: MasterSecret): () => readonly AuditSecrets[] {
  let version = secret.version();
  let secrets = toAuditSecrets(secret);
  return () => {
    secret.refresh();
    if (secret.version() !== version) {
      version = secret.version();
      secrets = toAuditSecrets(secret);
    }
    return secrets;
  };
}

/** Returns the audit's names of a person under each generation, the newest first. */
export function toCpfSubjects(secret: MasterSecret, cpf: string): readonly [string, ...string[]] {
  return toSubjects(secret, toSubjectText('cpf', cpf));
}

/** The same for any text that names one customer. */
export function toSubjects(secret: MasterSecret, subjectText: string): readonly [string, ...string[]] {
  const subjects = secret.deriveEver('audit-subject', 32).map((subjectKey) => toSubjectHash(subjectKey, subjectText));
  return subjects as [string, ...string[]];
}
