// A further way to sign in is worth as much as the operator: whoever finds an open console must not be able to add one.

import { AppError } from '../../../errors.ts';
import type { Clock } from '../../clock.ts';
import type { FactorSession } from '../sessions.ts';

const freshMsMax = 10 * 60_000;

/** Throws `sign_in_too_old`, or `factor_by_provider` for somebody of single sign-on. */
export function refuseFactor({ session, operator, mustEnrol }: FactorSession, clock: Clock): void {
  if (operator.ssoSubject !== null) throw new AppError('factor_by_provider');
  // One that is good for nothing else yet leads nowhere that the password does not.
  if (!mustEnrol && clock.nowMs() - session.createdAtMs >= freshMsMax) throw new AppError('sign_in_too_old');
}
