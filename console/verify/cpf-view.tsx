// The answer about a person, as a person wants to read it.

import type { ComponentChildren } from 'preact';
import { type Cpf, formatCpf } from '../../src/domain/numbers/cpf.ts';
import { Badge, type Tone } from '../design/parts.tsx';
import { formatMs, formatTime } from '../words/format.ts';
import type { CpfAnswer } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { Facts } from './facts.tsx';
import { Gauge } from './gauge.tsx';
import { Waterfall } from './waterfall.tsx';

type Sources = NonNullable<CpfAnswer['explanation']>['sources'];
const outcomeTones: Readonly<Record<Sources['bureau_a']['outcome'], Tone>> = {
  answered: 'good',
  not_found: 'warn',
  unavailable: 'bad',
};

export function CpfView({ answer }: { readonly answer: CpfAnswer }) {
  const words = answerWords();
  const { explanation } = answer;
  const similarity = explanation?.name_similarity ?? null;
  const nameMatch = words.nameMatches[answer.name_match];
  const likeness = similarity === null ? '' : ` (${words.similarity(Math.round(similarity * 100))})`;
  return (
    <>
      <section class="answer-part score-part">
        <div>
          <h3>{words.score}</h3>
          <div class="score number">{answer.score}</div>
        </div>
        <Gauge score={answer.score} level={answer.risk_level} />
      </section>
      <section class="answer-part">
        <h3>{words.reasons}</h3>
        <ul class="reasons">
          {explanation?.reasons.map((reason) => (
            <li key={reason}>{words.person[reason]}</li>
          ))}
        </ul>
      </section>
      <section class="answer-part">
        <Facts
          facts={[
            ['CPF', formatCpf(answer.cpf as Cpf)],
            [words.registered, answer.name ?? words.unknown],
            [words.nameMatch, nameMatch + likeness],
            [words.birthDateMatch, words.nameMatches[explanation?.birth_date_match ?? 'not_provided']],
            [words.at, formatTime(answer.processed_at)],
            [words.policy, explanation?.policy_version ?? ''],
            [words.requestId, answer.request_id],
          ]}
        />
      </section>
      {explanation !== undefined && (
        <section class="answer-part">
          <h3>{words.sources}</h3>
          <div class="scroll">
            <table>
              <tbody>
                <Source of="bureau_a" sources={explanation.sources}>
                  {words.standing}: {words.registration[answer.bureau_a.status]} · {words.debts}:{' '}
                  {toYesNo(answer.bureau_a.pending_debts)}
                </Source>
                <Source of="bureau_b" sources={explanation.sources}>
                  {words.standing}: {words.registration[answer.bureau_b.status]} · {words.ownScore}:{' '}
                  {answer.bureau_b.score ?? words.unknown}
                </Source>
                <Source of="fraud_registry" sources={explanation.sources}>
                  {words.alert}: {toYesNo(answer.fraud_registry.fraud_alert)}
                </Source>
              </tbody>
            </table>
          </div>
        </section>
      )}
      <section class="answer-part">
        <h3>{words.howMade}</h3>
        <Waterfall answer={answer} />
      </section>
    </>
  );
}

interface SourceProps {
  readonly of: keyof Sources;
  readonly sources: Sources;
  readonly children: ComponentChildren;
}

function Source({ of, sources, children }: SourceProps) {
  const words = answerWords();
  const { outcome, reason, latency_ms, cached } = sources[of];
  return (
    <tr>
      <th scope="row" class="source-name">
        {words.source[of]}
      </th>
      <td>
        <Badge tone={outcomeTones[outcome]}>{words.outcome[outcome]}</Badge>
        <div class="small quiet source-facts">{reason === null ? children : words.unavailable[reason]}</div>
      </td>
      <td class="end small quiet">
        {formatMs(latency_ms)}
        {cached && <div>{words.cached}</div>}
      </td>
    </tr>
  );
}

function toYesNo(value: boolean | null): string {
  const words = answerWords();
  return value === null ? words.unknown : value ? words.yes : words.no;
}
