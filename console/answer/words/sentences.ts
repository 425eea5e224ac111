// The head of an answer in words: one sentence that says what to do and why, and one that says what was not checked. The screen, the
// print, the copied text and the audit say the same.

import { findReasonWords } from '../../../src/domain/person/reason-words.ts';
import { toAct } from '../../../src/domain/risk/act-words.ts';
import { formatList } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import type { Verified } from '../facts/answer.ts';
import { type Conclusion, conclude, sortReasons, type Unchecked } from '../facts/conclusion.ts';
import { answerWords } from './answer-words.ts';

export interface Head {
  readonly conclusion: Conclusion;
  readonly sentence: string;
  readonly unchecked: string;
}

export function toHead(verified: Verified): Head {
  const words = answerWords();
  const conclusion = conclude(verified);
  const { act, because, more } = conclusion;
  const reason =
    act === 'complete' && because === 'all_checks_passed'
      ? words.numberInOrder[verified.kind]
      : toReasonSentence(because ?? 'all_checks_passed', verified.kind);
  return {
    conclusion,
    sentence: words.head(words.act[verified.kind][act], toMiddle(reason), more),
    unchecked: toUnchecked(conclusion, verified.kind),
  };
}

/** The head of a record, of which only the risk and the reasons are kept. */
export function toRecordedHead(kind: Verified['kind'], risk: string, reasons: readonly string[]): string {
  const words = answerWords();
  const [because = 'all_checks_passed', ...more] = sortReasons(reasons);
  const isUnexplained = because === 'all_checks_passed' && risk !== 'low' && kind === 'cpf';
  const reason = toReasonSentence(isUnexplained ? 'low_bureau_score' : because, kind);
  return words.head(words.act[kind][toAct(risk)], toMiddle(reason), more.length);
}

/** A code of another version as it is. */
export function toReasonSentence(code: string, kind: Verified['kind']): string {
  const words = answerWords();
  const known: Readonly<Record<string, string>> = words.company;
  return (kind === 'cpf' ? findReasonWords(code)?.[language.value] : known[code]) ?? code;
}

/** A whole sentence as it stands behind a colon. */
function toMiddle(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function toUnchecked({ isNumberOnly, unchecked }: Conclusion, kind: Verified['kind']): string {
  const words = answerWords();
  const sentences = [
    ...(isNumberOnly ? [words.numberOnly[kind]] : []),
    ...(unchecked.length > 0 ? [words.unchecked(toList(unchecked))] : []),
  ];
  return sentences.length === 0 ? words.allChecked : sentences.join(' ');
}

function toList(unchecked: readonly Unchecked[]): string {
  const names = answerWords().uncheckedNames;
  return formatList(unchecked.map((one) => names[one]));
}
