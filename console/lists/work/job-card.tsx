// The work on lists that runs, or the result of the last one: how far, by whom, and which lists need somebody.

import { useEffect } from 'preact/hooks';
import { announce } from '../../design/announce.ts';
import { Notice } from '../../design/parts.tsx';
import { formatBytes, formatList, formatNumber, formatTime } from '../../words/format.ts';
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
  const words = workWords();
  const { progress } = job;
  const toName = (id: string | null | undefined) => findName(lists, id);
  const phase = toPhase(progress, lists);
  useEffect(() => announce(phase), [phase]);
  return (
    <section class="card stack tight" aria-labelledby="lists-job">
      <div class="row spread">
        <h2 id="lists-job">{words.running[job.kind](toName(job.list))}</h2>
        {isAdmin && job.kind !== 'rollback' && (
          <button type="button" class="button small danger" onClick={() => onAct({ kind: 'stop' })}>
            {words.stop}
          </button>
        )}
      </div>
      <progress class="list-bar" max={1} value={toShare(progress)} aria-label={phase} />
      <p class="row spread small quiet">
        <span>{phase}</span>
        <span class="number">{describe(progress).join(' · ')}</span>
      </p>
      <p class="small quiet">
        {words.begun(toWho(job.by), formatTime(job.started_at))} {words.goesOn}
      </p>
    </section>
  );
}

/** What is being done with the list in turn. */
export function toPhase(progress: Job['progress'], lists: readonly List[]): string {
  const words = workWords();
  if (progress === null || progress.list === '') return words.starting;
  return words.phases[progress.phase](findName(lists, progress.list));
}

function toShare(progress: Job['progress']): number {
  if (progress === null || progress.total === 0) return 0;
  const { results, bytes, total } = progress;
  const ofThis = bytes === null || bytes.total === 0 ? 0 : Math.min(1, bytes.done / bytes.total);
  return Math.min(1, (results.length + 0.9 * ofThis) / total);
}

function describe(progress: Job['progress']): string[] {
  const words = workWords();
  if (progress === null) return [];
  const { total, results, bytes } = progress;
  const turn = Math.min(results.length + 1, total);
  return [
    ...(total > 1 ? [words.turn(formatNumber(turn), formatNumber(total))] : []),
    ...(bytes === null || bytes.total === 0 ? [] : [words.bytesOf(formatBytes(bytes.done), formatBytes(bytes.total))]),
  ];
}

/** Of one list its result says it all; of many, each list has its own, and here stands which need somebody. */
function Done({ job, lists, ...acting }: JobCardProps) {
  const words = workWords();
  const results = job.progress?.results ?? [];
  const [only] = results;
  const isWhole = job.outcome?.kind === 'done';
  const foot = [
    words.begun(toWho(job.by), formatTime(job.started_at)),
    ...(job.finished_at === null ? [] : [words.finished(formatTime(job.finished_at))]),
  ].join(' ');
  if (isWhole && job.list !== null && only !== undefined) {
    const list = lists.find((each) => each.list === only.list);
    return <ListResult job={job} result={only} list={list} foot={foot} isNamed {...acting} />;
  }
  const bad = results.filter(({ kind }) => kind === 'failed' || kind === 'refused');
  const sentence = job.outcome?.kind === 'done' ? words.done[job.kind] : words[job.outcome?.kind ?? 'interrupted'];
  return (
    <Notice tone={isWhole && bad.length === 0 ? 'good' : 'warn'}>
      <strong>{sentence}</strong>
      {results.length > 0 && <span>{toCounts(results)}</span>}
      {bad.length > 0 && <span>{words.bad(formatList(bad.map(({ list }) => findName(lists, list))))}</span>}
      <span class="small">{foot}</span>
    </Notice>
  );
}

const kinds: readonly Result['kind'][] = ['updated', 'rolled_back', 'unchanged', 'held', 'refused', 'failed'];

function toCounts(results: readonly Result[]): string {
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

/** `operator:ana` */
function toWho(actor: string): string {
  return actor.replace(/^operator:/, '');
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
      <progress class="list-bar" max={now.bytes} {...(isSent ? {} : { value: now.sent })} aria-label={label} />
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
