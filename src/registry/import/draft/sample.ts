// A sample of rows, read a second time in the plainest way (strings, one rule a line), to be compared with what the finished
// snapshot answers: a fault in the fast path of the import shows before anything goes live.

import type { DumpGroup } from '../../../app/registry/registry-snapshot.ts';
import type { CompanyLookup } from '../../../app/verify/ports.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import { maskCpfInName } from '../../../domain/numbers/cpf.ts';
import { companyColumns, establishmentColumns, simplesColumns, statusOfCode } from '../../files/layout.ts';
import { rawTextBytesMax } from '../../files/quirks.ts';
import { nameBytesMax } from './spill.ts';

export interface SampledRow {
  readonly group: DumpGroup;
  readonly fields: readonly string[];
}

const sampledRowsWanted = 2000;
/** A company with thousands of branches may be in the sample. */
const sampledEstablishmentsMax = 5 * sampledRowsWanted;

/** Samples by root, so that the rows of one company in all three groups are in the sample together. */
export class Sampler {
  readonly rows: SampledRow[] = [];
  readonly #below: number;
  #establishments = 0;

  constructor(establishmentRows: number) {
    this.#below = Math.min(1, sampledRowsWanted / Math.max(1, establishmentRows)) * 2 ** 32;
  }

  /** Tells whether the row is in the sample. */
  collect(group: DumpGroup, bytes: Uint8Array, starts: Int32Array, ends: Int32Array, columns: number): boolean {
    const at = starts[0] as number;
    // The last six characters of the root, spread over 32 bits: this runs for every row.
    const first = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8) | ((bytes[at + 4] as number) << 16);
    const last = (bytes[at + 5] as number) | ((bytes[at + 6] as number) << 8) | ((bytes[at + 7] as number) << 16);
    const spread = Math.imul(Math.imul(first, 0x9e3779b1) ^ last, 0x85ebca6b);
    if (spread >>> 0 >= this.#below) return false;
    // Only establishments may be left out: a company's row that was not kept would look like a fault of the snapshot.
    if (group === 'establishments' && this.#establishments++ >= sampledEstablishmentsMax) return false;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const fields = Array.from({ length: columns }, (_, column) =>
      buffer.toString('latin1', starts[column], ends[column]).replaceAll('""', '"'),
    );
    this.rows.push({ group, fields });
    return true;
  }
}

/** Returns how many sampled establishments the snapshot answers differently from their rows. */
export function countSampleFaults(rows: readonly SampledRow[], find: (cnpj: Cnpj) => CompanyLookup): number {
  const names = new Map<string, (string | null)[]>();
  const options = new Map<string, string[]>();
  for (const { group, fields } of rows) {
    if (group === 'companies')
      append(names, at(fields, companyColumns.root), toSampleName(at(fields, companyColumns.legalName)));
    else if (group === 'simples' && at(fields, simplesColumns.meiOption) === 'S') {
      append(options, at(fields, simplesColumns.root), toFieldDay(at(fields, simplesColumns.meiExcludedOn)) ?? 'none');
    }
  }
  return countDisagreements(rows, (fields, root, cnpj) => {
    const found = find(cnpj);
    return (
      found.kind === 'found' &&
      agreesWithRow(found.company, fields) &&
      (names.get(root) ?? [null]).includes(found.company.legalName) &&
      (found.company.meiOpted ? (options.get(root) ?? []) : ['none']).includes(found.company.meiExcludedOn ?? 'none') &&
      found.company.meiOpted === options.has(root)
    );
  });
}

type AgreesWithAnswer = (fields: readonly string[], root: string, cnpj: Cnpj) => boolean;

/** Counts the establishments that have no row that agrees. If a number is in the files twice, one agreeing row is enough. */
export function countDisagreements(rows: readonly SampledRow[], agrees: AgreesWithAnswer): number {
  const answers = new Map<string, boolean>();
  for (const { group, fields } of rows) {
    if (group !== 'establishments') continue;
    const cnpj = cnpjOf(fields);
    const isRight = agrees(fields, at(fields, establishmentColumns.root), cnpj);
    answers.set(cnpj, isRight || answers.get(cnpj) === true);
  }
  return [...answers.values()].filter((isRight) => !isRight).length;
}

function agreesWithRow(
  company: Extract<CompanyLookup, { kind: 'found' }>['company'],
  fields: readonly string[],
): boolean {
  const c = establishmentColumns;
  return (
    company.tradeName === toSampleName(at(fields, c.tradeName)) &&
    company.status === (statusOfCode[at(fields, c.status).padStart(2, '0')] ?? 'unknown') &&
    company.headOffice === (at(fields, c.headOffice) === '1') &&
    company.foundationDate === toFieldDay(at(fields, c.startedOn)) &&
    company.specialSituation === (at(fields, c.specialSituation).replace(/[\0- ]/g, '') !== '')
  );
}

export function cnpjOf(fields: readonly string[]): Cnpj {
  const { root, branch, checkDigits } = establishmentColumns;
  return `${at(fields, root)}${at(fields, branch)}${at(fields, checkDigits)}` as Cnpj;
}

export function toSampleName(field: string): string | null {
  const clean = field.replace(/[\0- \x7f-\xa0]+/g, ' ').trim();
  return clean === '' ? null : toCut(maskCpfInName(clean), field.length);
}

/** A name that is too long is cut, and never between the digits of a number. */
function toCut(name: string, publishedLength: number): string | null {
  if (name.length <= nameBytesMax && publishedLength <= rawTextBytesMax) return name;
  return (
    name
      .slice(0, nameBytesMax)
      .replace(/(?<!\d)\d+$/, '')
      .trimEnd() || null
  );
}

export function toFieldDay(field: string): string | null {
  const match = /^(18\d\d|19\d\d|2[01]\d\d)(\d\d)(\d\d)$/.exec(field);
  if (match === null) return null;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : null;
}

export function at(fields: readonly string[], column: number): string {
  return fields[column] ?? '';
}

export function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
