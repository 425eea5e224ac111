// The top of every answer: one sentence that says what to do and why, those that say what was checked and what was not, and the ways to take it along.

import { findCoverage } from '../../../src/domain/coverage/coverage.ts';
import { unavailableReasons } from '../../../src/domain/person/evidence.ts';
import { CompanyLink } from '../../ask/company-link.tsx';
import { isPromised } from '../../ask/sandbox.ts';
import { mayAskLive } from '../../ask/way.ts';
import { FictitiousBanner } from '../../design/fictitious.tsx';
import { Badge, CopyButton } from '../../design/parts.tsx';
import { partWords } from '../../design/words.ts';
import { formatNumber } from '../../words/format.ts';
import { type Answered, riskTones } from '../facts/answer.ts';
import { toDecided } from '../facts/conclusion.ts';
import { answerWords } from '../words/answer-words.ts';
import { findCustomerText } from '../words/customer-text.ts';
import { toReport } from '../words/report.ts';
import { toHead } from '../words/sentences.ts';
import { AnswerHead } from './frame.tsx';

export interface VerdictProps {
  readonly answered: Answered;
  /** The callback is absent if the operator looks at an old answer, because such an answer can only be read. */
  readonly onRetry?: () => void;
  readonly onComplete?: () => void;
  readonly onNext?: () => void;
}

/** Neither where there is no such company, nor where real ones are beyond the reader. */
function isCompanyOpen({ verified }: Answered): boolean {
  if (verified.kind !== 'cnpj' || verified.answer.company_status === null) return false;
  return verified.isSynthetic || mayAskLive.value === true;
}

/** Tells whether a retry may help. The page does not repeat a question that only a change of the settings could answer. */
function mayAnswerLater(reason: string): boolean {
  return reason !== 'not_configured' && unavailableReasons.some((known) => known === reason);
}

function toMarked(text: string): string {
  const banner = `*** ${partWords().fictitious} ***`;
  return [banner, text, banner].join('\n');
}

export function Verdict({ answered, onRetry, onComplete, onNext }: VerdictProps) {
  const words = answerWords();
  const { verified } = answered;
  const { answer } = verified;
  const { conclusion, sentence, coverage } = toHead(verified);
  const { tone, isNumberOnly } = conclusion;
  const number = verified.kind === 'cpf' ? verified.answer.cpf : verified.answer.cnpj;
  const forCustomer = findCustomerText(toDecided(verified), answer.request_id);
  const isMissingSource = findCoverage(answer.explanation)?.not_checked.some(
    ({ source, reason }) => source !== undefined && mayAnswerLater(reason),
  );
  return (
    <>
      {verified.isSynthetic && (
        <FictitiousBanner id="answer-fictitious">
          {!isPromised(number) && <span>{words.notPromised}</span>}
        </FictitiousBanner>
      )}
      <AnswerHead
        tone={tone}
        id="answer-head"
        sentence={sentence}
        coverage={coverage}
        coverageId="answer-coverage"
        acts={
          <>
            {isNumberOnly && onComplete !== undefined && (
              <button type="button" class="button small" onClick={onComplete}>
                {words.complete}
              </button>
            )}
            {isMissingSource && onRetry !== undefined && (
              <button type="button" class="button small" onClick={onRetry}>
                {words.retry}
              </button>
            )}
            {verified.kind === 'cnpj' && isCompanyOpen(answered) && (
              <CompanyLink cnpj={number} asked={verified.isSynthetic ? 'sandbox' : 'live'}>
                {words.companyPage}
              </CompanyLink>
            )}
            <CopyButton text={() => toReport(answered)} label={words.copyText} />
            {forCustomer !== undefined && (
              <CopyButton
                text={() => (verified.isSynthetic ? toMarked(forCustomer) : forCustomer)}
                label={words.copyForCustomer}
              />
            )}
            <button type="button" class="button small" onClick={() => print()}>
              {partWords().print}
            </button>
            {onNext !== undefined && (
              <button type="button" class="button small" onClick={onNext}>
                {words.next}
              </button>
            )}
          </>
        }
      >
        <div class="row">
          <Badge tone={riskTones[answer.risk_level]}>{words.risk[answer.risk_level]}</Badge>
          {verified.kind === 'cpf' && <Badge tone="none">{words.scoreOf(formatNumber(verified.answer.score))}</Badge>}
        </div>
      </AnswerHead>
    </>
  );
}
