// Why a batch, or one of its rows, is not worked on any further; thrown where that is found out.

import type { BatchEnd } from '../ports.ts';

/** Ends a batch before its last row. */
export class BatchEnded extends Error {
  readonly reason: BatchEnd;
  constructor(reason: BatchEnd) {
    super(reason);
    this.reason = reason;
  }
}

/** The batch was deleted, this process stops, or others do what is left: nothing more is to be done here. */
export class BatchLeft extends Error {}

/** Another process has taken the rows, because this one gave no sign for too long. */
export class PortionLost extends Error {}

/** The row asks what another one asks, which is being asked elsewhere: it waits for that answer. */
export class AskedElsewhere extends Error {}
