// One request's records, and the way to show whom they are about.

import { useEffect, useState } from 'preact/hooks';
import type { AuditRecordView, ConsoleBody } from '../../src/http/console/contract.ts';
import { toRiskTone } from '../answer/facts/answer.ts';
import { answerWords, toRiskWord, toStatusWord } from '../answer/words/answer-words.ts';
import { findCustomerText } from '../answer/words/customer-text.ts';
import { toCoverageSentences, toRecordedHead } from '../answer/words/sentences.ts';
import { call, mayAct } from '../api/client.ts';
import { CompanyLink } from '../ask/company-link.tsx';
import { mayAskLive } from '../ask/way.ts';
import { announce } from '../design/announce.ts';
import { Facts } from '../design/facts.tsx';
import { Choice } from '../design/fields/choice.tsx';
import { withoutMask } from '../design/fields/number.ts';
import { toPurposeName } from '../design/fields/purpose-field.tsx';
import { Badge, CopyButton, Notice } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { partWords } from '../design/words.ts';
import '../answer/answer.css';
import { follow } from '../shell/router.ts';
import { formatDay, formatMs, formatNumber, formatTime } from '../words/format.ts';
import { Decision, listRecordedHits, Proof } from './record-parts.tsx';
import { ScreeningRecord } from './screening-record.tsx';
import { screeningWords } from './screening-words.ts';
import { callerNames, fetchCallers } from './search.ts';
import { auditWords, toTargetWord, toWhoWord } from './words.ts';

type UnmaskReason = NonNullable<ConsoleBody<'POST audit-show'>['unmask']>;

export function RecordView({ requestId, onBack }: { readonly requestId: string; readonly onBack: () => void }) {
  const words = auditWords();
  const [records, setRecords] = useState<readonly AuditRecordView[]>();
  const [error, setError] = useState<unknown>();
  const show = (unmask: UnmaskReason | null) =>
    call('POST audit-show', { request_id: requestId, unmask }).then((answer) => setRecords(answer.records), setError);
  useEffect(() => {
    void show(null);
    void fetchCallers().catch(() => {});
  }, [requestId]);
  const isScreened = records?.some(({ verification }) => verification?.screening !== undefined) === true;
  return (
    <>
      {isScreened && <p class="print-only receipt">{screeningWords().receipt}</p>}
      <div class="titled">
        <h1>{words.record}</h1>
        <p>
          {words.requestId} <span class="mono">{requestId}</span>
        </p>
      </div>
      <div class="stack">
        <p class="row">
          <button type="button" class="button small" onClick={onBack}>
            {words.back}
          </button>
          {isScreened && (
            <button type="button" class="button small" onClick={() => print()}>
              {partWords().print}
            </button>
          )}
        </p>
        {error !== undefined && <ProblemNotice error={error} />}
        {records === undefined && error === undefined && <p class="empty">{partWords().loading}</p>}
        {records?.length === 0 && <Notice tone="none">{words.noRecord}</Notice>}
        {records?.map((record) => (
          <OneRecord key={record.sequence} requestId={requestId} record={record} onUnmask={show} />
        ))}
      </div>
    </>
  );
}

interface OneRecordProps {
  readonly requestId: string;
  readonly record: AuditRecordView;
  readonly onUnmask: (reason: UnmaskReason) => void;
}

function OneRecord({ requestId, record, onUnmask }: OneRecordProps) {
  const words = auditWords();
  const { verification, kind, status, score, risk_level, at, who, purpose, policy_version, latency_ms } = record;
  const answers = answerWords();
  const isPerson = kind === 'cpf' || (kind === 'screen' && verification?.unmasked === null);
  const decided =
    verification !== null && risk_level !== null && (kind === 'cpf' || kind === 'cnpj')
      ? {
          ...{ kind, risk: risk_level, reasons: verification.reasons },
          coverage: verification.coverage,
          lists: verification.besideLists ?? 'clear',
        }
      : undefined;
  const head =
    verification !== null && decided !== undefined
      ? toRecordedHead(decided, listRecordedHits(verification))
      : (words.acts[record.act ?? ''] ?? record.act ?? words.kinds[kind ?? 'act']);
  const forCustomer = decided && findCustomerText(decided, requestId);
  useEffect(() => announce(head), []);
  const unmasked = verification?.unmasked ?? null;
  return (
    <article class="card stack">
      <h2>{head}</h2>
      <div class="row">
        {risk_level !== null && <Badge tone={toRiskTone(risk_level)}>{toRiskWord(risk_level)}</Badge>}
        {score !== null && <Badge tone="none">{answers.scoreOf(formatNumber(score))}</Badge>}
        {status !== null && <span>{`${words.status}: ${toStatusWord(status)}`}</span>}
        {kind === 'cnpj' && record.number !== null && status !== 'not_found' && mayAskLive.value === true && (
          <CompanyLink cnpj={withoutMask(record.number)} asked="live">
            {answers.companyPage}
          </CompanyLink>
        )}
        {forCustomer !== undefined && (
          <span class="no-print">
            <CopyButton text={() => forCustomer} label={answers.copyForCustomer} />
          </span>
        )}
      </div>
      <div class="record-parts">
        <Facts
          facts={[
            [words.number, record.number],
            [words.time, at === null ? words.purged : formatTime(at)],
            [words.who, who === null ? words.notInformed : toWhoWord(who)],
            [words.target, record.target && toTargetWord(record.target, callerNames.value)],
            [words.batch, record.batch && <RecordedBatch id={record.batch.id} />],
            [words.purpose, purpose === null ? words.notInformed : toPurposeName(purpose)],
            [words.policy, policy_version],
            [words.latency, latency_ms === null ? null : formatMs(latency_ms)],
          ]}
        />
        <Proof record={record} />
      </div>
      {verification?.coverage !== undefined &&
        isAsked(kind) &&
        toCoverageSentences(verification.coverage, kind).map((sentence) => <p key={sentence}>{sentence}</p>)}
      {record.details === 'purged' && <Notice tone="none">{words.evidencePurged}</Notice>}
      {verification?.screening !== undefined && (
        <ScreeningRecord record={record} verification={verification} screening={verification.screening} />
      )}
      {verification !== null && <Decision record={record} verification={verification} />}
      {unmasked !== null && (
        <Facts
          facts={[
            [words.typedName, unmasked.name ?? words.notInformed],
            [
              words.birthDate,
              unmasked.birth_date ? formatDay(unmasked.birth_date) : isPerson ? words.notInformed : null,
            ],
            [words.registeredName, unmasked.registered_name ?? words.notInformed],
          ]}
        />
      )}
      {isPerson && verification !== null && unmasked === null && <Unmask onUnmask={onUnmask} />}
    </article>
  );
}

/** Leads to all rows of the batch. */
function RecordedBatch({ id }: { readonly id: string }) {
  return (
    <a class="mono" href={`/console/consultas/${id}`} onClick={follow}>
      {id}
    </a>
  );
}

function isAsked(kind: AuditRecordView['kind']): kind is 'cpf' | 'cnpj' | 'screen' {
  return kind === 'cpf' || kind === 'cnpj' || kind === 'screen';
}

function Unmask({ onUnmask }: { readonly onUnmask: (reason: UnmaskReason) => void }) {
  const words = auditWords();
  const [reason, setReason] = useState<UnmaskReason>('subject_request');
  if (!mayAct('admin')) return <p class="small quiet">{words.onlyAdmin}</p>;
  return (
    <form
      class="stack tight no-print"
      onSubmit={(event) => {
        event.preventDefault();
        onUnmask(reason);
      }}
    >
      <h3>{words.unmask}</h3>
      <p class="small quiet">{words.unmaskLead}</p>
      <div class="row">
        <Choice
          label={words.unmaskReason}
          value={reason}
          options={Object.entries(words.unmaskReasons)}
          onValue={(chosen) => setReason(chosen as UnmaskReason)}
        />
        <button type="submit" class="button danger">
          {words.unmaskNow}
        </button>
      </div>
    </form>
  );
}
