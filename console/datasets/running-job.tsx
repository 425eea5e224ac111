// The work on a dataset that runs: what it is, how far, by whom; and how an administrator stops it.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { announce } from '../design/announce.ts';
import { formatBytes, formatTime } from '../words/format.ts';
import { jobWords } from './words.ts';
import './datasets.css';

interface StartedJob {
  readonly kind: string;
  readonly by: string;
  readonly started_at: string;
  readonly finished_at: string | null;
}

interface RunningJobProps {
  readonly job: StartedJob;
  readonly title: string;
  readonly phase: string;
  /** 0 to 1. */
  readonly share: number;
  readonly facts: readonly string[];
  /** The value is undefined if the operator may not stop the job. */
  readonly onStop: (() => void) | undefined;
  readonly isBusy?: boolean;
  readonly children?: ComponentChildren;
}

export function RunningJob({ job, title, phase, share, facts, onStop, isBusy = false, children }: RunningJobProps) {
  const words = jobWords();
  useEffect(() => announce(phase), [phase]);
  return (
    <section class="card stack tight" aria-labelledby="job-title">
      <div class="row spread">
        <h2 id="job-title">{title}</h2>
        {onStop !== undefined && job.kind !== 'rollback' && (
          <button type="button" class="button small danger" disabled={isBusy} onClick={onStop}>
            {words.stop}
          </button>
        )}
      </div>
      <WorkBar max={1} value={share} label={phase} />
      <p class="row spread small quiet">
        <span>{phase}</span>
        <span class="number">{facts.join(' · ')}</span>
      </p>
      {children}
      <p class="small quiet">
        {toBegun(job)} {words.goesOn}
      </p>
    </section>
  );
}

interface WorkBarProps {
  readonly max: number;
  /** The value is undefined if the progress is unknown. */
  readonly value: number | undefined;
  readonly label: string;
}

export function WorkBar({ max, value, label }: WorkBarProps) {
  return <progress class="bar-of-work" max={max} {...(value === undefined ? {} : { value })} aria-label={label} />;
}

/** By whom, from when to when. */
export function toFoot(job: StartedJob): string {
  return [toBegun(job), ...(job.finished_at === null ? [] : [jobWords().finished(formatTime(job.finished_at))])].join(
    ' ',
  );
}

/** The actor is `operator:ana`. */
function toBegun({ by, started_at }: StartedJob): string {
  return jobWords().begun(by.replace(/^operator:/, ''), formatTime(started_at));
}

/** Returns an empty list if the total is unknown. */
export function toBytesFact(bytes: { readonly done: number; readonly total: number } | null): readonly string[] {
  if (bytes === null || bytes.total === 0) return [];
  return [jobWords().bytesOf(formatBytes(bytes.done), formatBytes(bytes.total))];
}
