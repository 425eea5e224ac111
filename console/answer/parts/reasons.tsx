// The reasons of an answer, where there is more than the one that its head names.

import { findScreening, type Verified } from '../facts/answer.ts';
import { listReasons } from '../facts/conclusion.ts';
import { answerWords } from '../words/answer-words.ts';
import { toReasonSentence } from '../words/sentences.ts';
import { AnswerPart } from './frame.tsx';

export function Reasons({ of }: { readonly of: Verified }) {
  const reasons = listReasons(of);
  if (reasons.length < 2) return null;
  return (
    <AnswerPart title={answerWords().reasons}>
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason}>{toReasonSentence(reason, of.kind, findScreening(of)?.hits)}</li>
        ))}
      </ul>
    </AnswerPart>
  );
}
