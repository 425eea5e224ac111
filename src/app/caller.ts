// Who asks: what a use case may know of the request behind a call, for its choice of sources and for records of it.

import type { KeyId, KeyMode } from '../domain/access/api-key.ts';

export interface Caller {
  readonly keyId: KeyId;
  /** A test key never reaches a live source or the live registry; a live key never sees sandbox data. */
  readonly mode: KeyMode;
  /** The id that the answer, the log and every record of the call carry. */
  readonly requestId: string;
  /** `purpose` states why the caller asks about the person: the request's `Confere-Purpose`, or else the key's own purpose. */
  readonly purpose: string | null;
  /** A row of a batch sets this patience. It holds no connection open, so its record may take as long as the disk stays full. */
  readonly patience?: Patience | undefined;
  /** The batch of which the request is a row. */
  readonly batchId?: string;
  /** A used-up budget refuses the request, also where it would leave a source out for others. */
  readonly atBudget?: 'refuse';
}

export interface Patience {
  /** The process stops: nothing is waited for any more. */
  readonly stop: AbortSignal;
  /** A sign of life of what waits. */
  beat(): void;
}
