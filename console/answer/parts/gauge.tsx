// The score on its three bands.

import { formatNumber } from '../../words/format.ts';
import type { CpfAnswer } from '../facts/answer.ts';
import { answerWords } from '../words/answer-words.ts';

/** The bands of the contract, as shares of a thousand. */
const bands = [
  { level: 'high', from: 0, to: 500 },
  { level: 'medium', from: 500, to: 700 },
  { level: 'low', from: 700, to: 1000 },
] as const;

export function Gauge({ score, level }: { readonly score: number; readonly level: CpfAnswer['risk_level'] }) {
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
