// The result of an attempt to sign in, for the metric. It tells no name and no address.

import { AppError } from '../../errors.ts';
import { SsoFault } from './single-sign-on.ts';

export const signInWays = ['password', 'passkey', 'sso'] as const;
/** `limited`: it was not looked at, for there were too many. */
export const signInOutcomes = ['signed_in', 'refused', 'limited'] as const;
type SignInOutcome = (typeof signInOutcomes)[number];

/** Reports the outcome of a sign-in. A failure with another cause, such as a store that is away, is reported by that cause. */
export async function withSignInOutcome<Result>(
  signIn: () => Promise<Result>,
  tell: (outcome: SignInOutcome) => void,
): Promise<Result> {
  try {
    const signedIn = await signIn();
    tell('signed_in');
    return signedIn;
  } catch (error) {
    const outcome = findOutcome(error);
    if (outcome !== undefined) tell(outcome);
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(['sign_in_refused', 'passkey_refused', 'passkey_required']);

function findOutcome(error: unknown): SignInOutcome | undefined {
  if (error instanceof SsoFault) return error.kind === 'unavailable' ? undefined : 'refused';
  if (!(error instanceof AppError)) return undefined;
  if (refusals.has(error.code)) return 'refused';
  return error.code === 'rate_limited' || error.code === 'overloaded' ? 'limited' : undefined;
}
