// What is known of the snapshots on this machine, for those who look after them: by a command, or in the console.

export interface SnapshotStatus {
  readonly id: string;
  readonly data_as_of: string | null;
  readonly establishments: number | null;
  readonly companies: number | null;
  readonly bytes: number | null;
  /** Of the whole records; null where they were left out. */
  readonly records_bytes: number | null;
  readonly imported_at: string | null;
  /** When all of it was last read and found whole. */
  readonly verified_at: string | null;
  /** What is wrong with it, as far as a look at its manifest tells. */
  readonly problem: string | null;
}

export interface RegistryStatus {
  readonly live: SnapshotStatus | null;
  readonly previous: SnapshotStatus | null;
  /** Whether a rollback keeps `registry update` from importing. */
  readonly held: boolean;
  readonly last_import: Readonly<Record<string, unknown>> | null;
}
