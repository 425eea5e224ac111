// The work that runs, or the result of the last one: how far, by whom, and in plain words what was refused and why.

import { ConfirmOverride, Judgements, Override, Said, toForce } from '../datasets/judgements.tsx';
import { RunningJob, toBytesFact, toFoot } from '../datasets/running-job.tsx';
import { jobWords } from '../datasets/words.ts';
import { Notice, type Tone } from '../design/parts.tsx';
import { formatDay, formatMonth, formatNumber, formatShare } from '../words/format.ts';
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
  return (
    <RunningJob
      job={job}
      title={words.running[job.kind](job.folder ?? '')}
      phase={progress === null ? jobWords().starting : words.phases[progress.phase]}
      share={share}
      facts={[formatShare(share), ...toBytesFact(progress?.bytes ?? null), ...toRowsFact(progress?.rows ?? null)]}
      onStop={isAdmin ? () => onAct({ kind: 'stop' }) : undefined}
      isBusy={isBusy}
    >
      {progress?.starved_share !== undefined && (
        <p class="small">{words.starved(formatShare(progress.starved_share))}</p>
      )}
    </RunningJob>
  );
}

function toRowsFact(rows: number | null): readonly string[] {
  return rows === null || rows === 0 ? [] : [registryWords().rows(formatNumber(rows))];
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
  return (
    <Notice tone={tones[outcome.kind]}>
      <strong>{words.done[outcome.kind](words.kinds[job.kind])}</strong>
      <Details outcome={outcome} phase={job.progress?.phase ?? 'starting'} />
      <span class="small">{toFoot(job)}</span>
      {outcome.kind === 'refused' && isAdmin && job.kind !== 'rollback' && (
        <Override isBusy={isBusy}>
          {(onClose) => (
            <ConfirmOverride
              title={words.forceTitle}
              judgements={outcome.judgements}
              isBusy={isBusy}
              onClose={onClose}
              onConfirm={() => {
                const force = toForce(outcome);
                onAct(
                  job.kind === 'import'
                    ? { kind: 'import', folder: job.folder ?? '', force }
                    : { kind: 'update', force },
                );
              }}
            />
          )}
        </Override>
      )}
    </Notice>
  );
}

interface DetailsProps {
  readonly outcome: Outcome;
  /** `phase` tells how far the job came. */
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
      return <Judgements judgements={outcome.judgements} />;
    case 'failed':
      return (
        <>
          <span>{words.failedAt[phase]}</span>
          <Said {...outcome} />
        </>
      );
    case 'stopped':
    case 'interrupted':
      return <span>{words.servesOn}</span>;
  }
}
