// What each source said, by what it means: a source that answered with an alert is no green tick.

import type { ComponentChildren } from 'preact';
import { Badge, type Tone } from '../design/parts.tsx';
import { formatMs } from '../words/format.ts';
import type { CpfAnswer } from './answer.ts';
import { answerWords } from './answer-words.ts';

type Sources = NonNullable<CpfAnswer['explanation']>['sources'];

const registrationTones: Readonly<Record<CpfAnswer['bureau_a']['status'], Tone>> = {
  regular: 'good',
  pending_regularization: 'warn',
  suspended: 'bad',
  cancelled: 'bad',
  deceased: 'bad',
  annulled: 'bad',
  unknown: 'warn',
  not_reported: 'none',
  not_found: 'warn',
  unavailable: 'warn',
};

export function CpfSources({ answer, sources }: { readonly answer: CpfAnswer; readonly sources: Sources }) {
  const words = answerWords();
  const { bureau_a, bureau_b, fraud_registry } = answer;
  const debts = toYesNo(bureau_a.pending_debts);
  const alert = toYesNo(fraud_registry.fraud_alert);
  return (
    <table class="sources">
      <tbody>
        <Source of="bureau_a" sources={sources}>
          <Registration status={bureau_a.status} />
          <Badge tone={{ yes: 'warn', no: 'good', unknown: 'none' }[debts] as Tone}>{words.debtsWords[debts]}</Badge>
        </Source>
        <Source of="bureau_b" sources={sources}>
          <Registration status={bureau_b.status} />
          <Badge tone="none">{words.ownScoreOf(String(bureau_b.score ?? words.unknown))}</Badge>
        </Source>
        <Source of="fraud_registry" sources={sources}>
          <Badge tone={{ yes: 'bad', no: 'good', unknown: 'warn' }[alert] as Tone}>{words.alertWords[alert]}</Badge>
        </Source>
      </tbody>
    </table>
  );
}

function Registration({ status }: { readonly status: CpfAnswer['bureau_a']['status'] }) {
  const words = answerWords();
  return <Badge tone={registrationTones[status]}>{`${words.standing}: ${words.registration[status]}`}</Badge>;
}

interface SourceProps {
  readonly of: keyof Sources;
  readonly sources: Sources;
  readonly children: ComponentChildren;
}

/** How it went with the asking is told apart from what was said: quietly, and as a fault only where nothing was said. */
function Source({ of, sources, children }: SourceProps) {
  const words = answerWords();
  const { outcome, reason, latency_ms, cached } = sources[of];
  return (
    <tr>
      <th scope="row" class="source-name">
        {words.source[of]}
      </th>
      <td>
        <div class="row">
          {outcome === 'answered' ? (
            children
          ) : (
            <>
              <Badge tone="warn">{words.outcome[outcome]}</Badge>
              {reason !== null && <span class="small">{words.unavailable[reason]}</span>}
            </>
          )}
        </div>
      </td>
      <td class="end small quiet">
        {words.answeredIn(formatMs(latency_ms))}
        {cached && <div>{words.cached}</div>}
      </td>
    </tr>
  );
}

function toYesNo(value: boolean | null): 'yes' | 'no' | 'unknown' {
  return value === null ? 'unknown' : value ? 'yes' : 'no';
}
