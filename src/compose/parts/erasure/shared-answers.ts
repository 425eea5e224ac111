// What the service and the commands both know of kept answers: the purpose of their secret, and those that machines share as a place of
// personal data.

import type { PersonalDataPlace } from '../../../app/privacy/place.ts';
import type { RenewedCount } from '../../../app/secrets/renew-rows.ts';
import type { Config } from '../../../config.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { OperatorError } from '../../../errors.ts';
import { deriveAnswerKeys, toSharedName, tryToOpen } from '../../../sources/protect/kept/answer-keys.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toOwnRedis } from '../../backend/installation.ts';
import { listSourceNames } from '../source-names.ts';

export const answersPurpose = 'answer-cache';

export function createSharedAnswersPlace(config: Config, secret: MasterSecret): PersonalDataPlace {
  /** Asks for the answers of every source and every generation of the secret. Returns undefined if Redis did not answer. */
  async function ask(act: 'delete' | 'look', cpf: Cpf): Promise<number | undefined> {
    if (config.counters === null) return 0;
    const { askRedisAnswers } = await import('../../../stores/answers/answers.redis.ts');
    const keys = secret.deriveAll(answersPurpose, 32).map(deriveAnswerKeys);
    const sources = listSourceNames(config);
    const names = keys.flatMap((each) => sources.map((source) => toSharedName(each, source, cpf)));
    return askRedisAnswers(act, toOwnRedis(config.counters, secret), names);
  }
  const isShared = config.answer_cache === 'shared';
  return {
    count: async ({ cpf }) => (isShared && cpf !== undefined ? ((await ask('look', cpf)) ?? 'unknown') : 0),
    // A repeated erasure does not know the number; shared answers live for a day at most, and are gone by then.
    async erase({ cpf }) {
      if (!isShared || cpf === undefined) return 0;
      const deleted = await ask('delete', cpf);
      if (deleted !== undefined) return deleted;
      throw new OperatorError(
        'Redis did not answer: answers of sources about this person may still be there. Everything else was erased. Run this again when Redis is back, or wait for the longest cache_seconds.',
        1,
      );
    },
  };
}

/** Deletes the answers that an older generation has sealed, unless it only counts them; they are bought again. Returns the number that is left. */
export async function sweepSharedAnswers(config: Config, secret: MasterSecret, isPlan: boolean): Promise<RenewedCount> {
  const name = 'answers in Redis';
  const { counters } = config;
  if (counters === null) return { name, rows: 0, older: 0, unreadable: 0 };
  const { sweepRedisAnswers } = await import('../../../stores/answers/answers.redis.ts');
  const newest = deriveAnswerKeys(secret.deriveFresh(answersPurpose, 32)[0]);
  const sweep = (act: 'delete' | 'look') =>
    sweepRedisAnswers(
      act,
      toOwnRedis(counters, secret),
      (answer, sealed) => tryToOpen(newest, answer, sealed) !== undefined,
    );
  const found = isPlan || (await sweep('delete')) !== undefined ? await sweep('look') : undefined;
  if (found !== undefined) return { name, ...found, unreadable: 0 };
  throw new OperatorError(
    'Redis did not list the answers that it holds: it is away, or its user may not run SCAN. Correct that, then run this again. Nothing was dropped.',
    1,
  );
}
