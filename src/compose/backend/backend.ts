// What an engine gives that keeps the data of an installation: its stores, its audit, and what is told of it. Another engine is a folder
// beside these files and a line in `engine.ts`; nothing else in the house asks which one it is.

import type { AuditTrail, GroupChange } from '../../app/audit/ports.ts';
import type { AuditCheck } from '../../app/audit/proof/audit-check.ts';
import type { ProvenTrail } from '../../app/audit/verify-audit.ts';
import type { BatchStore } from '../../app/batches/ports.ts';
import type { Clock } from '../../app/clock.ts';
import type { Probe } from '../../app/doctor/finding.ts';
import type { ErasableCalls, IdempotencyStore } from '../../app/idempotency/ports.ts';
import type { ReadJobs } from '../../app/jobs/ports.ts';
import type { ReadDueTimes } from '../../app/jobs/retention.ts';
import type { JobLease } from '../../app/jobs/run-jobs.ts';
import type { KeyChecksum } from '../../app/keys/key-checksum.ts';
import type { KeyStore } from '../../app/keys/ports.ts';
import type { ErasureMarks, SealedErasure, SharedMarks } from '../../app/privacy/ledger.ts';
import type { RowProof } from '../../app/row-proof.ts';
import type { UsageStore } from '../../app/usage/ports.ts';
import type { DurableQuestionStore } from '../../app/verify/ports.ts';
import type { NeededEditions, NeededSnapshots } from '../../app/watches/ports.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import type { Bilingual } from '../../errors.ts';
import type { AuditLogOptions, ThreadedAuditLog } from '../../stores/audit/log/audit-log.ts';
import type { AuditWriterOptions } from '../../stores/audit/log/audit-writer.sqlite.ts';
import type { ProofSource } from '../../stores/audit/proof/proof-thread.ts';
import type { AuditReader } from '../../stores/audit/trail/audit-reader.sqlite.ts';
import type { FindAuditSecrets } from '../../stores/audit/trail/audit-trail.sqlite.ts';
import type { SealForRows } from '../../stores/doctor/sealed-tables.ts';
import type { OpenKeptRows } from '../../stores/kept-rows/kept-rows.sql.ts';
import type { Deafness, LinkChange } from '../../stores/postgres/node-link.ts';
import type { ObservedStatement } from '../../stores/postgres/observed-pool.ts';
import type { PoolConnections } from '../../stores/postgres/pool.ts';
import type { MasterSecret } from '../../stores/secrets/secrets.file.ts';
import type { SqlStores } from './sql-stores.ts';
import type { KnownServers } from './store-lineage.ts';

export interface Engine {
  /** The name is also that of the folder in which a machine remembers the ends of its chains. */
  readonly name: 'sqlite' | 'postgres';
  /** Commands use this name for the place of the audit. */
  readonly place: string;
  /** Tells whether the first start of a service has left its files on this machine. It asks no server. */
  hasHome(): boolean;
  begin(clock: Clock, options: LinkOptions): Promise<OpenedEngine>;
  openAuditLog(options: AuditParts): ThreadedAuditLog;
  /** Throws where the audit was written by a newer version. */
  refuseNewerAudit(): void;
  /** Opens the trail with the right to forget. */
  openOwnersTrail(findSecrets: FindAuditSecrets): Promise<OwnersTrail>;
  /** Reads and makes nothing; undefined where there is no audit yet. */
  openProvenTrail(findSecrets: FindAuditSecrets): Promise<ProvenAuditTrail | undefined>;
  /** Returns the open intents as a trail does, for callers that must change nothing by looking. */
  openIntents(beforeMs: number, findSecrets: FindAuditSecrets): ReturnType<AuditTrail['openIntents']>;
  /** The same for threads, which open it by themselves. */
  toProofSource(): ProofSource;
  /** The proof of the chain reads no secrets. */
  openMarks(): Promise<readonly ErasureMarks[]>;
  /** Creates the probes that check more than the files of the node. */
  createProbes(parts: ProbeParts): readonly Probe[];
  readonly readJobs: ReadJobs;
  readonly readDueTimes: ReadDueTimes;
  /** Without the master secret, so that an import needs nothing else of the service. */
  findNeededSnapshots(): Promise<NeededSnapshots>;
  /** The same of the lists. */
  findNeededEditions(): Promise<NeededEditions>;
}

/** The engine is open, but the master secret is not known yet. */
export interface OpenedEngine {
  /** `hasSecret` tells whether a master secret already belongs to the data; if so, none is created. */
  readonly hasSecret: boolean;
  /** Throws for another secret than the one of the data; gives its newest generation. */
  admit(secret: MasterSecret): Promise<number>;
  open(parts: StoreParts): Promise<Backend>;
  /** Closes the engine with all parts that it opened. */
  close(): Promise<void>;
}

export interface Backend extends SqlStores {
  readonly keys: KeyStore;
  readonly calls: IdempotencyStore & ErasableCalls;
  /** The value is undefined if no other machine has these stores. */
  readonly questions: DurableQuestionStore | undefined;
  readonly usage: UsageStore;
  readonly batches: BatchStore;
  /** The lease covers the background work. */
  readonly lease: JobLease;
  /** Opens the rows that secrets have sealed or signed, one by one. */
  readonly openKeptRows: OpenKeptRows;
  /** `shared` gives the state of the database that nodes share; it is undefined if there is none. */
  readonly shared: SharedState | undefined;
  /** Returns a text that changes after an erasure in this node's database. Throws if the text cannot be read. */
  findErasures(): string;
  /** `marks` holds the marks of every database that an erasure must cover. */
  readonly marks: readonly ErasureMarks[];
  /** The same without what the audit holds: it is gone through before anybody is shown anything. */
  readonly marksOfData: readonly ErasureMarks[];
  openAuditReader(findSecrets: FindAuditSecrets): AuditReader;
  /** Returns the fault that keeps the stores from reading or writing now, or undefined if there is none. */
  findFault(): Promise<Bilingual | undefined>;
}

export interface SharedState extends KnownServers {
  /** `marks` records the erasures that the database has undergone. */
  readonly marks: SharedMarks;
  isReachable(): boolean;
  /** Tells whether the only server that takes writes is not the one that was promoted last. */
  isFenced(): boolean;
  /** Returns how far the clock of this node is ahead of the database's. */
  clockSkewMs(): number;
  connections(): PoolConnections;
  /** Counts the processes that do not work with this generation of the master secret yet. */
  countOutdated(generation: number): Promise<number>;
  /** Erasures, sealed anew. */
  replaceErasures(erasures: readonly SealedErasure[]): Promise<void>;
  /** Notes a retired generation before it is dropped. A database without the note predates the retirement and cannot be read any more. */
  noteRetired(generation: number): Promise<void>;
  /** Calls it now and whenever keys may have changed, for a process that hears of it. `isLive`: the database told of it just now. */
  followKeys(listen: (isLive: boolean) => void): void;
}

export interface LinkOptions {
  /** The option serves only the command that moves the data of a shared database elsewhere. */
  readonly evenIfMoved?: boolean;
  /** The callback serves a process that keeps keys in memory: it runs when the link to the database is lost, and when it is back. */
  readonly onLink?: (change: LinkChange) => void;
  /** The callback runs if a change of a key waits for unreachable nodes. */
  readonly onDeaf?: (deafness: Deafness) => void;
  readonly onStatement?: (statement: ObservedStatement) => void;
}

export interface StoreParts {
  readonly secret: MasterSecret;
  readonly keyChecksum: KeyChecksum;
  /** The callback hears of a stored key that was changed by other means, and is refused. */
  readonly onDamage: (id: KeyId) => void;
  readonly rowProof: RowProof;
}

export type AuditParts = AuditLogOptions & Omit<AuditWriterOptions, 'dataDirectory' | 'busyTimeoutMs'>;

export type OwnersTrail = AuditTrail & {
  /** Rows under a newer secret, as long as they are as they were read. */
  replaceGroups(changes: readonly GroupChange[]): Promise<void>;
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
  /** Returns undefined if the master secret cannot be read, which is a finding of its own. */
  readonly findCheck: () => AuditCheck | undefined;
  /** Likewise. */
  readonly findRowProof: () => Pick<RowProof, 'holds'> | undefined;
  /** Likewise. */
  readonly findSealFor: () => SealForRows | undefined;
}
