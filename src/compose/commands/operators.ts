// Puts together the changes to operators for the command line.

import { randomBytes } from 'node:crypto';
import { createManageOperators, type ManageOperators } from '../../app/operators/manage-operators.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Vault } from '../parts/vault.ts';
import { recordAct } from './audit/operator-act.ts';

export function openManageOperators(config: Config, vault: Vault): ManageOperators {
  return createManageOperators({
    store: vault.operators,
    passwords: vault.passwords,
    clock: systemClock,
    randomBytes,
    seal: vault.sealFor('operator-totp'),
    record: (act, target) => recordAct(config, act, target),
  });
}
