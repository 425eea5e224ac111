// Idempotent answers as a place of personal data. A call whose answer is erased stays on record as one that was made: a repeated one
// asks no source, and is told why there is no answer.

import { erasedFingerprint, openAnswer } from '../../idempotency/answer-once.ts';
import type { ErasableCalls, KeptCall } from '../../idempotency/ports.ts';
import type { Seal } from '../../seal.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const callsAtOnce = 500;

export function createCallsPlace(store: ErasableCalls, seal: Seal): PersonalDataPlace {
  /** One that no secret opens can be replayed to nobody either. */
  function open(call: KeptCall): string {
    try {
      return openAnswer(seal, call);
    } catch {
      return '';
    }
  }

  return createListedPlace<KeptCall>({
    list: (after) => store.listAnswered(after?.id ?? '', callsAtOnce),
    isTheirs: (call, person) => person.isNamedIn(open(call)),
    async erase({ id, fingerprint, sealedAnswer }, traces) {
      traces.addText(fingerprint);
      traces.addBytes(sealedAnswer);
      await store.eraseAnswer(id, erasedFingerprint);
    },
  });
}
