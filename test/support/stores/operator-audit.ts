// The audit as an operator reads it, until the test is over.

import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { type OperatorAudit, openOperatorAudit } from '../../../src/compose/commands/audit/operator-audit.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import type { Config } from '../../../src/config.ts';

export async function openTestAudit(config: Config): Promise<OperatorAudit> {
  const stores = await openStores(config, systemClock);
  const audit = await openOperatorAudit(config, stores.secret);
  onTestFinished(async () => {
    await audit.close();
    await stores.close();
  });
  return audit;
}
