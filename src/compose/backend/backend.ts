// What an engine gives that keeps the data of an installation: its stores, its audit, and what is told of it. Another engine is a folder
// beside these files and a line in `engine.ts`; nothing else in the house asks which one it is.

import type { AuditTrail, DetailsChange } from '../../app/audit/ports.ts';
import type { AuditCheck } from '../../app/audit/proof/audit-check.ts';
import type { ProvenTrail } from '../../app/audit/verify-audit.ts';
import type { BatchStore } from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';
import type { Probe } from '../../app/doctor/finding.ts';
import type { EventStore } from '../../app/events/ports.ts';
import type { ErasableCalls, IdempotencyStore } from '../../app/idempotency/ports.ts';
import type { ReadJobs } from '../../app/jobs/ports.ts';
import type { PurgeTimeStore } from '../../app/jobs/purge-clock.ts';
import type { ReadDueTimes } from '../../app/jobs/retention.ts';
import type { JobLease } from '../../app/jobs/run-jobs.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyStore } from '../../app/keys/ports.ts';
import type { PasskeyStore } from '../../app/operators/passkeys/ports.ts';
import type { OperatorStore } from '../../app/operators/ports.ts';
import type { ErasureMarks, SealedErasure, SharedMarks } from '../../app/privacy/ledger.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { ClearanceStore } from '../../app/screening/clearances/ports.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import type { BoughtAnswerStore, DurableQuestionStore } from '../../app/verify/ports.ts';
import type { NeededEditions, NeededSnapshots, WatchStore } from '../../app/watches/ports.ts';
import type { WebhookStore } from '../../app/webhooks/ports.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Bilingual } from '../../errors.ts';
import type { AuditLogOptions, ThreadedAuditLog } from '../../stores/audit/log/audit-log.ts';
import type { AuditWriterOptions } from '../../stores/audit/log/audit-writer.sqlite.ts';
import type { ProofSource } from '../../stores/audit/proof/proof-thread.ts';
import type { AuditReader } from '../../stores/audit/trail/audit-reader.sqlite.ts';
import type { SealForRows } from '../../stores/doctor/sealed-tables.ts';
import type { OpenKeptRows } from '../../stores/kept-rows/kept-rows.sql.ts';
import type { Deafness, LinkChange } from '../../stores/postgres/node-link.ts';
import type { ObservedStatement } from '../../stores/postgres/observed-pool.ts';
import type { PoolConnections } from '../../stores/postgres/pool.ts';
import type { SignedTables } from '../../stores/proven-rows/sign-older-rows.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { KnownServers } from './store-lineage.ts';

export interface Engine {
  /** Also names the folder in which a machine remembers the ends of its chains. */
  readonly name: 'sqlite' | 'postgres';
  /** As commands name the place of the audit. */
  readonly place: string;
  begin(clock: Clock, options: LinkOptions): Promise<OpenedEngine>;
  openAuditLog(options: AuditParts): ThreadedAuditLog;
  /** Throws where the audit was written by a newer version. */
  refuseNewerAudit(): void;
  /** With the right to forget. */
  openOwnersTrail(): Promise<OwnersTrail>;
  /** Reads and makes nothing; undefined where there is no audit yet. */
  openProvenTrail(): Promise<ProvenAuditTrail | undefined>;
  /** As a trail tells them, for whoever must change nothing by looking. */
  openIntents: AuditTrail['openIntents'];
  /** The same for threads, which open it by themselves. */
  toProofSource(): ProofSource;
  /** Of every database that holds something of people, without opening the rest. */
  openMarks(): Promise<readonly ErasureMarks[]>;
  /** What is looked at besides the files of the node. */
  createProbes(parts: ProbeParts): readonly Probe[];
  readonly readJobs: ReadJobs;
  readonly readDueTimes: ReadDueTimes;
  /** Without the master secret, so that an import needs nothing else of the service. */
  findNeededSnapshots(): Promise<NeededSnapshots>;
  /** The same of the lists. */
  findNeededEditions(): Promise<NeededEditions>;
}

/** Before the master secret is known. */
export interface OpenedEngine {
  /** Whether a master secret belongs to the data already: none is made then. */
  readonly hasSecret: boolean;
  /** Throws for another secret than the one of the data; gives its newest generation. */
  admit(secret: MasterSecret): Promise<number>;
  open(parts: StoreParts): Promise<Backend>;
  /** With all that was opened of it. */
  close(): Promise<void>;
}

export interface Backend {
  readonly keys: KeyStore;
  readonly calls: IdempotencyStore & ErasableCalls;
  readonly boughtAnswers: BoughtAnswerStore;
  readonly clearances: ClearanceStore;
  /** Undefined where no other machine has these stores. */
  readonly questions: DurableQuestionStore | undefined;
  readonly usage: UsageStore;
  readonly operators: OperatorStore;
  readonly passkeys: PasskeyStore;
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
  readonly batches: BatchStore;
  readonly watches: WatchStore;
  /** Of the background work. */
  readonly lease: JobLease;
  readonly purgeTime: PurgeTimeStore;
  /** What secrets have sealed or signed, row by row. */
  readonly openKeptRows: OpenKeptRows;
  /** How it stands with the database that nodes share; undefined where there is none. */
  readonly shared: SharedState | undefined;
  /** Another text once this node's database went through an erasure. Throws where it cannot be read. */
  findErasures(): string;
  /** Of every database that an erasure must go through. */
  readonly marks: readonly ErasureMarks[];
  /** The same without what the audit holds: it is gone through before anybody is shown anything. */
  readonly marksOfData: readonly ErasureMarks[];
  openAuditReader(): AuditReader;
  /** What keeps the stores from reading or writing now; undefined when nothing does. */
  findFault(): Promise<Bilingual | undefined>;
}

export interface SharedState extends KnownServers {
  /** Which erasures it has gone through. */
  readonly marks: SharedMarks;
  isReachable(): boolean;
  /** Whether the only server that takes writes is not the one that was promoted last. */
  isFenced(): boolean;
  /** How far the clock of this node is ahead of the database's. */
  clockSkewMs(): number;
  connections(): PoolConnections;
  /** How many processes do not work with this generation of the master secret yet. */
  countOutdated(generation: number): Promise<number>;
  /** Erasures, sealed anew. */
  replaceErasures(erasures: readonly SealedErasure[]): Promise<void>;
  /** What was retired is noted before it is dropped: a database without the note is from before, and cannot be read any more. */
  noteRetired(generation: number): Promise<void>;
  /** Calls it now and whenever keys may have changed, for a process that hears of it. `isLive`: the database told of it just now. */
  followKeys(listen: (isLive: boolean) => void): void;
}

export interface LinkOptions {
  /** For whoever moves the data of a shared database elsewhere, and nobody else. */
  readonly evenIfMoved?: boolean;
  /** For a process that keeps keys in memory: told when it loses touch with the database, and when it has it again. */
  readonly onLink?: (change: LinkChange) => void;
  /** Told when a change of a key waits for nodes that cannot be reached. */
  readonly onDeaf?: (deafness: Deafness) => void;
  readonly onStatement?: (statement: ObservedStatement) => void;
}

export interface StoreParts {
  readonly secret: MasterSecret;
  readonly keyChecksum: KeyChecksum;
  /** Told of a stored key that was changed by other means, and is refused. */
  readonly onDamage: (id: KeyId) => void;
  readonly rowProof: RowProof;
  /** What this node has seen of the database, kept apart from it. */
  readonly signedTables: SignedTables;
}

export type AuditParts = AuditLogOptions & Omit<AuditWriterOptions, 'dataDirectory' | 'busyTimeoutMs'>;

export type OwnersTrail = AuditTrail & {
  /** Puts details into another seal, as long as they are as they were read. */
  replaceDetails(changes: readonly DetailsChange[]): Promise<void>;
  /** Lets the database give up what its rows have left. */
  tidy?(): Promise<void>;
  close(): void | Promise<void>;
};

export type ProvenAuditTrail = ProvenTrail &
  Pick<AuditTrail, 'findHead' | 'hashesOf' | 'lastHeads' | 'openIntents' | 'signedOf'> & {
    close(): void | Promise<void>;
  };

export interface ProbeParts {
  readonly clock: Clock;
  readonly stateFolder: string;
  /** This, too, is undefined where it cannot be read. */
  readonly findSecret: () => MasterSecret | undefined;
  /** Undefined where the master secret cannot be read, which is a finding of its own. */
  readonly findCheck: () => AuditCheck | undefined;
  /** Likewise. */
  readonly findRowProof: () => Pick<RowProof, 'holds'> | undefined;
  /** Likewise. */
  readonly findSealFor: () => SealForRows | undefined;
}
