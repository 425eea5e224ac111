// What a check is given: where secrets come from, and where faults go.

import type { KeyPath } from '../../yaml-file.ts';
import type { ExpressionThread } from '../answer/expression-thread.ts';

export interface CheckContext {
  /** The value of an environment variable. */
  readonly findVariable: (name: string) => string | undefined;
  /** Where secrets are not at hand (an editor, a build), their references are not followed. */
  readonly followSecrets: boolean;
  readonly fault: (path: KeyPath, problem: string) => void;
  /** What may be meant so, and is a trap where it is not. */
  readonly warn: (path: KeyPath, problem: string) => void;
  /** Of the party that is checked. */
  readonly thread: ExpressionThread;
}

/** Of an error of the file system or of OpenSSL only its code may be shown. */
export function toErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}
