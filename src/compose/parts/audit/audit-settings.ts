// What the settings say of the audit, for the service and for the commands: where it is written, and how long it is kept.

import { join } from 'node:path';
import type { AuditRetention } from '../../../app/audit/purge-audit.ts';
import type { Config } from '../../../config.ts';
import type { AuditLogOptions, ThreadedAuditLog } from '../../../stores/audit/log/audit-log.ts';
import type { AuditWriterOptions } from '../../../stores/audit/log/audit-writer.sqlite.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toEngine } from '../../backend/engine.ts';
import { randomShare } from '../random-share.ts';
import { toAuditSecrets } from './audit-secrets.ts';

export function openConfiguredAuditLog(
  config: Config,
  secret: MasterSecret,
  options: Omit<AuditLogOptions, 'random' | 'findInWorkFromMs'> & Pick<AuditWriterOptions, 'packs' | 'policy'>,
): ThreadedAuditLog {
  let version = secret.version();
  let generation = secret.generations();
  secret.heldBy(() => generation);
  const renewSecrets = () => {
    secret.refresh();
    if (secret.version() === version) return undefined;
    version = secret.version();
    return toAuditSecrets(secret);
  };
  const all = {
    ...options,
    random: randomShare,
    findInWorkFromMs: () => toInWorkFromMs(config, options.clock.nowMs()),
    secrets: toAuditSecrets(secret),
    renewSecrets,
    onGeneration: (taken: number) => {
      generation = taken;
    },
    stateFolder: toStateFolder(config),
  };
  return toEngine(config).openAuditLog(all);
}

/** Apart for each kind of store: a node that moves from one to the other has lost nothing. */
export function toStateFolder(config: Config): string {
  const folder = config['audit.state_dir'] ?? join(config.secrets_dir, 'audit-heads');
  return join(folder, toEngine(config).name);
}

const inWorkMarginMs = 5_000;

/** Returns the time since which a verification may still be in work: its intent, its sources and its record have their time each. */
export function toInWorkFromMs(config: Config, nowMs: number): number {
  return nowMs - config['verification.deadline_ms'] - 2 * config['audit.deadline_ms'] - inWorkMarginMs;
}

export function toAuditRetention(config: Config): AuditRetention {
  return { recordDays: config['audit.record_days'], detailsDays: config['audit.evidence_days'] };
}
