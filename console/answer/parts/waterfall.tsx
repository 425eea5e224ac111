// How the score was made, factor by factor: a table whose last column draws what each factor took away.

import { consoleState } from '../../api/client.ts';
import type { Tone } from '../../design/parts.tsx';
import { TableHead } from '../../design/table/table-head.tsx';
import { formatNumber } from '../../words/format.ts';
import { type CpfAnswer, toWaterfall } from '../facts/answer.ts';
import { answerWords } from '../words/answer-words.ts';
import { toReasonSentence } from '../words/sentences.ts';

interface WaterfallProps {
  /** The value is null if bureau B computed no score. */
  readonly bureauScore: number | null;
  readonly factors: NonNullable<CpfAnswer['explanation']>['score_factors'];
  readonly score: number;
  readonly tone: Tone;
}

export function Waterfall({ bureauScore, factors, score, tone }: WaterfallProps) {
  const words = answerWords();
  const { base, steps } = toWaterfall(
    { bureau_b: { score: bureauScore }, score_factors: factors },
    consoleState.value?.base_without_score ?? 0,
  );
  return (
    <table class="waterfall">
      <TableHead columns={[words.step, { end: words.value }, { hidden: words.howMade, place: 'wide-only' }]} />
      <tbody>
        <tr>
          <td>{bureauScore === null ? words.startWithout : words.start}</td>
          <td class="end">{formatNumber(base)}</td>
          <td class="wide-only">
            <Bar from={0} to={base} kind="whole" />
          </td>
        </tr>
        {steps.map(({ code, penalty, cap, before, after }) => (
          <tr key={`${code}-${cap}`}>
            <td>
              {toReasonSentence(code, 'cpf')}
              <div class="small quiet">
                {penalty > 0 ? words.penalty(formatNumber(penalty)) : words.cap(formatNumber(cap ?? 1000))}
                {before === after && ` (${words.noEffect})`}
              </div>
            </td>
            <td class="end">{before === after ? '0' : `−${formatNumber(before - after)}`}</td>
            <td class="wide-only">
              <Bar from={after} to={before} kind="loss" />
            </td>
          </tr>
        ))}
        <tr class="total">
          <td>{words.final}</td>
          <td class="end">{formatNumber(score)}</td>
          <td class="wide-only">
            <Bar from={0} to={score} kind={tone} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Bar({ from, to, kind }: { readonly from: number; readonly to: number; readonly kind: string }) {
  return (
    <div class="fall" aria-hidden="true">
      <div class={`fall-bar ${kind}`} style={{ left: `${from / 10}%`, width: `${Math.max(0, to - from) / 10}%` }} />
    </div>
  );
}
