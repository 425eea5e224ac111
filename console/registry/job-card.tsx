// The work that runs, or the result of the last one: how far, by whom, and in plain words what was refused and why.

import { useEffect, useState } from 'preact/hooks';
import { announce } from '../design/announce.ts';
import { Confirm } from '../design/confirm.tsx';
import { Notice, type Tone } from '../design/parts.tsx';
import { formatBytes, formatDay, formatMonth, formatNumber, formatShare, formatTime } from '../words/format.ts';
import { language } from '../words/language.ts';
import type { Act, Job } from './view.ts';
import { registryWords } from './words.ts';

type Outcome = NonNullable<Job['outcome']>;

interface JobCardProps {
  readonly job: Job;
  readonly isAdmin: boolean;
  readonly isBusy: boolean;
  readonly onAct: (act: Act) => void;
}

export function JobCard({ job, ...props }: JobCardProps) {
  return job.outcome === null ? <Running job={job} {...props} /> : <Done job={job} outcome={job.outcome} {...props} />;
}

function Running({ job, isAdmin, isBusy, onAct }: JobCardProps) {
  const words = registryWords();
  const { progress } = job;
  const share = progress?.share ?? 0;
  const phase = progress === null ? words.starting : words.phases[progress.phase];
  useEffect(() => announce(phase), [phase]);
  return (
    <section class="card stack tight" aria-labelledby="job-title">
      <div class="row spread">
        <h2 id="job-title">{words.running[job.kind](job.folder ?? '')}</h2>
        {isAdmin && job.kind !== 'rollback' && (
          <button type="button" class="button small danger" disabled={isBusy} onClick={() => onAct({ kind: 'stop' })}>
            {words.stop}
          </button>
        )}
      </div>
      <progress class="bar-of-work" max={1} value={share} aria-label={phase} />
      <p class="row spread small quiet">
        <span>{phase}</span>
        <span class="number">{[formatShare(share), ...describeProgress(progress)].join(' · ')}</span>
      </p>
      {progress?.starved_share !== undefined && (
        <p class="small">{words.starved(formatShare(progress.starved_share))}</p>
      )}
      <p class="small quiet">
        {words.begun(toName(job.by), formatTime(job.started_at))} {words.goesOn}
      </p>
    </section>
  );
}

function describeProgress(progress: Job['progress']): string[] {
  const words = registryWords();
  if (progress === null) return [];
  const { rows, bytes } = progress;
  return [
    ...(bytes === null ? [] : [words.bytesOf(formatBytes(bytes.done), formatBytes(bytes.total))]),
    ...(rows === null || rows === 0 ? [] : [words.rows(formatNumber(rows))]),
  ];
}

const tones: Readonly<Record<Outcome['kind'], Tone>> = {
  imported: 'good',
  rolled_back: 'good',
  up_to_date: 'good',
  held: 'warn',
  partial: 'warn',
  refused: 'bad',
  failed: 'bad',
  stopped: 'none',
  interrupted: 'warn',
};

function Done({ job, outcome, isAdmin, isBusy, onAct }: JobCardProps & { readonly outcome: Outcome }) {
  const words = registryWords();
  const [isAsking, setAsking] = useState(false);
  return (
    <Notice tone={tones[outcome.kind]}>
      <strong>{words.done[outcome.kind](words.kinds[job.kind])}</strong>
      <Details outcome={outcome} phase={job.progress?.phase ?? 'starting'} />
      <span class="small">
        {words.begun(toName(job.by), formatTime(job.started_at))}
        {job.finished_at !== null && ` ${words.finished(formatTime(job.finished_at))}`}
      </span>
      {outcome.kind === 'refused' && isAdmin && job.kind !== 'rollback' && (
        <span>
          <button type="button" class="button small danger" disabled={isBusy} onClick={() => setAsking(true)}>
            {words.force}
          </button>
        </span>
      )}
      {isAsking && outcome.kind === 'refused' && (
        <Confirm
          title={words.forceTitle}
          act={words.forceAct}
          isDanger
          isBusy={isBusy}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            const force = [...new Set(outcome.judgements.map(({ name }) => name))];
            onAct(
              job.kind === 'import' ? { kind: 'import', folder: job.folder ?? '', force } : { kind: 'update', force },
            );
          }}
        >
          <p>{words.forceLead}</p>
          <ul class="judgements">
            {outcome.judgements.map((judgement) => (
              <li key={judgement.sentence}>
                <code>{judgement.name}</code> {toSentence(judgement)}
              </li>
            ))}
          </ul>
          <p class="small quiet">{words.forceAudit}</p>
        </Confirm>
      )}
    </Notice>
  );
}

interface DetailsProps {
  readonly outcome: Outcome;
  /** How far it came. */
  readonly phase: NonNullable<Job['progress']>['phase'] | 'starting';
}

function Details({ outcome, phase }: DetailsProps) {
  const words = registryWords();
  switch (outcome.kind) {
    case 'imported':
    case 'rolled_back':
      return (
        <>
          <span>
            {words.nowLive(
              formatDay(outcome.data_as_of),
              formatNumber(outcome.companies),
              formatNumber(outcome.establishments),
            )}
          </span>
          {outcome.overridden.length > 0 && <span>{words.overridden(outcome.overridden.join(', '))}</span>}
        </>
      );
    case 'up_to_date':
      return <span>{words.upToDate(formatMonth(outcome.month, 'long'), formatDay(outcome.data_as_of))}</span>;
    case 'held':
      return <span>{words.held}</span>;
    case 'partial':
      return (
        <>
          {outcome.not_published.length > 0 && (
            <span>{words.notPublished(formatMonth(outcome.month, 'long'), outcome.not_published.join(', '))}</span>
          )}
          {outcome.not_fetched.length > 0 && <span>{words.notFetched(outcome.not_fetched.join(', '))}</span>}
          <span>{words.partialAdvice}</span>
        </>
      );
    case 'refused':
      return (
        <ul class="judgements">
          {outcome.judgements.map((judgement) => (
            <li key={judgement.sentence}>{toSentence(judgement)}</li>
          ))}
        </ul>
      );
    case 'failed':
      return (
        <>
          <span>{words.failedAt[phase]}</span>
          <Said outcome={outcome} />
        </>
      );
    case 'stopped':
    case 'interrupted':
      return <span>{words.servesOn}</span>;
  }
}

/** What went wrong, exactly; in English where nobody foresaw it. */
function Said({ outcome }: { readonly outcome: Extract<Outcome, { kind: 'failed' }> }) {
  // A report of an older service has no Portuguese at all.
  const isForeseen = language.value === 'pt' && typeof outcome.portuguese === 'string';
  return (
    <span lang={isForeseen ? 'pt-BR' : 'en'} class="said small">
      {isForeseen ? outcome.portuguese : outcome.sentence}
    </span>
  );
}

function toSentence({ sentence, portuguese }: { readonly sentence: string; readonly portuguese: string }): string {
  return language.value === 'pt' ? portuguese : sentence;
}

/** `operator:ana` */
function toName(actor: string): string {
  return actor.replace(/^operator:/, '');
}
