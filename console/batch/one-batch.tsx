// One batch: how far it is, the results of its rows, and what can be done with it.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { riskTones } from '../answer/facts/answer.ts';
import { call } from '../api/client.ts';
import { announce } from '../design/announce.ts';
import { Confirm } from '../design/confirm.tsx';
import { FictitiousBanner } from '../design/fictitious.tsx';
import { Badge, type Tone } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { useAttempt } from '../design/use-attempt.ts';
import { follow } from '../shell/router.ts';
import { formatDuration, formatNumber, formatTime } from '../words/format.ts';
import { toDownload } from './download.ts';
import { batchWords } from './words.ts';

export type Batch = ConsoleAnswer<'GET batches'>['batches'][number];

const tones: Readonly<Record<Batch['status'], Tone>> = { running: 'none', completed: 'good', failed: 'warn' };
const countNames = ['answered', 'invalid', 'failed', 'outcome_unknown'] as const;

/** A colleague's, or a key's: how far it is, without its file. */
export type OthersBatch = ConsoleAnswer<'POST batch-show'>['batch'];

interface OneBatchProps {
  readonly batch: Batch;
  readonly onGone: () => void;
  /** Shows its rows. */
  readonly onOpen: () => void;
}

export function OneBatch(props: OneBatchProps) {
  const { batch } = props;
  return (
    <BatchCard batch={batch} title={batch.file_name}>
      <Acts {...props} />
    </BatchCard>
  );
}

export function OneOfOthers({ batch }: { readonly batch: OthersBatch }) {
  const words = batchWords();
  const title = words.batchOf(batch.owner);
  return (
    <BatchCard batch={batch} title={title}>
      {batch.with !== 'sandbox' && (
        <p>
          <a
            href={`/console/consultas/${batch.id}`}
            aria-label={`${words.inAudit}: ${title}, ${formatTime(batch.created_at)}`}
            onClick={follow}
          >
            {words.inAudit}
          </a>
        </p>
      )}
    </BatchCard>
  );
}

interface BatchCardProps {
  readonly batch: Batch | OthersBatch;
  readonly title: string;
  readonly children: ComponentChildren;
}

function BatchCard({ batch, title, children }: BatchCardProps) {
  const words = batchWords();
  const { status, rows, counts, reason } = batch;
  const done = countNames.reduce((sum, name) => sum + counts[name], 0);
  const isRunning = status === 'running';
  const pace = usePace(done, isRunning);
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) announce(`${title}: ${words.states[status]}`);
    wasRunning.current = isRunning;
  }, [isRunning]);
  return (
    <li class={`batch ${batch.with === 'sandbox' ? 'fictitious' : ''}`}>
      {batch.with === 'sandbox' && <FictitiousBanner />}
      <div class="row spread">
        <div class="batch-name">
          <strong>{title}</strong>
          <span class="row small quiet">
            {batch.with !== null && <span>{words.with[batch.with]}</span>}
            <span>{words.startedAt(formatTime(batch.created_at))}</span>
            {batch.finished_at !== null && <span>{words.finishedAt(formatTime(batch.finished_at))}</span>}
            {batch.expires_at !== null && <span>{words.deletedAt(formatTime(batch.expires_at))}</span>}
          </span>
        </div>
        <Badge tone={tones[status]}>{words.states[status]}</Badge>
      </div>
      <Outcomes batch={batch} done={done} />
      <Risks risks={batch.risks} />
      {isRunning && (
        <p class="small quiet">
          {words.progress(formatNumber(done), formatNumber(rows))}
          {pace === undefined
            ? ''
            : pace === 0
              ? ` · ${words.waiting}`
              : ` · ${words.rate(formatNumber(pace < 10 ? Math.round(pace * 10) / 10 : Math.round(pace)))} · ${words.left(formatDuration((rows - done) / pace))}`}
        </p>
      )}
      {reason !== null && <p class="small">{words.ends[reason]}</p>}
      {children}
    </li>
  );
}

interface OutcomesProps {
  readonly batch: Pick<Batch, 'rows' | 'counts'>;
  readonly done: number;
}

/** Rows that are done, by their results, and those to come: a picture, and the same in words. */
function Outcomes({ batch: { rows, counts }, done }: OutcomesProps) {
  const words = batchWords();
  const shown = countNames.filter((name) => counts[name] > 0);
  return (
    <div class="stack tight">
      <div
        class="outcome-bar"
        role="progressbar"
        aria-label={words.progress(formatNumber(done), formatNumber(rows))}
        aria-valuemin={0}
        aria-valuemax={rows}
        aria-valuenow={done}
      >
        {shown.map((name) => (
          <span key={name} class={name} style={{ width: `${(counts[name] / Math.max(1, rows)) * 100}%` }} />
        ))}
      </div>
      <ul class="outcomes">
        {shown.map((name) => (
          <li key={name}>
            <span class={`key ${name}`} aria-hidden="true" />
            {words.counts[name](formatNumber(counts[name]))}
          </li>
        ))}
        {done < rows && (
          <li>
            <span class="key" aria-hidden="true" />
            {formatNumber(rows - done)} {words.rowsToCome}
          </li>
        )}
      </ul>
    </div>
  );
}

export const riskNames = ['low', 'medium', 'high'] as const;

/** The component shows the counts of each risk as the answers arrive. */
function Risks({ risks }: Pick<Batch, 'risks'>) {
  const words = batchWords();
  const shown = riskNames.filter((name) => risks[name] > 0);
  if (shown.length === 0) return null;
  return (
    <p class="row">
      {shown.map((name) => (
        <Badge key={name} tone={riskTones[name]}>
          {words.risks[name](formatNumber(risks[name]))}
        </Badge>
      ))}
    </p>
  );
}

const paceOverMs = 20_000;

/** Rows a second over the last while; undefined until that is known, 0 while nothing moves. */
function usePace(done: number, isRunning: boolean): number | undefined {
  const seen = useRef<{ readonly atMs: number; readonly done: number }[]>([]);
  if (!isRunning) return undefined;
  const nowMs = performance.now();
  const last = seen.current.at(-1);
  if (last === undefined || nowMs - last.atMs > 500) seen.current.push({ atMs: nowMs, done });
  while ((seen.current[1]?.atMs ?? nowMs) < nowMs - paceOverMs) seen.current.shift();
  const first = seen.current[0];
  if (first === undefined || nowMs - first.atMs < 1_500) return undefined;
  return ((done - first.done) * 1_000) / (nowMs - first.atMs);
}

/**
 * Tells whether the counts may be incomplete: some rows were not asked about, or a source was missing. An answer without a source is never of low
 * risk.
 */
function mayBeIncomplete({ rows, counts, risks }: Batch): boolean {
  const isLow = risks.low === counts.answered;
  return counts.failed + counts.outcome_unknown > 0 || counts.answered + counts.invalid < rows || !isLow;
}

function Acts({ batch, onGone, onOpen }: OneBatchProps) {
  const words = batchWords();
  const [isAsked, setAsked] = useState(false);
  const [isRepeating, setRepeating] = useState(false);
  const { isBusy, error, attempt } = useAttempt();
  const isRunning = batch.status === 'running';
  /** Files may be called the same. */
  const name = `${batch.file_name}, ${formatTime(batch.created_at)}`;

  const remove = () =>
    attempt(async () => {
      await call('POST batch-delete', { id: batch.id });
      setAsked(false);
      onGone();
    });
  const repeat = () =>
    attempt(async () => {
      await call('POST batch-repeat', { id: batch.id });
      setRepeating(false);
      announce(words.repeatStarted);
      onGone();
    });
  const download = (format: 'csv' | 'xlsx') => attempt(() => toDownload(batch, format));

  return (
    <div class="stack tight">
      <div class="row">
        <button
          type="button"
          class={`button small ${isRunning ? '' : 'first'}`}
          data-opens={`/console/lote/${batch.id}`}
          aria-label={`${words.see}: ${name}`}
          onClick={onOpen}
        >
          {words.see}
        </button>
        {!isRunning &&
          (['xlsx', 'csv'] as const).map((format) => {
            const label = format === 'xlsx' ? words.download : words.downloadCsv;
            return (
              <button
                key={format}
                type="button"
                class="button small"
                aria-label={`${label}: ${name}`}
                disabled={isBusy}
                onClick={() => void download(format)}
              >
                {label}
              </button>
            );
          })}
        {!isRunning && mayBeIncomplete(batch) && (
          <button
            type="button"
            class="button small"
            aria-label={`${words.repeat}: ${name}`}
            disabled={isBusy}
            onClick={() => setRepeating(true)}
          >
            {words.repeat}
          </button>
        )}
        <button
          type="button"
          class="button small"
          aria-label={`${isRunning ? words.cancel : words.delete}: ${name}`}
          disabled={isBusy}
          onClick={() => setAsked(true)}
        >
          {isRunning ? words.cancel : words.delete}
        </button>
      </div>
      {error !== undefined && !isAsked && !isRepeating && <ProblemNotice error={error} />}
      {isRepeating && (
        <Confirm
          title={words.repeatTitle}
          act={words.repeat}
          isBusy={isBusy}
          onCancel={() => setRepeating(false)}
          onConfirm={() => void repeat()}
        >
          <p>
            <strong class="batch-name">{batch.file_name}</strong>
          </p>
          <p>{words.repeatLead}</p>
          {error !== undefined && <ProblemNotice error={error} isInDialog />}
        </Confirm>
      )}
      {isAsked && (
        <Confirm
          title={isRunning ? words.cancelTitle : words.deleteTitle}
          act={isRunning ? words.cancelAct : words.delete}
          back={isRunning ? words.keepRunning : words.keep}
          isDanger
          isBusy={isBusy}
          onCancel={() => setAsked(false)}
          onConfirm={() => void remove()}
        >
          <p>
            <strong class="batch-name">{batch.file_name}</strong>
          </p>
          <p>{isRunning ? words.cancelLead : words.deleteLead}</p>
          {error !== undefined && <ProblemNotice error={error} isInDialog />}
        </Confirm>
      )}
    </div>
  );
}
