// What is told of the snapshots of the registry.

import type { DatasetStatus, SnapshotStatus } from '../datasets/dataset-status.ts';

export interface RegistrySnapshotStatus extends SnapshotStatus {
  readonly establishments: number | null;
  readonly companies: number | null;
  readonly bytes: number | null;
  /** `records_bytes` measures the whole records; null if the import left them out. */
  readonly records_bytes: number | null;
}

export type RegistryStatus = DatasetStatus<RegistrySnapshotStatus>;
