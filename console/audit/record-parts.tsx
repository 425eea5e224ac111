// What a record holds, part by part: the proof that nobody changed it, and the decision with what it was made of.

import type { AuditRecordView } from '../../src/http/console/contract.ts';
import { toRiskTone } from '../answer/facts/answer.ts';
import { sortReasons } from '../answer/facts/conclusion.ts';
import { Waterfall } from '../answer/parts/waterfall.tsx';
import { answerWords } from '../answer/words/answer-words.ts';
import type { ListHit } from '../answer/words/listed.ts';
import { toReasonSentence } from '../answer/words/sentences.ts';
import { toSourceName, toUnavailableWord } from '../answer/words/source-words.ts';
import { Badge, type Tone } from '../design/parts.tsx';
import { formatDuration, formatNumber, formatPrice, formatTime } from '../words/format.ts';
import { auditWords } from './words.ts';

const replayTones: Readonly<Record<AuditRecordView['replay']['kind'], Tone>> = {
  same: 'good',
  different: 'bad',
  impossible: 'none',
};
const proofTones: Readonly<Record<AuditRecordView['proof']['kind'], Tone>> = {
  signed: 'good',
  unsigned: 'warn',
  broken: 'bad',
};

export function Proof({
  record: { replay, proof, sequence, hash, verification },
}: {
  readonly record: AuditRecordView;
}) {
  const words = auditWords();
  return (
    <dl class="facts">
      {verification !== null && (
        <div>
          <dt>{words.replay}</dt>
          <dd>
            <Badge tone={replayTones[replay.kind]}>{words.replays[replay.kind]}</Badge>
          </dd>
        </div>
      )}
      <div>
        <dt>{words.proof}</dt>
        <dd>
          <Badge tone={proofTones[proof.kind]}>{words.proofs[proof.kind]}</Badge>
          <div class="small quiet">
            {words.place(sequence)}
            {proof.kind === 'signed' && `, ${words.signedAt(formatTime(proof.at), proof.sequence)}`}
            {proof.kind === 'broken' && `, ${words.brokenAt(proof.sequence)}`}
          </div>
        </dd>
      </div>
      <div>
        <dt>{words.hash}</dt>
        <dd class="mono hash">{hash}</dd>
      </div>
    </dl>
  );
}

/** The hits of a recorded decision, as its answer told them: without those that somebody had cleared. */
export function listRecordedHits({ screening }: Pick<DecisionProps['verification'], 'screening'>): readonly ListHit[] {
  return (screening?.hits ?? [])
    .filter(({ clearance }) => clearance === undefined)
    .map(({ row, strength, state }) => ({ list: row.slice(0, row.indexOf(':')), strength, state }));
}

interface DecisionProps {
  readonly record: AuditRecordView;
  readonly verification: NonNullable<AuditRecordView['verification']>;
}

export function Decision({ record: { kind, score, risk_level }, verification }: DecisionProps) {
  const words = auditWords();
  const answers = answerWords();
  const { reasons, factors, sources, base_score, costs = [] } = verification;
  const of = kind === 'cpf' ? 'cpf' : 'cnpj';
  return (
    <>
      <div class="record-parts">
        {reasons.length > 0 && (
          <section>
            <h3>{answers.reasons}</h3>
            <ul class="reasons">
              {sortReasons(reasons).map((reason) => (
                <li key={reason}>{toReasonSentence(reason, of, listRecordedHits(verification))}</li>
              ))}
            </ul>
          </section>
        )}
        {sources.length > 0 && (
          <section>
            <h3>{words.sources}</h3>
            <ul class="reasons">
              {sources.map(({ source, outcome, reason, kept_answer }) => (
                <li key={source}>
                  {toSourceName(source)}: {answers.outcome[outcome]}
                  {reason !== null &&
                    ` (${kept_answer ? answers.keptFor(formatDuration(kept_answer.age_seconds)) : toUnavailableWord(reason)})`}
                </li>
              ))}
            </ul>
            {verification.verified_needs !== undefined && (
              <p class="small quiet">
                {words.verifiedNeeds(
                  verification.verified_needs.map((need) => need.map(toSourceName).join(words.or)).join(', '),
                )}
              </p>
            )}
          </section>
        )}
        {costs.length > 0 && (
          <section>
            <h3>{words.costs}</h3>
            <ul class="reasons">
              {costs.map(({ source, count, reais }) => (
                <li key={source}>
                  {toSourceName(source)}: {formatPrice(reais)} ({words.calls(formatNumber(count))})
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {score !== null && risk_level !== null && (
        <section class="stack tight">
          <h3>{answers.howMade}</h3>
          <Waterfall
            bureauScore={base_score}
            factors={factors as Parameters<typeof Waterfall>[0]['factors']}
            score={score}
            tone={toRiskTone(risk_level)}
          />
        </section>
      )}
    </>
  );
}
