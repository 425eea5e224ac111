// The top of every answer: what to do, the decision and its risk as words, and the ways to take it along.

import { Badge, CopyButton, Sign, type Tone } from '../design/parts.tsx';
import { riskTones, type Verified } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { toReport } from './report.ts';

const statusTones: Readonly<Record<Verified['answer']['status'], Tone>> = {
  verified: 'good',
  not_verified: 'bad',
  not_found: 'bad',
  inconclusive: 'warn',
};

/** What to do comes first, because it is what the reader has to do; who it is and how risky stand beside each other. */
export function Verdict({ verified }: { readonly verified: Verified }) {
  const words = answerWords();
  const { answer } = verified;
  const tone = riskTones[answer.risk_level];
  const status = verified.kind === 'cpf' ? words.status[answer.status] : words.companyStatusLine[answer.status];
  return (
    <div class={`verdict ${tone}`}>
      <span class="verdict-sign">
        <Sign of={tone} />
      </span>
      <div class="stack tight">
        <div>
          <p class="small">{words.recommended}</p>
          <h2 class="verdict-word">{words.action[answer.risk_level]}</h2>
        </div>
        <div class="row">
          <Badge tone={tone}>{words.risk[answer.risk_level]}</Badge>
          <Badge tone={statusTones[answer.status]}>{status}</Badge>
          {verified.isSynthetic && <Badge tone="none">{words.synthetic}</Badge>}
        </div>
      </div>
      <div class="row verdict-acts no-print">
        <CopyButton text={() => toReport(verified)} label={words.copyText} />
        <button type="button" class="button small" onClick={() => print()}>
          {words.print}
        </button>
      </div>
    </div>
  );
}
