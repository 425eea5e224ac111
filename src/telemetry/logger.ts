// The log: a fixed list of fields and nothing else, so that nothing personal can slip in; a scrubber is the second net.

import type { Clock } from '../app/clock.ts';
import { isCpf } from '../domain/numbers/cpf.ts';
import { createBoundedOutput, tellOnStandardError } from './bounded-output.ts';

/**
 * `RequestFields` holds the facts that the log reports about a request. All fields except `internal` are our own words and numbers, which need no
 * escaping.
 */
export interface RequestFields {
  readonly request_id: string;
  readonly method: string;
  readonly route: string | null;
  readonly status: number;
  readonly duration_ms: number;
  readonly key_id: string | null;
  readonly outcome: string | null;
  readonly code: string | null;
  readonly internal: string | null;
}

/** Every field that a line may carry. A new one is added here after asking: can it hold something of a person? */
export interface LogFields extends Partial<RequestFields> {
  readonly address?: string;
  readonly signal?: string;
  readonly version?: string;
  readonly component?: string;
  readonly count?: number;
  /** `worker` is the number of one worker among several, counted from 1. */
  readonly worker?: number;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Logger {
  write(level: LogLevel, event: string, fields?: LogFields): void;
  /** One line for one request, by the shortest way. */
  writeRequest(level: LogLevel, fields: RequestFields): void;
  /** Writes out what is buffered, as far as that is possible without waiting; for the end of the process. */
  flush(): void;
}

interface LoggerOptions {
  readonly level: LogLevel | 'silent';
  readonly format: 'json' | 'text';
  /** A file descriptor: 1 is the standard output. */
  readonly descriptor: number;
  readonly clock: Clock;
}

const severities = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;

/** Lines wait a moment for company: written one by one, they cost a busy service as much as its routing. */
const bufferedLength = 15_000;
const flushAfterMs = 200;

export function createLogger({ level, format, descriptor, clock }: LoggerOptions): Logger {
  const isText = format === 'text';
  const toTime = createTimeFormat();
  const output = createBoundedOutput({
    descriptor,
    toDroppedLine: (count) => {
      const line = toLogLine('warn', toTime(clock.nowMs()), 'log_dropped', { count });
      return isText ? toLineText(line) : line;
    },
    onReaderGone: () => tellOnStandardError('The reader of the log is gone: lines are dropped. The service goes on.\n'),
  });
  let buffer = '';
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines > 0) output.write(buffer, lines);
    buffer = '';
    lines = 0;
  };
  const append = (line: string) => {
    const clean = scrub(line);
    buffer += isText ? toLineText(clean) : clean;
    lines++;
    if (isText || buffer.length >= bufferedLength) flush();
    else timer ??= setTimeout(flush, flushAfterMs).unref();
  };
  const isWritten = (lineLevel: LogLevel) => severities[lineLevel] >= severities[level];
  return {
    write: (lineLevel, event, fields = {}) => {
      if (isWritten(lineLevel)) append(toLogLine(lineLevel, toTime(clock.nowMs()), event, fields));
    },
    writeRequest: (lineLevel, fields) => {
      if (isWritten(lineLevel)) append(toRequestLine(lineLevel, toTime(clock.nowMs()), fields));
    },
    flush: () => {
      flush();
      output.flush();
    },
  };
}

function toLogLine(level: LogLevel, time: string, event: string, fields: LogFields): string {
  return `${JSON.stringify({ level, time, event, ...fields })}\n`;
}

/** A fifth of the time of a serializer (docs/decisions/log-lines.md), for the one line that a busy service writes all day. */
function toRequestLine(level: LogLevel, time: string, fields: RequestFields): string {
  return (
    `{"level":"${level}","time":"${time}","event":"request","request_id":"${fields.request_id}","method":"${fields.method}",` +
    `"route":${toWord(fields.route)},"status":${fields.status},"duration_ms":${fields.duration_ms},` +
    `"key_id":${toWord(fields.key_id)},"outcome":${toWord(fields.outcome)},"code":${toWord(fields.code)},` +
    `"internal":${fields.internal === null ? 'null' : JSON.stringify(fields.internal)}}\n`
  );
}

function toWord(word: string | null): string {
  return word === null ? 'null' : `"${word}"`;
}

/** Formatting a whole date takes microseconds, so all but the milliseconds is kept for the rest of its second. */
function createTimeFormat(): (nowMs: number) => string {
  let second = Number.NaN;
  let prefix = '';
  return (nowMs) => {
    const nowSecond = Math.floor(nowMs / 1000);
    if (nowSecond !== second) prefix = new Date(nowMs).toISOString().slice(0, 20);
    second = nowSecond;
    return `${prefix}${String(nowMs - nowSecond * 1000).padStart(3, '0')}Z`;
  };
}

const cpfLike = /(?<![\w.-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/g;
/** The same without its edges, which the engine checks far more slowly: nearly every line has no such thing at all. */
const elevenDigits = /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/;
const keyLike = /cfr_(live|test)_[0-9A-Za-z]{8,}/g;

/** Should the list above ever let one through. */
export function scrub(line: string): string {
  if (!line.includes('cfr_') && !elevenDigits.test(line)) return line;
  return line
    .replace(cpfLike, (text) => (isCpf(text) ? '[cpf]' : text))
    .replace(keyLike, (_text, mode: string) => `cfr_${mode}_[key]`);
}

/** `12:00:00 info request POST /v1/verify/cpf 200 1.3ms` and the rest as name=value. */
function toLineText(line: string): string {
  const { time, level, event, method, route, status, duration_ms, ...rest } = JSON.parse(line) as Record<
    string,
    unknown
  >;
  const duration = typeof duration_ms === 'number' ? `${duration_ms}ms` : null;
  const head = [String(time).slice(11, 19), level, event, method, route, status, duration];
  const tail = Object.entries(rest).map(([name, value]) => (value === null ? null : `${name}=${String(value)}`));
  return `${[...head, ...tail].filter((part) => part !== null && part !== undefined && part !== '').join(' ')}\n`;
}
