// Puts together the changes to operators for the command line.

import { randomBytes } from 'node:crypto';
import { createManageOperators, type ManageOperators } from '../../app/operators/manage-operators.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../parts/stores.ts';
import { recordAct } from './audit/operator-act.ts';

export function openManageOperators(config: Config, stores: Stores): ManageOperators {
  return createManageOperators({
    store: stores.operators,
    passkeys: stores.passkeys,
    passwords: stores.passwords,
    clock: systemClock,
    randomBytes,
    seal: stores.sealFor('operator-totp'),
    passkeySeal: stores.sealFor('operator-passkey'),
    record: (act, target) => recordAct(config, act, target),
  });
}
