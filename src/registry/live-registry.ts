// The live company registry: answers from the snapshot that `live.json` names, follows it when it changes, and has it checked
// in the background. Whatever is wrong with the files, the answer is `unavailable`: never another company, never "not found".

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../app/clock.ts';
import type { CompanyRecords, RecordsUnavailable } from '../app/companies/ports.ts';
import { toObserver } from '../app/observer.ts';
import type { CompanyLookup, CompanyRegistry } from '../app/verify/ports.ts';
import { readVerifiedAt, recordVerified } from '../datasets/folder/notes.ts';
import { type DatasetPaths, findPointer } from '../datasets/folder/store.ts';
import type { Cnpj } from '../domain/numbers/cnpj.ts';
import { LiveRecords } from './live-records.ts';
import { toRegistryPaths } from './snapshot/registry-paths.ts';
import { openSnapshot, type Snapshot } from './snapshot/snapshot.ts';
import { startVerification, type Verification } from './verification.ts';

export type RegistryReadiness =
  /** `empty` means that nothing was ever imported: live lookups answer `unavailable`, and the rest of the service works in full. */
  'empty' | 'verifying' | 'ready' | 'unavailable';

export type RegistryEvent =
  | { readonly kind: 'snapshot_opened'; readonly id: string; readonly dataAsOf: string }
  | { readonly kind: 'snapshot_refused'; readonly reason: string }
  | { readonly kind: 'read_failed'; readonly reason: string }
  | { readonly kind: 'verification_passed'; readonly id: string }
  | { readonly kind: 'verification_failed'; readonly id: string; readonly reason: string }
  | { readonly kind: 'records_failed'; readonly id: string; readonly reason: string }
  | { readonly kind: 'verification_not_run'; readonly id: string; readonly reason: string };

export interface LiveRegistryOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly onEvent: (event: RegistryEvent) => void;
  /** Serve nothing from a snapshot before all of it was read and found whole. */
  readonly verifyBeforeReady: boolean;
}

export interface LiveRegistryStatus {
  readonly readiness: RegistryReadiness;
  readonly snapshot: string | null;
  readonly dataAsOf: string | null;
  /** ISO 8601, UTC. */
  readonly importedAt: string | null;
  readonly establishments: number | null;
  /** The check last read all of the data and found it whole at this time. */
  readonly verifiedAt: string | null;
  /** `problem` states why the registry is not ready. */
  readonly problem: string | null;
  /** `recordsProblem` states the problem of the whole records, which does not make the registry less ready. */
  readonly recordsProblem: string | null;
}

export interface LiveRegistry extends CompanyRegistry {
  find(cnpj: Cnpj): CompanyLookup;
  /** The whole records beside the facts that verification needs; `unavailable` where the import left them out. */
  readonly records: CompanyRecords;
  status(): LiveRegistryStatus;
  close(): Promise<void>;
}

const pollEveryMs = 1000;
/**
 * Every read proves itself and the import read all of it, so the whole check can wait: a thread that
 * reads gigabytes must not compete with the start for the disk and the processor.
 */
const verifyFirstAfterMs = 20 * 1000;
const verifyEveryMs = 24 * 3600 * 1000;
/** The service checks a snapshot that failed its check again after this time, because a disk or memory module may have failed only briefly. */
const retryFailedEveryMs = 600 * 1000;

interface Opened {
  readonly id: string;
  readonly snapshot: Snapshot;
  readonly records: LiveRecords;
  /** Set while the last check found it damaged. */
  failure: string | undefined;
  verifyAtMs: number;
  verifiedAt: string | null;
}

export function openCompanyRegistry(options: LiveRegistryOptions): LiveRegistry {
  const registry = new FileRegistry(options);
  registry.poll();
  return registry;
}

class FileRegistry implements LiveRegistry {
  readonly #options: LiveRegistryOptions;
  readonly #paths: DatasetPaths;
  readonly #tell: (event: RegistryEvent) => void;
  readonly records: CompanyRecords = {
    state: () => this.#getRecords((records) => records.state()),
    find: (cnpj, partnersMax) => this.#getRecords((records) => records.find(cnpj, partnersMax)),
    listPartners: (root, from, limit) => this.#getRecords((records) => records.listPartners(root, from, limit)),
    listEstablishments: (root, after, limit) =>
      this.#getRecords((records) => records.listEstablishments(root, after, limit)),
    scan: (filter, share) => this.#getRecords((records) => records.scan(filter, share)),
  };
  readonly #timer: NodeJS.Timeout;
  #current: Opened | undefined;
  /** Opened, and waiting for its check to end before it replaces the current one. */
  #candidate: Opened | undefined;
  #empty = true;
  #problem: string | undefined;
  #pointerSeen = '';
  #verification: { readonly of: Opened; readonly job: Verification } | undefined;

  constructor(options: LiveRegistryOptions) {
    this.#options = options;
    this.#paths = toRegistryPaths(options.directory);
    this.#tell = toObserver(options.onEvent);
    this.#timer = setInterval(() => this.poll(), pollEveryMs).unref();
  }

  find(cnpj: Cnpj): CompanyLookup {
    const current = this.#current;
    if (current === undefined) return { kind: 'unavailable', reason: this.#whyNothing() };
    if (current.failure !== undefined) return { kind: 'unavailable', reason: current.failure };
    try {
      return current.snapshot.find(cnpj);
    } catch {
      return this.#findAgain(current, cnpj);
    }
  }

  status(): LiveRegistryStatus {
    const shown = this.#current ?? this.#candidate;
    const readiness = this.#readiness();
    return {
      readiness,
      snapshot: shown?.id ?? null,
      dataAsOf: shown?.snapshot.manifest.data_as_of ?? null,
      importedAt: shown?.snapshot.manifest.imported_at ?? null,
      establishments: shown?.snapshot.manifest.counts.establishments ?? null,
      verifiedAt: shown?.verifiedAt ?? null,
      problem: readiness === 'ready' ? (this.#problem ?? null) : (this.#current?.failure ?? this.#whyNothing()),
      recordsProblem: shown?.records.problem ?? null,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#verification?.job.stop();
    for (const opened of [this.#current, this.#candidate]) {
      opened?.records.close();
      opened?.snapshot.close();
    }
    this.#current = undefined;
    this.#candidate = undefined;
    this.#problem = 'The registry is closed.';
  }

  /** Follows the pointer and starts checks that are due. Runs about once a second and never throws. */
  poll(): void {
    try {
      const seen = signatureOf(this.#paths.pointer);
      if (seen !== this.#pointerSeen || (this.#current === undefined && this.#candidate === undefined)) this.#follow();
      this.#pointerSeen = seen;
    } catch (error) {
      // The old snapshot, if there is one, serves on; the next poll tries again.
      this.#pointerSeen = '';
      this.#empty = false;
      this.#refuse(toReason(error));
    }
    this.#verifyWhatIsDue();
  }

  #follow(): void {
    const pointer = findPointer(this.#paths);
    this.#empty = pointer === undefined && this.#current === undefined;
    if (pointer === undefined) return;
    if (pointer.live === this.#candidate?.id) return;
    this.#drop(this.#candidate);
    this.#candidate = undefined;
    if (pointer.live === this.#current?.id) return;
    const id = pointer.live;
    const directory = join(this.#paths.snapshots, id);
    const snapshot = openSnapshot(directory);
    const records = new LiveRecords(directory, snapshot, (reason) => {
      this.#tell({ kind: 'records_failed', id, reason });
      opened.verifyAtMs = this.#nowMs();
    });
    const { verifyBeforeReady } = this.#options;
    const isUrgent = verifyBeforeReady || records.problem !== undefined;
    const verifyAtMs = this.#nowMs() + (isUrgent ? 0 : verifyFirstAfterMs);
    const verifiedAt = readVerifiedAt(directory);
    const opened: Opened = { id, snapshot, records, failure: undefined, verifyAtMs, verifiedAt };
    if (records.problem !== undefined) this.#tell({ kind: 'records_failed', id, reason: records.problem });
    if (verifyBeforeReady) this.#candidate = opened;
    else this.#install(opened);
  }

  /** Lookups are synchronous, so no read is under way here and the old file can be closed at once. */
  #install(opened: Opened): void {
    const old = this.#current;
    this.#current = opened;
    this.#problem = undefined;
    this.#drop(old);
    this.#tell({ kind: 'snapshot_opened', id: opened.id, dataAsOf: opened.snapshot.manifest.data_as_of });
  }

  #drop(opened: Opened | undefined): void {
    if (opened === undefined) return;
    if (this.#verification?.of === opened) {
      void this.#verification.job.stop();
      this.#verification = undefined;
    }
    opened.records.close();
    opened.snapshot.close();
  }

  /** A read that failed once may have met a passing fault; a second failure is damage, and brings the whole check forward. */
  #findAgain(current: Opened, cnpj: Cnpj): CompanyLookup {
    try {
      return current.snapshot.find(cnpj);
    } catch (error) {
      const reason = toReason(error);
      this.#tell({ kind: 'read_failed', reason });
      current.verifyAtMs = this.#nowMs();
      return { kind: 'unavailable', reason };
    }
  }

  #verifyWhatIsDue(): void {
    const target = this.#candidate ?? this.#current;
    if (target === undefined || this.#verification !== undefined || target.verifyAtMs > this.#nowMs()) return;
    const directory = join(this.#paths.snapshots, target.id);
    const job = startVerification({ directory, gently: target !== this.#candidate });
    this.#verification = { of: target, job };
    void job.result.then((result) => {
      if (this.#verification?.job !== job) return;
      this.#verification = undefined;
      const { id } = target;
      target.verifyAtMs = this.#nowMs() + (result.kind === 'passed' ? verifyEveryMs : retryFailedEveryMs);
      if (result.kind === 'passed') this.#accept(target, result.recordsProblem);
      else if (result.kind === 'failed') this.#fail(target, result.reason);
      else this.#tell({ kind: 'verification_not_run', id, reason: result.reason });
    });
  }

  #accept(target: Opened, recordsProblem: string | undefined): void {
    target.failure = undefined;
    target.records.failure = recordsProblem;
    if (recordsProblem === undefined) {
      const nowMs = this.#options.clock.nowMs();
      recordVerified(join(this.#paths.snapshots, target.id), nowMs);
      target.verifiedAt = new Date(nowMs).toISOString();
    } else {
      target.verifyAtMs = this.#nowMs() + retryFailedEveryMs;
      this.#tell({ kind: 'records_failed', id: target.id, reason: recordsProblem });
    }
    this.#tell({ kind: 'verification_passed', id: target.id });
    if (target !== this.#candidate) return;
    this.#candidate = undefined;
    this.#install(target);
  }

  #fail(target: Opened, reason: string): void {
    target.failure = reason;
    this.#tell({ kind: 'verification_failed', id: target.id, reason });
    if (target === this.#candidate) this.#problem = reason;
  }

  #refuse(reason: string): void {
    if (this.#problem !== reason) this.#tell({ kind: 'snapshot_refused', reason });
    this.#problem = reason;
  }

  #readiness(): RegistryReadiness {
    if (this.#current !== undefined) return this.#current.failure === undefined ? 'ready' : 'unavailable';
    if (this.#candidate !== undefined) return this.#candidate.failure === undefined ? 'verifying' : 'unavailable';
    return this.#empty ? 'empty' : 'unavailable';
  }

  #whyNothing(): string {
    if (this.#problem !== undefined) return this.#problem;
    return this.#candidate === undefined ? 'No registry has been imported.' : 'The registry is being verified.';
  }

  /** A record takes its names from the verification snapshot, so that it is no better than that. */
  #getRecords<Answer>(ask: (records: LiveRecords) => Answer): Answer | RecordsUnavailable {
    const current = this.#current;
    if (current === undefined) return { kind: 'unavailable', reason: this.#whyNothing() };
    return current.failure === undefined ? ask(current.records) : { kind: 'unavailable', reason: current.failure };
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }
}

/** Changes whenever the pointer is replaced; empty where there is none. */
function signatureOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : `${found.ino}:${found.mtimeNs}:${found.size}`;
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : 'The registry cannot be read.';
}
