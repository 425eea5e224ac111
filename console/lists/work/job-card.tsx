// The work on lists that runs, or the result of the last one: how far, by whom, and which lists need somebody.

import { useEffect } from 'preact/hooks';
import { RunningJob, toBytesFact, toFoot, WorkBar } from '../../datasets/running-job.tsx';
import { jobWords } from '../../datasets/words.ts';
import { announce } from '../../design/announce.ts';
import { Notice } from '../../design/parts.tsx';
import { formatBytes, formatList, formatNumber } from '../../words/format.ts';
import { type Job, type List, type Result, toShortName } from '../view.ts';
import { type Acting, sending } from './acts.ts';
import { ListResult } from './list-result.tsx';
import { workWords } from './words.ts';

interface JobCardProps extends Acting {
  readonly job: Job;
  readonly lists: readonly List[];
}

export function JobCard(props: JobCardProps) {
  return props.job.outcome === null ? <Running {...props} /> : <Done {...props} />;
}

function Running({ job, lists, isAdmin, onAct }: JobCardProps) {
  const { progress } = job;
  return (
    <RunningJob
      job={job}
      title={workWords().running[job.kind](findName(lists, job.list))}
      phase={toPhase(progress, lists)}
      share={toShare(progress)}
      facts={[...toTurnFact(progress), ...toBytesFact(progress?.bytes ?? null)]}
      onStop={isAdmin ? () => onAct({ kind: 'stop' }) : undefined}
    />
  );
}

/** Describes what the job is doing with the current list. */
export function toPhase(progress: Job['progress'], lists: readonly List[]): string {
  const words = workWords();
  if (progress === null || progress.list === '') return jobWords().starting;
  return words.phases[progress.phase](findName(lists, progress.list));
}

function toShare(progress: Job['progress']): number {
  if (progress === null || progress.total === 0) return 0;
  const { results, bytes, total } = progress;
  const ofThis = bytes === null || bytes.total === 0 ? 0 : Math.min(1, bytes.done / bytes.total);
  return Math.min(1, (results.length + 0.9 * ofThis) / total);
}

function toTurnFact(progress: Job['progress']): readonly string[] {
  if (progress === null || progress.total <= 1) return [];
  const turn = Math.min(progress.results.length + 1, progress.total);
  return [workWords().turn(formatNumber(turn), formatNumber(progress.total))];
}

/**
 * The component shows how a job ended. The result of a single list says everything; for many lists, each has its own result, and the component
 * names those that need attention.
 */
function Done({ job, lists, ...acting }: JobCardProps) {
  const words = workWords();
  const results = job.progress?.results ?? [];
  const [only] = results;
  const isWhole = job.outcome?.kind === 'done';
  const foot = toFoot(job);
  if (isWhole && job.list !== null && only !== undefined) {
    const list = lists.find((each) => each.list === only.list);
    return <ListResult job={job} result={only} list={list} foot={foot} isNamed {...acting} />;
  }
  const bad = results.filter(({ kind }) => kind === 'failed' || kind === 'refused');
  const sentence = job.outcome?.kind === 'done' ? words.done[job.kind] : words[job.outcome?.kind ?? 'interrupted'];
  return (
    <Notice tone={isWhole && bad.length === 0 ? 'good' : 'warn'}>
      <strong>{sentence}</strong>
      {results.length > 0 && <span>{toCountsSentence(results)}</span>}
      {bad.length > 0 && <span>{words.bad(formatList(bad.map(({ list }) => findName(lists, list))))}</span>}
      <span class="small">{foot}</span>
    </Notice>
  );
}

const kinds: readonly Result['kind'][] = ['updated', 'rolled_back', 'unchanged', 'held', 'refused', 'failed'];

function toCountsSentence(results: readonly Result[]): string {
  const words = workWords();
  return kinds
    .map((kind) => [kind, results.filter((result) => result.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => words.counts[kind](formatNumber(count)))
    .join(' · ');
}

function findName(lists: readonly List[], id: string | null | undefined): string {
  const found = lists.find(({ list }) => list === id);
  return found === undefined ? (id ?? '') : toShortName(found);
}

/** A file on its way. */
export function Sending() {
  const words = workWords();
  const now = sending.value;
  const isSent = now !== undefined && now.sent >= now.bytes;
  const label = isSent ? words.taking : words.sending(formatBytes(now?.sent ?? 0), formatBytes(now?.bytes ?? 0));
  useEffect(() => {
    if (now !== undefined) announce(label);
  }, [now === undefined, isSent]);
  if (now === undefined) return null;
  return (
    <section class="card stack tight" aria-label={label}>
      <p>{label}</p>
      <WorkBar max={now.bytes} value={isSent ? undefined : now.sent} label={label} />
      {!isSent && (
        <div>
          <button type="button" class="button small" onClick={now.stop}>
            {words.stopSending}
          </button>
        </div>
      )}
    </section>
  );
}
