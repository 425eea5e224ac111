// The answer about a person, as a person wants to read it.

import { type Cpf, formatCpf } from '../../src/domain/numbers/cpf.ts';
import { Facts } from '../design/facts.tsx';
import { formatNumber } from '../words/format.ts';
import { findBaseScore, matchTones, riskTones, type Verified } from './facts/answer.ts';
import { CpfSources } from './parts/cpf-sources.tsx';
import { Gauge } from './parts/gauge.tsx';
import { Reasons } from './parts/reasons.tsx';
import { Waterfall } from './parts/waterfall.tsx';
import { answerWords } from './words/answer-words.ts';

export function CpfView({ verified }: { readonly verified: Verified & { readonly kind: 'cpf' } }) {
  const words = answerWords();
  const { answer } = verified;
  const { explanation } = answer;
  const similarity = explanation?.name_similarity ?? null;
  const birthDate = explanation?.birth_date_match ?? 'not_provided';
  const likeness =
    similarity === null || answer.name_match !== 'partial'
      ? ''
      : ` (${words.similarity(Math.round(similarity * 100))})`;
  return (
    <>
      <Reasons of={verified} />
      <section class="answer-part">
        <Facts
          facts={[
            ['CPF', formatCpf(answer.cpf as Cpf)],
            [words.registered, answer.name ?? words.unknown],
            [words.nameMatch, words.nameMatches[answer.name_match] + likeness, matchTones[answer.name_match]],
            [words.birthDateMatch, words.nameMatches[birthDate], matchTones[birthDate]],
          ]}
        />
      </section>
      {explanation !== undefined && (
        <section class="answer-part">
          <h3>{words.sources}</h3>
          <CpfSources answer={answer} sources={explanation.sources} />
        </section>
      )}
      <section class="answer-part score-part">
        <div>
          <h3>{words.score}</h3>
          <div class="score number">{formatNumber(answer.score)}</div>
        </div>
        <Gauge score={answer.score} level={answer.risk_level} />
      </section>
      <section class="answer-part">
        <h3>{words.howMade}</h3>
        <Waterfall
          bureauScore={findBaseScore(answer)}
          factors={explanation?.score_factors ?? []}
          score={answer.score}
          tone={riskTones[answer.risk_level]}
        />
        {explanation !== undefined && (
          <p class="small quiet">
            {words.policy} {explanation.policy_version}
          </p>
        )}
      </section>
    </>
  );
}
