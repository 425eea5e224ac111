// Idempotent answers as a place of personal data. A call whose answer is erased stays on record as one that was made: a repeated one
// asks no source, and is told why there is no answer.

import { erasedFingerprint, openAnswer } from '../../idempotency/answer-once.ts';
import type { ErasableCalls, KeptCall } from '../../idempotency/ports.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import { isAbout } from '../person.ts';
import { createListedPlace, type PersonalDataPlace } from '../place.ts';

const callsAtOnce = 500;

export function createCallsPlace(store: ErasableCalls, seal: RowSeal): PersonalDataPlace {
  const open = (call: KeptCall) =>
    seal.findOpened({ table: 'idempotent_calls', id: call.id }, () => openAnswer(seal, call));

  return createListedPlace<KeptCall>({
    list: (after) => store.listAnswered(after?.id ?? '', callsAtOnce),
    isTheirs: (call, person) => isAbout(person, open(call)),
    async erase({ id, fingerprint, sealedAnswer }, traces) {
      traces.addText(fingerprint);
      traces.addBytes(sealedAnswer);
      await store.eraseAnswer(id, erasedFingerprint);
    },
  });
}
