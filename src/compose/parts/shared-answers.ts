// What the service and the commands both know of kept answers: the purpose of their secret, and how those that machines share are forgotten.

import { type Config, readSecretAddress } from '../../config.ts';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import { sourceNames } from '../../domain/person/evidence.ts';
import { deriveAnswerKeys, toSharedName } from '../../sources/protect/answer-keys.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';

export const answersPurpose = 'answer-cache';

/** How many were deleted. */
export type Forgotten = number | 'unreachable' | 'not_shared';

/** Of every source and every generation of the secret. */
export async function forgetSharedAnswers(config: Config, secret: MasterSecret, cpf: Cpf): Promise<Forgotten> {
  if (config.answer_cache !== 'shared' || config.counters === null) return 'not_shared';
  const { forgetRedisAnswers } = await import('../../stores/answers.redis.ts');
  const keys = secret.deriveAll(answersPurpose, 32).map(deriveAnswerKeys);
  const names = keys.flatMap((each) => sourceNames.map((source) => toSharedName(each, source, cpf)));
  return (await forgetRedisAnswers(readSecretAddress('counters', config.counters), names)) ?? 'unreachable';
}
