// The second half of an import: takes all records of one partition, joins establishments with their company's name and MEI
// option, drops duplicates and writes the result as blocks. Pure on bytes; reads and writes no file.

import type { RecordBlockWriter, RootPayloads } from '../../records/write/block-writer.ts';
import type { BlockWriter, EstablishmentFacts, RootFacts } from '../../snapshot/block.ts';
import { keepDistinctPartners, keepDistinctRegimes } from './company-lists.ts';
import { establishmentFlags, statusShift } from './mapper.ts';
import {
  companyHead,
  establishmentHead,
  isTaxRegime,
  meiOpted,
  recordHead,
  recordKinds,
  simplesHead,
} from './spill.ts';

/** Twenty bits of the sort key number the records. */
export const partitionRecordsMax = 1 << 20;

export type PartitionCounts = ReturnType<typeof noCounts>;

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

  readonly #payloads: RootPayloads = {
    company: none,
    simples: none,
    taxRegimes: [],
    partners: [],
    establishments: 0,
    headBranch: none,
  };
  /** Used again for every root: nearly all have one establishment and no partner. */
  readonly #single = [0];
  readonly #partners: number[] = [];
  readonly #regimes: number[] = [];
  /** `#records` takes the whole records; it is undefined if the import covers only the facts of verification. */
  #records: RecordBlockWriter | undefined;

  build(records: Uint8Array, output: BlockWriter, whole?: RecordBlockWriter): PartitionCounts {
    this.#counts = noCounts();
    this.#records = whole;
    whole?.reset(records);
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
      at = this.#payloadOf(records, at, kind);
      if (this.#records !== undefined) at += 2 + getTwo(records, at);
    }
    return count;
  }

  /** Where the facts of verification end and the rest of the row begins, where there is one. */
  #payloadOf(records: Uint8Array, at: number, kind: number): number {
    if (kind === recordKinds.establishment)
      return at + establishmentHead + (records[at + establishmentHead - 1] as number);
    if (kind === recordKinds.company) return at + companyHead + (records[at + companyHead - 1] as number);
    return at + (kind === recordKinds.simples ? simplesHead : recordHead);
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
    let simples = none;
    const partners = this.#partners;
    partners.length = 0;
    const regimes = this.#regimes;
    regimes.length = 0;
    let at = from;
    let word = words[2 * at] as number;
    while (((word >>> 20) & 3) !== recordKinds.establishment) {
      const record = offsets[word & indexMask] as number;
      const kind = (word >>> 20) & 3;
      if (kind === recordKinds.company) company = this.#betterCompany(records, company, record);
      else if (kind === recordKinds.simples) simples = this.#betterSimples(records, simples, record);
      else if (((records[record] as number) & isTaxRegime) === 0) partners.push(record + recordHead);
      else regimes.push(record + recordHead);
      if (++at === count || words[2 * at + 1] !== high) break;
      word = words[2 * at] as number;
      if (word >>> 22 !== low) break;
    }
    root.high = high;
    root.low = low;
    root.nameAt = company + companyHead;
    root.nameBytes = company === none ? 0 : (records[company + companyHead - 1] as number);
    root.meiOpted = simples !== none && ((records[simples] as number) & meiOpted) !== 0;
    root.meiExcludedOn = root.meiOpted ? getThree(records, simples + recordHead) : 0;
    if (company !== none) counts.companies++;
    if (root.meiOpted) counts.meis++;

    const first = at;
    while (at < count && words[2 * at + 1] === high && (words[2 * at] as number) >>> 22 === low) at++;
    if (at === first) {
      if (company !== none) counts.companiesWithoutEstablishment++;
      counts.partnersWithoutCompany += partners.length;
      counts.taxRegimesWithoutCompany += regimes.length;
      return at;
    }
    let kept: readonly number[] = this.#single;
    if (at - first === 1) this.#single[0] = offsets[(words[2 * first] as number) & indexMask] as number;
    else kept = this.#distinctEstablishments(records, first, at);
    if (this.#records !== undefined) {
      const payloads = this.#payloads;
      payloads.company = company === none ? none : this.#payloadOf(records, company, recordKinds.company);
      payloads.simples = simples === none ? none : this.#payloadOf(records, simples, recordKinds.simples);
      payloads.partners = partners.length === 0 ? partners : keepDistinctPartners(records, partners);
      payloads.taxRegimes = regimes.length === 0 ? regimes : keepDistinctRegimes(records, regimes);
      payloads.establishments = kept.length;
      payloads.headBranch = kept.length === 1 ? none : headBranchOf(records, kept);
      counts.partners += payloads.partners.length;
      counts.duplicatePartners += partners.length - payloads.partners.length;
      counts.taxRegimes += payloads.taxRegimes.length;
      counts.duplicateTaxRegimes += regimes.length - payloads.taxRegimes.length;
      this.#records.beginRoot(payloads);
    }
    for (const record of kept) this.#append(records, record, output);
    if (company === none) counts.withoutCompany += kept.length;
    else if (root.nameBytes === 0) counts.withoutLegalName += kept.length;
    return at;
  }

  /** One root a month is twice in the files, one row of it blank (08314885 in 2026-08): the one with a name counts. */
  #betterCompany(records: Uint8Array, known: number, other: number): number {
    if (known === none) return other;
    this.#counts.duplicateCompanies++;
    const knownBytes = companyHead + (records[known + companyHead - 1] as number);
    const otherBytes = companyHead + (records[other + companyHead - 1] as number);
    if (knownBytes !== otherBytes) return knownBytes > otherBytes ? known : other;
    return this.#compare(records, known, other, knownBytes, otherBytes) >= 0 ? known : other;
  }

  /** Two rows for one root: an option for MEI before none, the one that lasts longer, and longest without an end. */
  #betterSimples(records: Uint8Array, known: number, other: number): number {
    if (known === none) return other;
    const knownOpted = (records[known] as number) & meiOpted;
    const otherOpted = (records[other] as number) & meiOpted;
    if (knownOpted !== otherOpted) return knownOpted > otherOpted ? known : other;
    const knownDate = getThree(records, known + recordHead) || Number.POSITIVE_INFINITY;
    const otherDate = getThree(records, other + recordHead) || Number.POSITIVE_INFINITY;
    if (knownDate !== otherDate) return knownDate > otherDate ? known : other;
    return this.#compare(records, known, other, simplesHead, simplesHead) >= 0 ? known : other;
  }

  /** The facts of verification first, so that an import with records keeps the same rows as one without; then the rest. */
  #compare(records: Uint8Array, known: number, other: number, knownBytes: number, otherBytes: number): number {
    const facts = compareBytes(records, known, other, Math.min(knownBytes, otherBytes)) || knownBytes - otherBytes;
    if (facts !== 0 || this.#records === undefined) return facts;
    const [knownRest, otherRest] = [known + knownBytes, other + otherBytes];
    const [knownLength, otherLength] = [getTwo(records, knownRest), getTwo(records, otherRest)];
    return (
      compareBytes(records, knownRest + 2, otherRest + 2, Math.min(knownLength, otherLength)) ||
      knownLength - otherLength
    );
  }

  /** Several establishments of one root: in the order of their branch, each once. */
  #distinctEstablishments(records: Uint8Array, from: number, to: number): number[] {
    const order = new Float64Array(to - from);
    for (let at = from; at < to; at++) {
      const index = (this.#words[2 * at] as number) & indexMask;
      order[at - from] = getThree(records, (this.#offsets[index] as number) + recordHead) * partitionRecordsMax + index;
    }
    order.sort();
    const kept: number[] = [];
    let keptBranch = none;
    for (const value of order) {
      const branch = Math.floor(value / partitionRecordsMax);
      const record = this.#offsets[value % partitionRecordsMax] as number;
      if (branch === keptBranch) kept.push(this.#oneOf(records, kept.pop() as number, record));
      else kept.push(record);
      keptBranch = branch;
    }
    return kept;
  }

  /** Whole rows were duplicated in 2024-09 and 2024-10. Where two differ, the choice must not depend on the order of reading. */
  #oneOf(records: Uint8Array, known: number, other: number): number {
    const knownBytes = establishmentHead + (records[known + establishmentHead - 1] as number);
    const otherBytes = establishmentHead + (records[other + establishmentHead - 1] as number);
    const order = this.#compare(records, known, other, knownBytes, otherBytes);
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
    this.#records?.append(establishment.nameAt + establishment.nameBytes, output.blocks - 1);
  }
}

export function noCounts() {
  return {
    establishments: 0,
    companies: 0,
    meis: 0,
    /** Establishments whose root is in no row of the companies' files. */
    withoutCompany: 0,
    /** Establishments whose company's row has an empty name. */
    withoutLegalName: 0,
    companiesWithoutEstablishment: 0,
    duplicateCompanies: 0,
    duplicateEstablishments: 0,
    /** Rows with the same number that do not say the same; one of them was kept. */
    conflictingEstablishments: 0,
    partners: 0,
    duplicatePartners: 0,
    partnersWithoutCompany: 0,
    taxRegimes: 0,
    duplicateTaxRegimes: 0,
    taxRegimesWithoutCompany: 0,
  };
}

/** The branch of the establishment that is marked as head office, the first of them; -1 where none is. */
function headBranchOf(records: Uint8Array, kept: readonly number[]): number {
  const head = kept.find((record) => ((records[record] as number) & establishmentFlags.headOffice) !== 0);
  return head === undefined ? none : getThree(records, head + recordHead);
}

function compareBytes(records: Uint8Array, a: number, b: number, length: number): number {
  for (let index = 0; index < length; index++) {
    const difference = (records[a + index] as number) - (records[b + index] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function getTwo(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

function getThree(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
}
