// The answer about a person, as a person wants to read it.

import { type Cpf, formatCpf } from '../../src/domain/numbers/cpf.ts';
import { Facts } from '../design/facts.tsx';
import { formatNumber } from '../words/format.ts';
import { type CpfAnswer, findBaseScore, matchTones, riskTones, type Verified } from './facts/answer.ts';
import { CpfSources } from './parts/cpf-sources.tsx';
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
            [words.birthDateMatch, words.birthMatches[birthDate], matchTones[birthDate]],
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

/** The bands of the contract, as shares of a thousand. */
const bands = [
  { level: 'high', from: 0, to: 500 },
  { level: 'medium', from: 500, to: 700 },
  { level: 'low', from: 700, to: 1000 },
] as const;

/** The score on its three bands. */
function Gauge({ score, level }: { readonly score: number; readonly level: CpfAnswer['risk_level'] }) {
  const words = answerWords();
  return (
    <div class="gauge" role="img" aria-label={`${words.scoreOf(formatNumber(score))}, ${words.risk[level]}`}>
      <div class="gauge-scale">
        {bands.map((band) => (
          <div
            key={band.level}
            class={`gauge-band ${band.level} ${band.level === level ? 'chosen' : ''}`}
            style={{ width: `${(band.to - band.from) / 10}%` }}
          />
        ))}
        <div class="gauge-mark" style={{ left: `${score / 10}%` }} />
      </div>
      <div class="gauge-legend">
        {bands.map((band) => (
          <span key={band.level} style={{ width: `${(band.to - band.from) / 10}%` }}>
            <span class="number">{band.from}</span> {words.bands[band.level]}
          </span>
        ))}
      </div>
    </div>
  );
}
