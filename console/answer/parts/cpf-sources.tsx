// What each source said, by what it means: a source that answered with an alert is no green tick.

import type { ComponentChildren } from 'preact';
import { Badge, type Tone } from '../../design/parts.tsx';
import { formatDuration, formatMs, formatNumber } from '../../words/format.ts';
import { type CpfAnswer, listFurtherSources } from '../facts/answer.ts';
import { answerWords } from '../words/answer-words.ts';
import { toSourceName, toUnavailableWord } from '../words/source-words.ts';

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
  const { bureau_a, bureau_b, fraud_registry } = answer;
  return (
    <table class="cards sources">
      <tbody>
        <Source of="bureau_a" sources={sources}>
          <Registration status={bureau_a.status} />
          <Debts pendingDebts={bureau_a.pending_debts} />
        </Source>
        <Source of="bureau_b" sources={sources}>
          <Registration status={bureau_b.status} />
          <OwnScore score={bureau_b.score} />
        </Source>
        <Source of="fraud_registry" sources={sources}>
          <Alert fraudAlert={fraud_registry.fraud_alert} />
        </Source>
        {listFurtherSources(sources).map(([name, said]) => (
          <Source key={name} of={name} sources={sources}>
            {said.status !== undefined && <Registration status={said.status} />}
            {said.pending_debts !== undefined && <Debts pendingDebts={said.pending_debts} />}
            {said.score !== undefined && <OwnScore score={said.score} />}
            {said.fraud_alert !== undefined && <Alert fraudAlert={said.fraud_alert} />}
          </Source>
        ))}
      </tbody>
    </table>
  );
}

function Registration({ status }: { readonly status: CpfAnswer['bureau_a']['status'] }) {
  const words = answerWords();
  return <Badge tone={registrationTones[status]}>{`${words.standing}: ${words.registration[status]}`}</Badge>;
}

function Debts({ pendingDebts }: { readonly pendingDebts: boolean | null }) {
  const debts = toYesNo(pendingDebts);
  const tone: Tone = ({ yes: 'warn', no: 'good', unknown: 'none' } as const)[debts];
  return <Badge tone={tone}>{answerWords().debtsWords[debts]}</Badge>;
}

function OwnScore({ score }: { readonly score: number | null }) {
  const words = answerWords();
  return <Badge tone="none">{words.ownScoreOf(score === null ? words.unknown : formatNumber(score))}</Badge>;
}

function Alert({ fraudAlert }: { readonly fraudAlert: boolean | null }) {
  const alert = toYesNo(fraudAlert);
  const tone: Tone = ({ yes: 'bad', no: 'good', unknown: 'warn' } as const)[alert];
  return <Badge tone={tone}>{answerWords().alertWords[alert]}</Badge>;
}

interface SourceProps {
  readonly of: string;
  readonly sources: Sources;
  readonly children: ComponentChildren;
}

/**
 * The component separates the outcome of the call from the content of the answer. It shows the outcome quietly, and as a fault only if the source
 * said nothing.
 */
function Source({ of, sources, children }: SourceProps) {
  const words = answerWords();
  const {
    outcome,
    reason,
    latency_ms,
    cached,
    kept_answer,
    signals = {},
  } = (sources as Readonly<Record<string, Sources['bureau_a']>>)[of] as Sources['bureau_a'];
  return (
    <tr>
      <th scope="row" class="source-name">
        {toSourceName(of)}
      </th>
      <td>
        <div class="row">
          {outcome === 'answered' ? (
            <>
              {children}
              {Object.entries(signals).map(([name, value]) => (
                <Badge key={name} tone="none">{`${name}: ${value}`}</Badge>
              ))}
            </>
          ) : (
            <>
              <Badge tone={outcome === 'not_asked' ? 'none' : 'warn'}>{words.outcome[outcome]}</Badge>
              {reason !== null && <span class="small">{toUnavailableWord(reason)}</span>}
            </>
          )}
        </div>
      </td>
      <td class="end small quiet">
        {outcome !== 'not_asked' && words.answeredIn(formatMs(latency_ms))}
        {cached && <div>{kept_answer ? words.keptFor(formatDuration(kept_answer.age_seconds)) : words.cached}</div>}
      </td>
    </tr>
  );
}

function toYesNo(value: boolean | null): 'yes' | 'no' | 'unknown' {
  return value === null ? 'unknown' : value ? 'yes' : 'no';
}
