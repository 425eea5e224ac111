// The errors that are thrown: with a public face for callers, with a sentence for operators. Their codes are in `error-codes.ts`.

import { type ErrorCode, errorKinds, type FieldFaultCode } from './error-codes.ts';
import { toSourceStack } from './source-stack.ts';

/** A sentence in both languages of the API: `title` and `detail` follow `Accept-Language`, codes never do. */
export interface Bilingual {
  readonly en: string;
  readonly pt: string;
}

/** `pointer` is a JSON pointer (RFC 6901) to the field. */
export interface FieldFault {
  readonly pointer: string;
  readonly code: FieldFaultCode;
  /** Added to the code's own sentence, such as the forms that are accepted. Never repeats the value. */
  readonly hint?: Bilingual;
}

interface AppErrorOptions {
  /** Replaces the registry's public sentence. Never put a value from the request in it. */
  readonly detail?: Bilingual;
  /** `internal` appears only in the log. Never put personal data in it. */
  readonly internal?: string;
  readonly faults?: readonly FieldFault[];
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sources were asked before it arose, and what they said is lost: to do the same again would ask them a second time. */
  readonly isSpent?: boolean;
}

/** An `AppError` has a public face. Any other thrown value becomes `internal_error`, and the body shows nothing of it. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  /** The value is undefined if the registry's own sentence says it. */
  readonly detail: Bilingual | undefined;
  readonly faults: readonly FieldFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly isSpent: boolean;

  constructor(code: Code, options: AppErrorOptions = {}) {
    // A refusal is an answer like any other, and nobody reads where it was made: under a flood of refusals finding that out took
    // a tenth of the processor.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(options.internal ?? code);
    Error.stackTraceLimit = limit;
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail;
    this.faults = options.faults;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.isSpent = options.isSpent ?? false;
  }

  get status(): number {
    return errorKinds[this.code].status;
  }
}

/** Every command ends with one of these codes. docs/operations.md and the man page have this table. */
export const exitCodes = {
  0: 'done, or stopped by a signal',
  1: 'it cannot be done now: a full disk, a database out of reach, another run in progress, a second signal. Also a fault that the command found, such as `doctor` or `audit verify`',
  2: 'yours to correct: wrong settings, options or arguments, or no such key, record or file. Also a file or folder that is closed to this user, or a port that is taken',
  3: 'not whole yet: a source did not answer, a month is partial, or rows have no answer. Run it again later. Also an audit that is not proven to its end, or an invoice that differs from the usage',
  70: "a fault of Confere's own; please report it",
  130: 'a long command was stopped by Ctrl-C or SIGTERM; it says what that leaves behind',
} as const satisfies Readonly<Record<number, string>>;

export type ExitCode = keyof typeof exitCodes;

/** It may go better at another time, when something on this machine or in its database has changed. */
export const nowExitCode = 1 satisfies ExitCode;
/** The exit code of a command that has to be run again later, because something was not there yet. */
export const laterExitCode = 3 satisfies ExitCode;

/**
 * A fault of the operator's own making (a wrong setting, a missing file): printed as it is, without a stack, exit code 2. The command line
 * speaks English alone; what the console may have to tell has its sentence in both languages.
 */
export class OperatorError extends Error {
  readonly portuguese: string | undefined;
  readonly exitCode: ExitCode;
  /** One by one, where a check found several; the message lists them all. */
  readonly faults: readonly string[];

  constructor(said: string | Bilingual, exitCode: ExitCode = 2, faults?: readonly string[]) {
    super(typeof said === 'string' ? said : said.en);
    this.name = 'OperatorError';
    this.portuguese = typeof said === 'string' ? undefined : said.pt;
    this.exitCode = exitCode;
    this.faults = faults ?? [this.message];
  }
}

/** A database cannot be asked at the moment: 503 for a caller, the sentence for a command. `code` is for the log. */
export class StoreUnavailableError extends OperatorError {
  readonly code: string;

  constructor(said: string, code: string) {
    super(said, nowExitCode);
    this.code = code;
  }
}

/** Returns all known facts about a fault of ours, so that a person can report it. Its places refer to the sources. */
export function toStack(thrown: unknown): string {
  const { stack } = (thrown ?? {}) as { stack?: unknown };
  return toSourceStack(String(stack ?? thrown));
}

/** Where an error arose, for the log: the frames of its stack without its message, which may hold anything. */
export function toStackFrames(thrown: unknown): string[] {
  const { stack } = (thrown ?? {}) as { stack?: unknown };
  const frames = toSourceStack(String(stack)).match(/^[ \t]+at .*$/gm) ?? [];
  return frames.slice(0, 5).map((frame) => frame.trim());
}

/** Returns the code that the log records for a fault in a store. A database's own message may repeat values; its code does not. */
export function toFaultCode(thrown: unknown): string {
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown error');
}

/**
 * Whether a disk is full, read-only, failing, damaged or slow, another process holds the database, or the machine has no room for the thread
 * that writes: later it may go better. `SQLITE_PROTOCOL`: a starved writer kept readers waiting for ten seconds.
 */
export function isStorageFault(thrown: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EROFS|EIO|ERR_STORE_(BEHIND|THREAD))$|^SQLITE_(FULL|READONLY|CANTOPEN|PERM|NOLFS|IOERR|NOMEM|CORRUPT|NOTADB|BUSY|LOCKED|PROTOCOL)/.test(
    toFaultCode(thrown),
  );
}

/** Returns the system's error code, or an empty string if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Returns the result of reading a file or a folder, or undefined if that does not exist. */
export function ifThere<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
