// Whole records out of one snapshot: the verification snapshot says where an establishment lies and what it is called, the
// records file of the same snapshot the rest. Throws SnapshotDamage or a system error; never answers from half of the two.

import type { EstablishmentsLookup, PartnersLookup, RecordLookup, RecordsOrigin } from '../../app/companies/ports.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { Company, CompanyStatus } from '../../domain/company/company.ts';
import {
  type CompanyRecord,
  type EstablishmentSummary,
  type Partner,
  partnersShown,
} from '../../domain/company/company-record.ts';
import { type Cnpj, type CnpjRoot, completeCnpj } from '../../domain/numbers/cnpj.ts';
import { fromQuad, toQuad } from '../files/cnpj-key.ts';
import { statusOfCode } from '../files/layout.ts';
import type { EntryPlace, Snapshot } from '../snapshot/snapshot.ts';
import type { RootRecord } from './read/decode-root.ts';
import type { RowRecord } from './read/decode-row.ts';
import type { PartnerPieces } from './read/partner-pieces.ts';
import type { RecordCursor } from './read/record-cursor.ts';
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
  readonly #pieces: PartnerPieces;

  constructor(snapshot: Snapshot, file: RecordsFile) {
    this.origin = { snapshot: snapshot.manifest.id, dataAsOf: snapshot.manifest.data_as_of };
    this.#snapshot = snapshot;
    this.#file = file;
    this.#cursor = file.createCursor();
    this.#rootCursor = file.createCursor();
    this.#pieces = file.createPartnerPieces(snapshot.index.partitionBlocks);
  }

  find(cnpj: Cnpj, partnersMax = partnersShown): RecordLookup {
    const place = this.#snapshot.locate(cnpj);
    if (place === undefined) return { kind: 'not_found', ...this.origin };
    this.#moveTo(this.#cursor, place);
    const row = this.#cursor.decodeRow();
    const root = this.#cursor.hasRoot ? this.#cursor.decodeRoot() : this.#readRoot(cnpj);
    const partners = this.readPartners(place.partition, root, partnersMax);
    return { kind: 'found', record: this.toRecord(place.company, row, root, partners), ...this.origin };
  }

  listPartners(root: CnpjRoot, from: number, limit: number): PartnersLookup {
    const [first] = this.#snapshot.walkRoot(root, 0);
    if (first === undefined) return { kind: 'not_found', ...this.origin };
    if (!this.#file.about.partners) return { kind: 'not_imported', ...this.origin };
    const company = this.#readRoot(first.company.cnpj);
    const { partners, partnersApart } = company;
    const page =
      partnersApart === undefined
        ? partners.slice(from, from + limit)
        : this.#pieces.read(first.partition, partnersApart, from, limit);
    return {
      kind: 'found',
      partners: page,
      total: partnersApart?.total ?? partners.length,
      cnpj: first.company.cnpj,
      ...this.origin,
    };
  }

  /** Reads the partners. A company with very many yields at most `max` of them; any other company yields all. */
  readPartners(partition: number, { partners, partnersApart }: RootRecord, max: number): readonly Partner[] {
    return partnersApart === undefined ? partners : this.#pieces.read(partition, partnersApart, 0, max);
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

  toRecord(company: Company, row: RowRecord, root: RootRecord, partners: readonly Partner[]): CompanyRecord {
    const { about } = this.#file;
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
      taxRegimes: about.tax_regimes ? root.taxRegimes : null,
      partners: about.partners ? partners : null,
      partnersTotal: about.partners ? (root.partnersApart?.total ?? partners.length) : null,
      partnersMissing: about.partners ? null : 'not_imported',
      establishments: root.establishments,
      headOfficeCnpj: toHeadOffice(company, root),
      ...(row.asPublished === undefined && root.asPublished === undefined
        ? undefined
        : { asPublished: { ...row.asPublished, ...root.asPublished } }),
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
    cursor.moveTo(place.partition, place.block, place.entry);
  }
}

function toHeadOffice(company: Company, root: RootRecord): Cnpj | null {
  if (root.headBranch === undefined) return company.headOffice ? company.cnpj : null;
  return root.headBranch < 0 ? null : completeCnpj(`${company.cnpj.slice(0, 8)}${fromQuad(root.headBranch)}`);
}
