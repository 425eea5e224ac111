// The head of an answer in words: one sentence that says what to do and why, and those that say what was not checked and what was. The
// screen, the print, the copied text and the audit say the same.

import { findCoverage, type ToldCoverage } from '../../../src/domain/coverage/coverage.ts';
import { toCheckedSentence, toCoverageSentence } from '../../../src/domain/coverage/coverage-words.ts';
import { findReasonWords } from '../../../src/domain/person/reason-words.ts';
import { toPurposeName } from '../../design/fields/purpose-field.tsx';
import { formatDay } from '../../words/format.ts';
import { language } from '../../words/language.ts';
import { findScreening, type Verified } from '../facts/answer.ts';
import { type Conclusion, conclude, concludeDecided, type Decided } from '../facts/conclusion.ts';
import { answerWords } from './answer-words.ts';
import { findListedSentence, type ListHit } from './listed.ts';

export interface Head {
  readonly conclusion: Conclusion;
  readonly sentence: string;
  /** `coverage` holds one sentence for each fact. Facts that were not checked come first. */
  readonly coverage: readonly string[];
}

export function toHead(verified: Verified): Head {
  const conclusion = conclude(verified);
  return {
    conclusion,
    sentence: toConclusionSentence(conclusion, verified.kind, findScreening(verified)?.hits),
    coverage: toCoverageSentences(findCoverage(verified.answer.explanation), verified.kind),
  };
}

/** The head of a record: what its answer said. */
export function toRecordedHead(decided: Decided, hits?: readonly ListHit[]): string {
  return toConclusionSentence(concludeDecided(decided), decided.kind, hits);
}

function toConclusionSentence(
  { act, because = 'all_checks_passed', more }: Conclusion,
  kind: Verified['kind'],
  hits: readonly ListHit[] | undefined,
): string {
  const words = answerWords();
  const isInOrder = act === 'complete' && because === 'all_checks_passed';
  const reason = isInOrder ? words.numberInOrder[kind] : toReasonSentence(because, kind, hits);
  return words.head(words.act[kind][act], toMiddle(reason), more);
}

/** A code of another version as it is. A reason of the lists names those that hit. */
export function toReasonSentence(code: string, kind: Verified['kind'], hits: readonly ListHit[] = []): string {
  const known: Readonly<Record<string, string>> = answerWords().company;
  const sentence = kind === 'cpf' ? findReasonWords(code)?.[language.value] : known[code];
  return findListedSentence(code, hits) ?? sentence ?? code;
}

/** A whole sentence as it stands behind a colon. */
function toMiddle(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/**
 * Builds the sentences with the service's own engine. The console never states on its own that something was checked. `list` returns the name of a
 * list.
 */
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
