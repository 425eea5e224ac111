// What a check is given: where secrets come from, and where faults go.

import { readFileSync } from 'node:fs';
import { codeOf } from '../../errors.ts';
import type { KeyPath } from '../../yaml-file.ts';
import type { AnswerThread } from '../answer/thread/answer-thread.ts';
import type { EnvironmentProxy } from '../call/proxy.ts';

export interface CheckContext {
  /** `environmentProxy` is undefined where nobody is called. */
  readonly environmentProxy: EnvironmentProxy | undefined;
  /** The value of an environment variable. */
  readonly findVariable: (name: string) => string | undefined;
  /** Where secrets are not at hand (an editor, a build), their references are not followed. */
  readonly followSecrets: boolean;
  readonly fault: (path: KeyPath, problem: string) => void;
  /** The checks compare the times of our certificates with this time. The value is undefined if they are not checked. */
  readonly nowMs: number | undefined;
  /** A certificate of ours that has ended or is not valid yet. */
  readonly outOfTime: (path: KeyPath, problem: string) => void;
  /** Reports a setting that may be intended and is a trap if it is not. */
  readonly warn: (path: KeyPath, problem: string) => void;
  /** The thread belongs to the party that is checked. */
  readonly thread: AnswerThread;
  /** Takes the keys of its expressions that run there. */
  readonly inThread: string[];
}

/** Returns the code of an error of the file system or of OpenSSL, because no other part of it may be shown. */
export function toErrorCode(error: unknown): string {
  return codeOf(error) || 'unknown cause';
}

const readProblems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'does not exist: a part of its path is a file',
  ELOOP: 'is a link that leads back to itself',
};

/** Describes the problem with an unreadable file, in words that follow its name. */
export function toReadProblem(error: unknown): string {
  const code = toErrorCode(error);
  return readProblems[code] ?? `cannot be read (${code})`;
}

/** Reads a file that the description names. Returns undefined after a fault, or if such names are not followed. */
export function readNamedFile(file: string, path: KeyPath, context: CheckContext): Buffer | undefined {
  if (!context.followSecrets) return undefined;
  try {
    return readFileSync(file);
  } catch (error) {
    context.fault(path, `the file ${file} ${toReadProblem(error)}`);
    return undefined;
  }
}
