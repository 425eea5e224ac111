// The answer about a company.

import { type Cnpj, formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import { formatDay } from '../words/format.ts';
import type { CnpjAnswer } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { Facts } from './facts.tsx';

export function CnpjView({ answer }: { readonly answer: CnpjAnswer }) {
  const words = answerWords();
  const { explanation, company_status, foundation_date, mei, matriz } = answer;
  const orUnknown = (text: string | undefined) => text ?? words.unknown;
  return (
    <>
      <section class="answer-part">
        <h3>{words.reasons}</h3>
        <ul class="reasons">
          {explanation?.reasons.map((reason) => (
            <li key={reason}>{words.company[reason]}</li>
          ))}
        </ul>
      </section>
      <section class="answer-part">
        <Facts
          facts={[
            ['CNPJ', formatCnpj(answer.cnpj as Cnpj)],
            [words.registered, answer.company_name ?? words.unknown],
            [
              words.companyStatus,
              orUnknown(company_status === null ? undefined : words.companyStatuses[company_status]),
            ],
            [words.founded, foundation_date === null ? words.unknown : formatDay(foundation_date)],
            [words.mei, mei === null ? words.unknown : mei ? words.yes : words.no],
            [words.headOffice, matriz === null ? words.unknown : matriz ? words.headOfficeValue : words.branchValue],
            [words.nameMatch, words.nameMatches[explanation?.company_name_match ?? 'not_provided']],
            [words.dataAsOf, explanation === undefined ? '' : formatDay(explanation.data_as_of)],
            [words.policy, explanation?.policy_version ?? ''],
            [words.requestId, answer.request_id],
          ]}
        />
      </section>
    </>
  );
}
