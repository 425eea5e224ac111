// The head of an answer in words: one sentence that says what to do and why, and those that say what was not checked and what was. The
// screen, the print, the copied text and the audit say the same.

import { findCoverage, type ToldCoverage } from '../../../src/domain/coverage/coverage.ts';
import { toCheckedSentence, toCoverageSentence } from '../../../src/domain/coverage/coverage-words.ts';
import { findReasonWords } from '../../../src/domain/person/reason-words.ts';
import { toAct } from '../../../src/domain/risk/act-words.ts';
import { toPurposeName } from '../../design/fields/purpose-field.tsx';
import { formatDay } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import type { Verified } from '../facts/answer.ts';
import { type Conclusion, conclude, sortReasons } from '../facts/conclusion.ts';
import { answerWords } from './answer-words.ts';

export interface Head {
  readonly conclusion: Conclusion;
  readonly sentence: string;
  /** What was not checked first; a sentence each. */
  readonly coverage: readonly string[];
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
    coverage: toCoverageSentences(findCoverage(verified.answer.explanation), verified.kind),
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

/** By the service's own engine: nothing here says by itself that something was checked. `list`: what a list is called. */
export function toCoverageSentences(
  told: ToldCoverage | undefined,
  kind: Verified['kind'] | 'screen',
  list?: (list: string) => string,
): readonly string[] {
  const writing = { day: formatDay, purpose: toPurposeName, list };
  const words = { language: language.value, writing };
  const unchecked = toCoverageSentence(told, { kind, ...words });
  const checked = told === undefined ? '' : toCheckedSentence(told, words);
  return [unchecked, checked].filter((sentence) => sentence !== '');
}
