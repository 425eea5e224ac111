// Puts together what answers a person's request: the audit, the secret that finds them in it, and the names of the keys.

import { erasePerson } from '../../../app/privacy/erase-person.ts';
import { makePersonReport } from '../../../app/privacy/person-report.ts';
import { toReportPage } from '../../../app/privacy/report-page.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { type Forgotten, forgetSharedAnswers } from '../../parts/shared-answers.ts';
import { openVault, type Vault } from '../../parts/vault.ts';
import { type OperatorAudit, openOperatorAudit } from './operator-audit.ts';

export function makeReport(config: Config, cpf: Cpf, format: 'html' | 'json'): Promise<string> {
  return withAudit(config, async (audit, { keys }) => {
    const report = await makePersonReport(cpf, audit.read.toSubjects(cpf), { ...audit, keys, clock: systemClock });
    return format === 'html' ? toReportPage(report) : `${JSON.stringify(report, null, 2)}\n`;
  });
}

export interface Erased {
  readonly records: number;
  readonly sharedAnswers: Forgotten;
}

export function erase(config: Config, cpf: Cpf): Promise<Erased> {
  return withAudit(config, async (audit, { secret }) => ({
    records: await erasePerson(audit.read.toSubjects(cpf), { ...audit, clock: systemClock }),
    sharedAnswers: await forgetSharedAnswers(config, secret, cpf),
  }));
}

async function withAudit<Result>(
  config: Config,
  work: (audit: OperatorAudit, vault: Vault) => Promise<Result>,
): Promise<Result> {
  const vault = await openVault(config, systemClock);
  const audit = await openOperatorAudit(config, vault.secret);
  try {
    return await work(audit, vault);
  } finally {
    await audit.close();
    await vault.close();
  }
}
