// Idempotent answers as a place of personal data. A call whose answer is erased stays on record as one that was made: a repeated one
// asks no source, and is told why there is no answer.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OnceSecrets } from '../../once/answer-once.ts';
import { erasedFingerprint, openAnswer } from '../../once/answer-once.ts';
import type { ErasableCalls, KeptCall } from '../../ports.ts';
import type { Person } from '../person.ts';
import type { PersonalDataPlace } from '../place.ts';

const callsAtOnce = 500;

/** `secrets` of every generation of the master secret. */
export function createCallsPlace(store: ErasableCalls, secrets: readonly OnceSecrets[]): PersonalDataPlace {
  async function* find(person: Person): AsyncGenerator<KeptCall> {
    for (let after = ''; ; ) {
      const calls = await store.listAnswered(after, callsAtOnce);
      for (const call of calls) if (person.isNamedIn(open(call))) yield call;
      await nextTurn();
      const last = calls.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  /** One that no secret opens can be replayed to nobody either. */
  function open(call: KeptCall): string {
    for (const { seal } of secrets) {
      try {
        return openAnswer(seal, call);
      } catch {
        // Of another generation, or damaged.
      }
    }
    return '';
  }

  return {
    async count(person) {
      let count = 0;
      for await (const _ of find(person)) count++;
      return count;
    },
    async erase(person, traces) {
      let count = 0;
      for await (const { id, fingerprint, sealedAnswer } of find(person)) {
        traces.addText(fingerprint);
        traces.addBytes(sealedAnswer);
        await store.eraseAnswer(id, erasedFingerprint);
        count++;
      }
      return count;
    },
  };
}
