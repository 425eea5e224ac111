// Answers that were paid for reach only those whose purpose allows it: over real HTTP, in a real database, between processes of one machine.

import { expect, it, onTestFinished } from 'vitest';
import { deriveAnswerKeys } from '../../../src/sources/protect/kept/answer-keys.ts';
import { createMemoryAnswers } from '../../../src/stores/answers/answers.memory.ts';
import { createBoughtAnswers } from '../../../src/stores/answers/bought-answers.sql.ts';
import { createQuestionCoordinator, createSharedQuestions } from '../../../src/stores/answers/questions.shared.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { describeBureau, goodAnswer, person, startSources } from '../../support/parties/described-sources.ts';
import { json } from '../../support/parties/party-server.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { start as startParty } from './asked-party.ts';

const secret = Buffer.alloc(32, 7);
const keys = [deriveAnswerKeys(secret)];
const checks = [{ ask: 'bureau_a', fresh_for: { credit: '30d' } }];

/** A party, and processes on one database. */
async function start() {
  const clock = createManualClock();
  const directory = createOutputDirectory('kept');
  const openMember = createQuestionCoordinator(clock);
  let ended = 0;
  const party = await startParty(json(200, goodAnswer));

  async function openProcess() {
    const sqlite = openTestStore(directory, clock);
    const member = openMember();
    const questions = createSharedQuestions({
      ask: async (message) => member.take(message),
      tell(message) {
        member.tell(message);
        if (message.step === 'end') ended++;
      },
    });
    const bought = {
      store: createBoughtAnswers(createSqliteSql(sqlite)),
      keys: () => keys,
      questions,
      toSubject: () => 'somebody',
    };
    const cache = { secret: () => secret, near: createMemoryAnswers(clock) };
    const described = describeBureau(party.origin, { cache_seconds: 60 });
    const sources = await startSources({ bureau_a: described }, { clock, bought, cache, checks });
    onTestFinished(async () => {
      await sources.close();
      await sqlite.close();
    });
    const { bureau_a: bureau } = sources.people;
    return {
      ask: (purpose: string | null) => bureau.ask(person, AbortSignal.timeout(60_000), purpose),
      find: async (purpose: string | null) => await bureau.findKnown?.(person, purpose),
    };
  }

  const [buyer, other] = [await openProcess(), await openProcess()];
  await buyer.ask('credit');
  // It is kept behind the answer.
  await expect.poll(() => other.find('credit')).toMatchObject({ kept: { ageSeconds: 0, purpose: 'credit' } });
  // Who asks before the question has ended shares it, and gets an answer that is not a kept one.
  await expect.poll(() => ended).toBe(1);
  return { clock, party, openProcess, other };
}

it('who asks together with a purpose that has a kept answer gets a fresh one, in the same process and in another', async () => {
  const { clock, party, openProcess, other } = await start();
  clock.advance(3_600_000);
  const third = await openProcess();
  const answers = await Promise.all([other.ask('credit'), other.ask('collection'), third.ask(null)]);
  expect(answers.map(({ evidence, kept }) => [evidence.kind, kept])).toEqual(
    answers.map(() => ['answered', undefined]),
  );
  expect(party.requests.length).toBeGreaterThan(1);
});

it('what another process bought at this moment costs no second call, and does not serve other purposes afterwards', async () => {
  const { party, other } = await start();
  expect(await other.ask('credit')).toMatchObject({ kept: { ageSeconds: 0, purpose: 'credit' }, calls: 0 });
  expect(party.requests).toHaveLength(1);
  expect(await other.find('collection')).toBeUndefined();
  expect(await other.find(null)).toBeUndefined();
});
