// How many files are read at one time, and how many of them may be one operator's: whoever sends slowly must not keep the others waiting.

import type { OperatorId } from '../../../domain/access/operator.ts';
import { AppError } from '../../../errors.ts';

/** Each reads a file in this process; the next one is told to come again. */
const placesMax = 8;
const perOperatorMax = 2;
const retryAfterSeconds = 5;

export interface UploadSlots {
  /** Throws where there is no place; gives what leaves it again, and does so once. */
  take(operatorId: OperatorId): () => void;
}

export function createUploadSlots(): UploadSlots {
  const taken = new Map<OperatorId, number>();
  let all = 0;
  return {
    take(operatorId) {
      const own = taken.get(operatorId) ?? 0;
      if (own >= perOperatorMax) throw new AppError('overloaded', { retryAfterSeconds, detail: ownDetail });
      if (all >= placesMax) throw new AppError('overloaded', { retryAfterSeconds, detail: allDetail });
      all++;
      taken.set(operatorId, own + 1);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        all--;
        const left = (taken.get(operatorId) ?? 1) - 1;
        if (left === 0) taken.delete(operatorId);
        else taken.set(operatorId, left);
      };
    },
  };
}

const ownDetail = {
  en: `You are sending ${perOperatorMax} files already. Wait until one of them is through.`,
  pt: `Você já está enviando ${perOperatorMax} arquivos. Espere um deles terminar.`,
};
const allDetail = {
  en: 'Many files are being sent at the moment. Try again in a few seconds.',
  pt: 'Muitos arquivos estão sendo enviados agora. Tente de novo em alguns segundos.',
};
