// How a long command shows that it lives: a bar on a terminal, a line every few seconds elsewhere, nothing for machines.
// Everything goes to the standard error; the standard output is for results.

import type { RunCounts } from '../../app/bulk/run/run-counts.ts';
import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import type { ImportProgress } from '../../app/registry/import-registry.ts';
import { toWholeShare } from '../../app/registry/registry-job.ts';
import { systemClock } from '../../clock.ts';
import { endLine, printFault, showPassing } from './terminal.ts';

export interface ProgressView<Progress> {
  readonly show: (progress: Progress) => void;
  stop(): void;
}

const lineEveryMs = 5000;
const rateOverMs = 30_000;

export function createImportView(silent: boolean): ProgressView<ImportProgress> {
  return createView(silent, (progress: ImportProgress) => {
    const whole = toWholeShare(progress);
    const seconds = progress.elapsedMs / 1000;
    const secondsLeft = whole === 0 ? undefined : (seconds * (1 - whole)) / whole;
    const rate = progress.phase === 'reading' ? `, ${toCount(progress.rows / Math.max(seconds, 0.001))} rows/s` : '';
    const left = secondsLeft === undefined ? '' : `, ${toDuration(secondsLeft)} left`;
    return {
      whole,
      text: `${progress.phase}, ${toCount(progress.rows)} rows${rate}${left}${toStarvation(progress.starvedShare)}`,
      nowMs: progress.elapsedMs,
    };
  });
}

/** Says why it takes so long, and what to do. */
function toStarvation(share: number | undefined): string {
  if (share === undefined) return '';
  return ` | starved: ${Math.round(share * 100)} % of one core in the last 10 s; other work has the processor or the disk (registry.import_priority: normal asks for more)`;
}

export function createShareView(phase: string, silent: boolean): ProgressView<number> {
  return createView(silent, (share: number) => ({ whole: share, text: phase, nowMs: undefined }));
}

/** Creates a view of work whose end is not known. The view shows the count so far and the speed. */
export function createCountView(
  what: string,
  silent: boolean,
): ProgressView<{ readonly count: number; readonly nowMs: number }> {
  if (silent) return { show: () => {}, stop: () => {} };
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 500 : lineEveryMs;
  let startedAtMs: number | undefined;
  let lastMs = 0;
  return {
    show({ count, nowMs }) {
      startedAtMs ??= nowMs;
      lastMs ||= nowMs;
      if (nowMs - lastMs < everyMs) return;
      lastMs = nowMs;
      const text = `${toCount(count)} ${what}, ${toCount((count * 1000) / Math.max(1, nowMs - startedAtMs))} a second`;
      if (isTerminal) showPassing(text);
      else printFault(text);
    },
    stop: () => showPassing(''),
  };
}

/**
 * Counts what it is told and shows it. Files that were here already count as done, not as fetched quickly. `label` stands before it. A
 * total of 0 bytes is one that the server does not say.
 */
export function createDownloadView(silent: boolean, label = ''): DownloadWatch & { stop(): void } {
  let [files, filesDone, bytes, bytesDone, retries] = [0, 0, 0, 0, 0];
  const samples: { readonly atMs: number; readonly bytes: number }[] = [];
  let view: ProgressView<number> | undefined;
  const toShown = (nowMs: number): Shown => {
    samples.push({ atMs: nowMs, bytes: bytesDone });
    while (samples.length > 2 && nowMs - (samples[0]?.atMs ?? nowMs) > rateOverMs) samples.shift();
    const [first] = samples;
    const seconds = first === undefined ? 0 : (nowMs - first.atMs) / 1000;
    const rate = first === undefined || seconds < 1 ? 0 : (bytesDone - first.bytes) / seconds;
    const time = bytes === 0 ? '' : `, ${toDuration((bytes - bytesDone) / rate)} left`;
    const left = rate > 0 ? `, ${formatBytes(rate)}/s${time}` : '';
    const of = bytes === 0 ? '' : ` of ${formatBytes(bytes)}`;
    const again = retries > 0 ? `, ${retries} retries` : '';
    return {
      whole: bytes === 0 ? 0 : bytesDone / bytes,
      text: `${label}${formatBytes(bytesDone)}${of}, ${filesDone} of ${files} files${left}${again}`,
      nowMs,
    };
  };
  const show = (): void => view?.show(systemClock.monotonicMs());
  return {
    onStart(count, total) {
      [files, filesDone, bytes, bytesDone] = [count, 0, total, 0];
      samples.length = 0;
      view?.stop();
      view = createView(silent, toShown);
    },
    onBytes(more) {
      bytesDone += more;
      show();
    },
    onFile() {
      filesDone++;
      show();
    },
    onRetry(what, reason) {
      retries++;
      if (view === undefined && !silent) printFault(`${label}${what}: ${reason}; trying again`);
    },
    stop() {
      view?.stop();
      view = undefined;
    },
  };
}

interface VerifyProgress {
  readonly counts: RunCounts;
  /** `share` is the finished share of the whole. The value is undefined if it is unknown. */
  readonly share: number | undefined;
  /** `trouble` names the problem that the run waits for. */
  readonly trouble: string | undefined;
}

/**
 * Rate and time left are those of the last half minute: a service may be fast now and slow later. To be made after the last line that
 * is printed before the run: a bar is there from the beginning, and what comes then would stand behind it.
 */
export function createVerifyView(silent: boolean): ProgressView<VerifyProgress> {
  const samples: { readonly atMs: number; readonly rows: number; readonly share: number }[] = [];
  const toShown = ({ counts, share = 0, trouble }: VerifyProgress): Shown => {
    const nowMs = systemClock.monotonicMs();
    samples.push({ atMs: nowMs, rows: counts.rows, share });
    while (samples.length > 2 && nowMs - (samples[0]?.atMs ?? nowMs) > rateOverMs) samples.shift();
    const [first = { atMs: nowMs, rows: counts.rows, share }] = samples;
    const seconds = (nowMs - first.atMs) / 1000;
    const rate = seconds > 0 ? `, ${toCount((counts.rows - first.rows) / seconds)} a second` : '';
    const gained = share - first.share;
    const left = gained > 0 ? `, ${toDuration((seconds * (1 - share)) / gained)} left` : '';
    const outcomes = Object.entries({ ...counts.risk, ...counts.screening, invalid: counts.bad, failed: counts.failed })
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${toCount(count)}`);
    // First, because a narrow terminal cuts off the end.
    const waits = trouble === undefined ? '' : `waiting: ${trouble} | `;
    const text = `${waits}${toCount(counts.rows)} rows${rate}${left} | ${outcomes.join(', ')}`;
    return { whole: share, text, nowMs };
  };
  return createView(silent, toShown, 'asking');
}

interface Shown {
  readonly whole: number;
  readonly text: string;
  /** Paces the lines where there is no terminal; undefined shows none. */
  readonly nowMs: number | undefined;
}

function createView<Progress>(
  silent: boolean,
  toShown: (progress: Progress) => Shown,
  first = 'looking at the files',
): ProgressView<Progress> {
  if (silent) return { show: () => {}, stop: () => {} };
  if (process.stderr.isTTY) return createBar(toShown, first);
  let lastMs = 0;
  return {
    show(progress) {
      const { whole, text, nowMs } = toShown(progress);
      if (nowMs === undefined || nowMs - lastMs < lineEveryMs) return;
      lastMs = nowMs;
      printFault(`${Math.floor(whole * 100)} % ${text}`);
    },
    stop: () => {},
  };
}

function createBar<Progress>(toShown: (progress: Progress) => Shown, first: string): ProgressView<Progress> {
  const bar = startBar(first);
  return {
    show(progress) {
      const { whole, text } = toShown(progress);
      bar.update(whole, text);
    },
    stop: bar.stop,
  };
}

export interface Bar {
  /** The share from 0 to 1, and what stands behind it. */
  update(share: number, text: string): void;
  /** Stops the view. The last output stays, and any later output begins on a new line. */
  stop(): void;
}

const barWidthMax = 40;
const barWidthMin = 8;
const redrawMs = 100;

/** On one line of the terminal, drawn anew ten times a second while there is something new. The bar gives way to the words, whose end is cut off. */
export function startBar(first: string): Bar {
  let line = '';
  let drawn = '';
  const draw = () => {
    if (line === drawn) return;
    drawn = line;
    showPassing(line);
  };
  const update: Bar['update'] = (share, text) => {
    const words = ` ${Math.floor(share * 100)} % ${text}`;
    // The terminal shows one column less than it has.
    const room = (process.stderr.columns || 80) - 1 - words.length;
    const width = Math.min(barWidthMax, Math.max(barWidthMin, room));
    const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
    line = `${'='.repeat(filled)}${'-'.repeat(width - filled)}${words}`;
  };
  update(0, first);
  draw();
  const timer = setInterval(draw, redrawMs).unref();
  return {
    update,
    stop() {
      clearInterval(timer);
      draw();
      endLine();
    },
  };
}

export function toCount(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1000)} kB`;
}

function toDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
