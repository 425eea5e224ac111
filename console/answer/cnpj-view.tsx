// The answer about a company.

import { type Cnpj, formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import { Facts } from '../design/facts.tsx';
import type { Tone } from '../design/parts.tsx';
import { formatDay } from '../words/format.ts';
import { type CnpjAnswer, matchTones, type Verified } from './facts/answer.ts';
import { Reasons } from './parts/reasons.tsx';
import { answerWords } from './words/answer-words.ts';

export const companyTones: Readonly<Record<NonNullable<CnpjAnswer['company_status']>, Tone>> = {
  active: 'good',
  suspended: 'bad',
  unfit: 'bad',
  closed: 'bad',
  annulled: 'bad',
  unknown: 'warn',
};

export function CnpjView({ verified }: { readonly verified: Verified & { readonly kind: 'cnpj' } }) {
  const words = answerWords();
  const { answer } = verified;
  const { explanation, company_status, foundation_date, mei, matriz } = answer;
  const nameMatch = explanation?.company_name_match ?? 'not_provided';
  return (
    <>
      <Reasons of={verified} />
      <section class="answer-part">
        <Facts
          facts={[
            ['CNPJ', formatCnpj(answer.cnpj as Cnpj)],
            [words.registered, answer.company_name ?? words.unknown],
            [
              words.companyStatus,
              company_status === null ? words.unknown : words.companyStatuses[company_status],
              company_status === null ? 'none' : companyTones[company_status],
            ],
            [words.founded, foundation_date === null ? words.unknown : formatDay(foundation_date)],
            [words.mei, mei === null ? words.unknown : mei ? words.yes : words.no],
            [words.headOffice, matriz === null ? words.unknown : matriz ? words.headOfficeValue : words.branchValue],
            [words.nameMatch, words.nameMatches[nameMatch], matchTones[nameMatch]],
          ]}
        />
      </section>
    </>
  );
}
