// The second half of an import: takes all records of one partition, joins establishments with their company's name and MEI
// option, drops duplicates and writes the result as blocks. Pure on bytes; reads and writes no file.

import type { BlockWriter, EstablishmentFacts, RootFacts } from '../snapshot/block.ts';
import { establishmentFlags, statusShift } from './mapper.ts';
import { companyHead, establishmentHead, meiBytes, recordHead, recordKinds } from './spill.ts';

/** Twenty bits of the sort key number the records. */
export const partitionRecordsMax = 1 << 20;

export interface PartitionCounts {
  establishments: number;
  companies: number;
  meis: number;
  /** Establishments whose root is in no row of the companies' files. */
  withoutCompany: number;
  /** Establishments whose company's row has an empty name. */
  withoutLegalName: number;
  companiesWithoutEstablishment: number;
  duplicateCompanies: number;
  duplicateEstablishments: number;
  /** Rows with the same number that do not say the same; one of them was kept. */
  conflictingEstablishments: number;
}

const indexMask = partitionRecordsMax - 1;
const none = -1;

export class PartitionBuilder {
  #counts = noCounts();
  readonly #offsets = new Uint32Array(partitionRecordsMax);
  readonly #keys = new BigUint64Array(partitionRecordsMax);
  readonly #words = new Uint32Array(this.#keys.buffer);
  readonly #root: RootFacts = {
    high: 0,
    low: 0,
    meiOpted: false,
    meiExcludedOn: 0,
    names: new Uint8Array(0),
    nameAt: 0,
    nameBytes: 0,
  };
  readonly #establishment: EstablishmentFacts = {
    branch: 0,
    status: 0,
    headOffice: false,
    specialSituation: false,
    startedOn: 0,
    names: this.#root.names,
    nameAt: 0,
    nameBytes: 0,
  };

  build(records: Uint8Array, output: BlockWriter): PartitionCounts {
    this.#counts = noCounts();
    const count = this.#index(records);
    // The engine sorts 64-bit integers natively; they are written and read as two words, so no BigInt is ever made.
    this.#keys.subarray(0, count).sort();
    this.#root.names = records;
    this.#establishment.names = records;
    for (let from = 0; from < count; ) from = this.#buildRoot(records, from, count, output);
    return this.#counts;
  }

  /** Fills the sort keys: 42 bits of root, 2 of kind (the company first), 20 of the record's number. */
  #index(records: Uint8Array): number {
    const offsets = this.#offsets;
    const words = this.#words;
    let count = 0;
    for (let at = 0; at < records.length; ) {
      if (count === partitionRecordsMax)
        throw new Error('A partition of the import holds more rows than were foreseen.');
      const kind = (records[at] as number) & 3;
      const high =
        (records[at + 1] as number) |
        ((records[at + 2] as number) << 8) |
        ((records[at + 3] as number) << 16) |
        ((records[at + 4] as number) << 24);
      const low = (records[at + 5] as number) | ((records[at + 6] as number) << 8);
      words[2 * count] = (low << 22) | (kind << 20) | count;
      words[2 * count + 1] = high;
      offsets[count++] = at;
      if (kind === recordKinds.establishment) at += establishmentHead + (records[at + establishmentHead - 1] as number);
      else if (kind === recordKinds.company) at += companyHead + (records[at + companyHead - 1] as number);
      else at += meiBytes;
    }
    return count;
  }

  /** Handles all records of the root at `from` and returns where the next root begins. */
  #buildRoot(records: Uint8Array, from: number, count: number, output: BlockWriter): number {
    const words = this.#words;
    const offsets = this.#offsets;
    const root = this.#root;
    const counts = this.#counts;
    const high = words[2 * from + 1] as number;
    const low = (words[2 * from] as number) >>> 22;
    let company = none;
    let mei = none;
    let at = from;
    let word = words[2 * at] as number;
    while (((word >>> 20) & 3) !== recordKinds.establishment) {
      const record = offsets[word & indexMask] as number;
      if (((word >>> 20) & 3) === recordKinds.company) company = this.#betterCompany(records, company, record);
      else mei = laterExclusion(records, mei, record);
      if (++at === count || words[2 * at + 1] !== high) break;
      word = words[2 * at] as number;
      if (word >>> 22 !== low) break;
    }
    root.high = high;
    root.low = low;
    root.nameAt = company + companyHead;
    root.nameBytes = company === none ? 0 : (records[company + companyHead - 1] as number);
    root.meiOpted = mei !== none;
    root.meiExcludedOn = mei === none ? 0 : getThree(records, mei + recordHead);
    if (company !== none) counts.companies++;
    if (mei !== none) counts.meis++;

    const first = at;
    while (at < count && words[2 * at + 1] === high && (words[2 * at] as number) >>> 22 === low) at++;
    if (at === first) {
      if (company !== none) counts.companiesWithoutEstablishment++;
      return at;
    }
    const before = counts.establishments;
    if (at - first === 1) this.#append(records, offsets[(words[2 * first] as number) & indexMask] as number, output);
    else this.#appendAll(records, first, at, output);
    const written = counts.establishments - before;
    if (company === none) counts.withoutCompany += written;
    else if (root.nameBytes === 0) counts.withoutLegalName += written;
    return at;
  }

  /** One root a month is twice in the files, one row of it blank (08314885 in 2026-08): the one with a name counts. */
  #betterCompany(records: Uint8Array, known: number, other: number): number {
    if (known === none) return other;
    this.#counts.duplicateCompanies++;
    const knownBytes = companyHead + (records[known + companyHead - 1] as number);
    const otherBytes = companyHead + (records[other + companyHead - 1] as number);
    if (knownBytes !== otherBytes) return knownBytes > otherBytes ? known : other;
    return compareBytes(records, known, other, knownBytes) >= 0 ? known : other;
  }

  /** Several establishments of one root: in the order of their branch, each once. */
  #appendAll(records: Uint8Array, from: number, to: number, output: BlockWriter): void {
    const order = new Float64Array(to - from);
    for (let at = from; at < to; at++) {
      const index = (this.#words[2 * at] as number) & indexMask;
      order[at - from] = getThree(records, (this.#offsets[index] as number) + recordHead) * partitionRecordsMax + index;
    }
    order.sort();
    let kept = none;
    let keptBranch = none;
    for (const value of order) {
      const branch = Math.floor(value / partitionRecordsMax);
      const record = this.#offsets[value % partitionRecordsMax] as number;
      if (branch === keptBranch) {
        kept = this.#oneOf(records, kept, record);
        continue;
      }
      if (kept !== none) this.#append(records, kept, output);
      kept = record;
      keptBranch = branch;
    }
    this.#append(records, kept, output);
  }

  /** Whole rows were duplicated in 2024-09 and 2024-10. Where two differ, the choice must not depend on the order of reading. */
  #oneOf(records: Uint8Array, known: number, other: number): number {
    const knownBytes = establishmentHead + (records[known + establishmentHead - 1] as number);
    const otherBytes = establishmentHead + (records[other + establishmentHead - 1] as number);
    const order = compareBytes(records, known, other, Math.min(knownBytes, otherBytes)) || knownBytes - otherBytes;
    if (order === 0) this.#counts.duplicateEstablishments++;
    else this.#counts.conflictingEstablishments++;
    return order >= 0 ? known : other;
  }

  #append(records: Uint8Array, record: number, output: BlockWriter): void {
    const establishment = this.#establishment;
    const flags = records[record] as number;
    establishment.branch = getThree(records, record + recordHead);
    establishment.status = (flags >>> statusShift) & 7;
    establishment.headOffice = (flags & establishmentFlags.headOffice) !== 0;
    establishment.specialSituation = (flags & establishmentFlags.specialSituation) !== 0;
    establishment.startedOn = getThree(records, record + recordHead + 3);
    establishment.nameAt = record + establishmentHead;
    establishment.nameBytes = records[record + establishmentHead - 1] as number;
    output.append(this.#root, establishment);
    this.#counts.establishments++;
  }
}

export function noCounts(): PartitionCounts {
  return {
    establishments: 0,
    companies: 0,
    meis: 0,
    withoutCompany: 0,
    withoutLegalName: 0,
    companiesWithoutEstablishment: 0,
    duplicateCompanies: 0,
    duplicateEstablishments: 0,
    conflictingEstablishments: 0,
  };
}

/** Two options for one root: the one that lasts longer, and longest without an end. */
function laterExclusion(records: Uint8Array, known: number, other: number): number {
  if (known === none) return other;
  const knownDate = getThree(records, known + recordHead) || Number.POSITIVE_INFINITY;
  const otherDate = getThree(records, other + recordHead) || Number.POSITIVE_INFINITY;
  return otherDate > knownDate ? other : known;
}

function compareBytes(records: Uint8Array, a: number, b: number, length: number): number {
  for (let index = 0; index < length; index++) {
    const difference = (records[a + index] as number) - (records[b + index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function getThree(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
}
