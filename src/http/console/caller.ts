// In whose name a question from the console is asked: an analyst in their own with real sources, anyone who reaches the console in the
// sandbox, of which strangers have a share by the minute.

import type { Caller } from '../../app/caller.ts';
import { type KeyId, sandboxKeyId } from '../../domain/access/api-key.ts';
import { mayActAs } from '../../domain/access/operator.ts';
import { AppError } from '../../errors.ts';
import { getSignedIn } from './access/gate.ts';
import { refusePurpose } from './purpose.ts';
import type { ConsoleCall, ConsoleOptions } from './route.ts';

/** Sandbox questions by one client network that is not signed in. */
const strangersPerMinute = 120;

interface Question extends Pick<ConsoleCall<'POST verify-cpf'>, 'request' | 'signedIn'> {
  readonly body: { readonly with: 'sandbox' | 'live'; readonly purpose: string | null };
}

export function createToCaller({
  strangers,
  ...options
}: Pick<ConsoleOptions, 'strangers' | 'purposes' | 'isPurposeRequired'>): (question: Question) => Promise<Caller> {
  return async ({ body, request, signedIn }) => {
    const { purpose } = body;
    refusePurpose(body, options);
    if (body.with === 'live') {
      const { operator } = getSignedIn(signedIn);
      if (!mayActAs(operator.role, 'analyst')) throw new AppError('role_too_low');
      return { keyId: operator.id as string as KeyId, mode: 'live', requestId: request.id, purpose };
    }
    if (signedIn === undefined) {
      const { count, resetsInMs } = await strangers.hit(`console:${request.clientNetwork}`, 60_000);
      if (count > strangersPerMinute) {
        throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetsInMs / 1000)) });
      }
    }
    return { keyId: sandboxKeyId, mode: 'test', requestId: request.id, purpose };
  };
}
