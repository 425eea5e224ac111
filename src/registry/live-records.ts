// The records of the snapshot that is live: reads them, tries a failed read once more, and takes them out of service while they are
// damaged. Whatever is wrong with them, the answer is `unavailable`, and verification does not notice.

import type {
  CompanyRecords,
  EstablishmentsLookup,
  PartnersLookup,
  RecordLookup,
  RecordScan,
  RecordsState,
  RecordsUnavailable,
  ScanShare,
} from '../app/companies/ports.ts';
import type { RecordFilter } from '../domain/company/company-record.ts';
import type { Cnpj, CnpjRoot } from '../domain/numbers/cnpj.ts';
import { type OpenedRecords, openRecords } from './records/open-records.ts';
import { scanRecords } from './records/scan.ts';
import type { SnapshotRecords } from './records/snapshot-records.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export class LiveRecords implements CompanyRecords {
  /** Set while the last check found them damaged. */
  failure: string | undefined;
  readonly #directory: string;
  readonly #opened: OpenedRecords;
  readonly #onDamage: (reason: string) => void;

  constructor(directory: string, snapshot: Snapshot, onDamage: (reason: string) => void) {
    this.#directory = directory;
    this.#opened = openRecords(directory, snapshot);
    this.#onDamage = onDamage;
  }

  /** States the problem of records that should be there; it is undefined if there is none, or if the import left the records out. */
  get problem(): string | undefined {
    if (this.failure !== undefined) return this.failure;
    return this.#opened.kind === 'unavailable' && !this.#opened.intended ? this.#opened.reason : undefined;
  }

  state(): RecordsState {
    return this.#read(({ origin }) => ({ kind: 'open', ...origin }));
  }

  find(cnpj: Cnpj, partnersMax?: number): RecordLookup {
    return this.#read((records) => records.find(cnpj, partnersMax));
  }

  listPartners(root: CnpjRoot, from: number, limit: number): PartnersLookup {
    return this.#read((records) => records.listPartners(root, from, limit));
  }

  listEstablishments(root: CnpjRoot, after: string | undefined, limit: number): EstablishmentsLookup {
    return this.#read((records) => records.listEstablishments(root, after, limit));
  }

  scan(filter: RecordFilter, share?: ScanShare): RecordScan {
    return this.failure === undefined ? scanRecords(this.#directory, filter, share) : this.#refuse(this.failure);
  }

  close(): void {
    if (this.#opened.kind === 'open') this.#opened.close();
  }

  #read<Answer>(read: (records: SnapshotRecords) => Answer): Answer | RecordsUnavailable {
    const opened = this.#opened;
    if (opened.kind === 'unavailable') return this.#refuse(opened.reason);
    if (this.failure !== undefined) return this.#refuse(this.failure);
    try {
      return read(opened.records);
    } catch {
      // A read that failed once may have met a passing fault; a second failure is damage.
      try {
        return read(opened.records);
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'The records cannot be read.';
        this.#onDamage(reason);
        return this.#refuse(reason);
      }
    }
  }

  #refuse(reason: string): RecordsUnavailable {
    return { kind: 'unavailable', reason };
  }
}
