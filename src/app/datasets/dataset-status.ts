// What is known of the snapshots of a dataset on this machine, for those who look after it: by a command, or in the console.

/** These facts are known of any snapshot. A dataset adds its own counts. */
export interface SnapshotStatus {
  readonly id: string;
  readonly data_as_of: string | null;
  readonly imported_at: string | null;
  /** `verified_at` is the time at which Confere last read all of the snapshot and found it whole. */
  readonly verified_at: string | null;
  /** `problem` describes a fault of the snapshot, as far as its manifest shows it. */
  readonly problem: string | null;
}

export interface DatasetStatus<Snapshot extends SnapshotStatus = SnapshotStatus> {
  readonly live: Snapshot | null;
  readonly previous: Snapshot | null;
  /** Tells whether a rollback keeps an update from importing. */
  readonly held: boolean;
  readonly last_import: Readonly<Record<string, unknown>> | null;
}

/** The snapshots between which a rollback was confirmed. */
export interface ConfirmedRollback {
  readonly from: string;
  readonly to: string;
}

/** Tells whether the live and the previous snapshot are still those that the operator confirmed, so that the rollback does exactly that. */
export function isAsConfirmed(
  status: Pick<DatasetStatus, 'live' | 'previous'> | undefined,
  { from, to }: ConfirmedRollback,
): boolean {
  return status?.live?.id === from && status.previous?.id === to;
}
