// What the threads of an import are told and what they answer. Plain data: it crosses between threads.

import type { TextEvidence } from '../../../app/registry/registry-snapshot.ts';
import type { DumpMember } from '../../files/dump.ts';
import type { RejectReason } from '../../files/row-scanner.ts';
import type { ActivityCodes } from '../../records/codes.ts';
import type { CodeUses } from '../../records/tables.ts';
import type { RecordOddities } from '../../records/write/row-fields.ts';
import type { Oddities } from '../draft/mapper.ts';
import type { PartitionCounts } from '../draft/partition.ts';
import type { SampledRow } from '../draft/sample.ts';
import type { Extent } from '../draft/spill.ts';

export interface ImportThreadData {
  readonly directory: string;
  readonly thread: number;
  readonly partitions: number;
  readonly establishmentRows: number;
  /** Two float64 a thread: rows read, bytes of text read. */
  readonly progress: SharedArrayBuffer;
  /** One int32: how many blocks of the data file are taken. */
  readonly blocksTaken: SharedArrayBuffer;
  /** The value is undefined if the import covers only the facts of verification. */
  readonly records: RecordsOrder | undefined;
}

export interface RecordsOrder {
  readonly activities: ActivityCodes;
  /** One int32: how many pages of the records file are taken. */
  readonly pagesTaken: SharedArrayBuffer;
}

export type ImportTask =
  | { readonly kind: 'read'; readonly member: DumpMember }
  | { readonly kind: 'flush' }
  | { readonly kind: 'dictionary'; readonly dictionary: Uint8Array }
  | { readonly kind: 'build'; readonly partition: number; readonly extents: readonly SpilledExtent[] }
  | { readonly kind: 'verify'; readonly directory: string; readonly partition: number };

export interface SpilledExtent extends Extent {
  /** Number of the thread that wrote it. */
  readonly thread: number;
}

export interface RejectedRow {
  readonly line: number;
  readonly reason: RejectReason;
}

export interface ReadResult {
  readonly member: DumpMember;
  readonly rows: number;
  readonly rejected: number;
  /** The first of them; a file of nothing but rubbish must not fill the memory. */
  readonly rejectedRows: readonly RejectedRow[];
  readonly crc32: number;
}

export interface FlushResult {
  readonly extents: readonly SpilledExtent[];
  readonly oddities: Oddities;
  readonly text: TextEvidence;
  readonly samples: readonly SampledRow[];
  /** Records of the sampled rows as they will be packed. */
  readonly payloads: readonly Uint8Array[];
  readonly records: { readonly oddities: RecordOddities; readonly codes: CodeUses } | undefined;
}

export interface BuildResult {
  readonly partition: number;
  readonly startBlock: number;
  readonly keyHigh: Uint32Array;
  readonly keyLow: Uint32Array;
  readonly checksums: Uint32Array;
  readonly counts: PartitionCounts;
  readonly records: BuiltRecords | undefined;
}

export interface BuiltRecords {
  readonly firstPage: number;
  readonly lengths: Uint32Array;
  readonly checksums: Uint32Array;
}

export interface VerifyResult {
  readonly establishments: number;
}

export interface TaskResults {
  readonly read: ReadResult;
  readonly flush: FlushResult;
  readonly dictionary: undefined;
  readonly build: BuildResult;
  readonly verify: VerifyResult;
}

export type ThreadAnswer =
  | { readonly kind: 'done'; readonly result: TaskResults[keyof TaskResults] }
  | {
      readonly kind: 'failed';
      /** `reason` tells whether the message is for the operator, the disk is full, or the program is at fault. */
      readonly reason: 'operator' | 'disk_full' | 'fault';
      readonly message: string;
      readonly portuguese?: string | undefined;
      /** The file that is damaged, where one is. */
      readonly damagedFile?: string;
    };

export const spillFile = (thread: number): string => `spill-${thread}.tmp`;
