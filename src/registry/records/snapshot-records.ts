// Whole records out of one snapshot: the verification snapshot says where an establishment lies and what it is called, the
// records file of the same snapshot the rest. Throws SnapshotDamage or a system error; never answers from half of the two.

import type { EstablishmentsLookup, RecordLookup, RecordsOrigin } from '../../app/ports.ts';
import type { Company, CompanyStatus } from '../../domain/company/company.ts';
import type { CompanyRecord, EstablishmentSummary } from '../../domain/company/company-record.ts';
import { type Cnpj, type CnpjRoot, completeCnpj } from '../../domain/numbers/cnpj.ts';
import { fromQuad, toQuad } from '../files/cnpj-key.ts';
import { statusOfCode } from '../files/layout.ts';
import { SnapshotDamage } from '../snapshot/damage.ts';
import type { EntryPlace, Snapshot } from '../snapshot/snapshot.ts';
import { RecordCursor } from './cursor.ts';
import type { RootRecord } from './decode-root.ts';
import type { RowRecord } from './decode-row.ts';
import { factsBlocksPerBlock } from './layout.ts';
import type { RecordsFile } from './records-file.ts';

const codeOfStatus = Object.fromEntries(
  Object.entries(statusOfCode).map(([code, status]) => [status, code]),
) as Readonly<Partial<Record<CompanyStatus, string>>>;

export class SnapshotRecords {
  readonly origin: RecordsOrigin;
  readonly #snapshot: Snapshot;
  readonly #file: RecordsFile;
  readonly #cursor: RecordCursor;
  readonly #rootCursor: RecordCursor;

  constructor(snapshot: Snapshot, file: RecordsFile) {
    this.origin = { snapshot: snapshot.manifest.id, dataAsOf: snapshot.manifest.data_as_of };
    this.#snapshot = snapshot;
    this.#file = file;
    this.#cursor = new RecordCursor(file.texts);
    this.#rootCursor = new RecordCursor(file.texts);
  }

  find(cnpj: Cnpj): RecordLookup {
    const place = this.#snapshot.locate(cnpj);
    if (place === undefined) return { kind: 'not_found', ...this.origin };
    this.#moveTo(this.#cursor, place);
    const row = this.#cursor.decodeRow();
    const root = this.#cursor.hasRoot ? this.#cursor.decodeRoot() : this.#readRoot(cnpj);
    return { kind: 'found', record: this.toRecord(place.company, row, root), ...this.origin };
  }

  listEstablishments(root: CnpjRoot, after: string | undefined, limit: number): EstablishmentsLookup {
    const [first] = this.#snapshot.walkRoot(root, 0);
    if (first === undefined) return { kind: 'not_found', ...this.origin };
    const establishments: EstablishmentSummary[] = [];
    let next: string | null = null;
    for (const place of this.#snapshot.walkRoot(root, after === undefined ? 0 : toQuad(after, 0) + 1)) {
      if (establishments.length === limit) {
        next = establishments.at(-1)?.cnpj.slice(8, 12) ?? null;
        break;
      }
      this.#moveTo(this.#cursor, place);
      const { cnpj, headOffice, tradeName, status, foundationDate } = place.company;
      const { state, municipality } = this.#cursor.decodeRow().address;
      establishments.push({ cnpj, headOffice, tradeName, status, foundationDate, state, municipality });
    }
    const total = this.#readRoot(`${root}${first.company.cnpj.slice(8)}` as Cnpj).establishments;
    return { kind: 'found', establishments, total, next, ...this.origin };
  }

  toRecord(company: Company, row: RowRecord, root: RootRecord): CompanyRecord {
    const { partners } = this.#file.about;
    return {
      cnpj: company.cnpj,
      legalName: company.legalName,
      tradeName: company.tradeName,
      headOffice: company.headOffice,
      status: company.status,
      statusCode: codeOfStatus[company.status] ?? row.statusCode,
      statusSince: row.statusSince === undefined ? company.foundationDate : row.statusSince,
      statusReason: row.statusReason,
      foundationDate: company.foundationDate,
      specialSituation: row.specialSituation,
      mainActivity: row.mainActivity,
      otherActivities: row.otherActivities,
      address: row.address,
      contacts: row.contacts,
      legalNature: root.legalNature,
      size: root.size,
      capital: root.capital,
      responsibleQualification: root.responsibleQualification,
      federativeEntity: root.federativeEntity,
      simples: root.simples,
      mei: root.mei,
      partners: partners ? root.partners : null,
      partnersMissing: partners ? null : 'not_imported',
      establishments: root.establishments,
      headOfficeCnpj: toHeadOffice(company, root),
    };
  }

  /** A company whose establishments fill more than one block has its own columns in the first of them only. */
  #readRoot(cnpj: Cnpj): RootRecord {
    const [first] = this.#snapshot.walkRoot(cnpj.slice(0, 8) as string as CnpjRoot, 0);
    if (first === undefined) throw new SnapshotDamage('A company has no first establishment.');
    this.#moveTo(this.#rootCursor, first);
    if (!this.#rootCursor.hasRoot)
      throw new SnapshotDamage('A company does not begin where its first establishment is.');
    return this.#rootCursor.decodeRoot();
  }

  #moveTo(cursor: RecordCursor, place: EntryPlace): void {
    const { partition, block, entry } = place;
    cursor.load(this.#file.readBlock(partition, Math.trunc(block / factsBlocksPerBlock)));
    const row = block % factsBlocksPerBlock === 0 ? entry : cursor.firstRows + entry;
    for (let step = 0; step <= row; step++)
      if (!cursor.advance()) throw new SnapshotDamage('A block of records holds fewer establishments than blocks.dat.');
  }
}

function toHeadOffice(company: Company, root: RootRecord): Cnpj | null {
  if (root.headBranch === undefined) return company.headOffice ? company.cnpj : null;
  return root.headBranch < 0 ? null : completeCnpj(`${company.cnpj.slice(0, 8)}${fromQuad(root.headBranch)}`);
}
