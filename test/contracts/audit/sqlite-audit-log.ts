// The audit in SQLite, as the suites write it: patient, and with its end remembered beside it.

import { join } from 'node:path';
import { systemClock } from '../../../src/clock.ts';
import { openSqliteAuditLog } from '../../../src/stores/audit/log/audit-log.sqlite.ts';
import type { ThreadedAuditLog } from '../../../src/stores/audit/log/audit-log.ts';
import { auditPolicy, auditSecrets } from './audit.contract.ts';

export const openAuditLogIn = (directory: string): ThreadedAuditLog =>
  openSqliteAuditLog({
    dataDirectory: directory,
    secrets: [auditSecrets],
    policy: auditPolicy,
    clock: systemClock,
    random: () => 0,
    deadlineMs: 30_000,
    onChange: () => {},
    stateFolder: join(directory, 'state'),
    packs: false,
  });
