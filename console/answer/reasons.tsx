// The reasons of an answer, where there is more than the one that its head names.

import type { Verified } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { toReasons } from './conclusion.ts';
import { AnswerPart } from './frame.tsx';
import { toReasonSentence } from './sentences.ts';

export function Reasons({ of }: { readonly of: Verified }) {
  const reasons = toReasons(of);
  if (reasons.length < 2) return null;
  return (
    <AnswerPart title={answerWords().reasons}>
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason}>{toReasonSentence(reason, of.kind)}</li>
        ))}
      </ul>
    </AnswerPart>
  );
}
