// The Receita's tables of codes and the IBGE codes of municipalities, as one snapshot keeps them beside its records; and the
// count of how often each code is used, so that codes without a text can be told.

import { type DumpTable, dumpTables, type RecordCounts } from '../../app/registry/registry-snapshot.ts';
import { SnapshotDamage } from '../../datasets/folder/damage.ts';
import type { CodedText, Municipality } from '../../domain/company/company-record.ts';
import { unlistedCountries } from '../files/unlisted-countries.ts';
import { type ActivityCodes, activityDigits, padCode } from './codes.ts';

/** The codes of each table have this many digits. */
export const codeDigits: Readonly<Record<DumpTable, number>> = {
  activities: activityDigits,
  reasons: 2,
  municipalities: 4,
  legalNatures: 4,
  countries: 3,
  qualifications: 2,
};

type Texts = Readonly<Record<string, string>>;

export interface RecordTables {
  readonly texts: Readonly<Record<DumpTable, Texts>>;
  /** TOM code to IBGE code. */
  readonly ibgeCodes: Texts;
  /** `ibgeSource` names the origin of `ibgeCodes` for readers who ask. */
  readonly ibgeSource: string;
  /** The groups of records are packed with this dictionary, in base 64; it is undefined in the first format. */
  readonly dictionary?: string | undefined;
}

/** The threads of an import need this part of the tables, and add these counts. */
export interface KnownCodes extends CodeUses {
  /** The number of each code of seven digits, 0 where the table lacks it: 20 MB, and no search for 190 million codes. */
  readonly activityNumbers: Uint16Array;
}

/** The maps count the uses of each code, keyed by its number. */
export interface CodeUses {
  readonly unlistedActivities: Map<number, number>;
  readonly reasons: Uint32Array;
  readonly municipalities: Uint32Array;
  readonly legalNatures: Uint32Array;
  readonly countries: Uint32Array;
  readonly qualifications: Uint32Array;
}

export function toActivityCodes(tables: RecordTables): ActivityCodes {
  return Uint32Array.from(Object.keys(tables.texts.activities).map(Number)).sort();
}

export function createKnownCodes(activities: ActivityCodes): KnownCodes {
  const uses = (name: DumpTable): Uint32Array => new Uint32Array(10 ** codeDigits[name]);
  const activityNumbers = new Uint16Array(10 ** activityDigits);
  for (const [index, code] of activities.entries()) activityNumbers[code] = index + 1;
  return {
    activityNumbers,
    unlistedActivities: new Map(),
    reasons: uses('reasons'),
    municipalities: uses('municipalities'),
    legalNatures: uses('legalNatures'),
    countries: uses('countries'),
    qualifications: uses('qualifications'),
  };
}

/** Without the large table, which need not cross between threads. */
export function toCodeUses({ activityNumbers: _, ...uses }: KnownCodes): CodeUses {
  return uses;
}

/** A table that is not there has no text for any code: naming them all would say no more than that. */
const listedCodesMax = 100;

/** Uses of codes that have no text, the most used first; tables without any are left out. */
export function listCodesWithoutText(
  tables: RecordTables,
  used: readonly CodeUses[],
): RecordCounts['codes_without_text'] {
  const listed = dumpTables.map((name): [DumpTable, Record<string, number>] => {
    const uses = new Map<string, number>();
    for (const codes of used) {
      for (const [number, count] of name === 'activities' ? codes.unlistedActivities : codes[name].entries()) {
        const code = padCode(number, codeDigits[name]);
        if (count > 0 && findTextOf(tables, name, code) === null) uses.set(code, (uses.get(code) ?? 0) + count);
      }
    }
    const mostUsed = [...uses].sort((a, b) => b[1] - a[1]).slice(0, listedCodesMax);
    return [name, Object.fromEntries(mostUsed)];
  });
  return Object.fromEntries(listed.filter(([, uses]) => Object.keys(uses).length > 0));
}

/** Uses of municipality codes that have no IBGE code. */
export function countWithoutIbge(tables: RecordTables, used: readonly CodeUses[]): number {
  let uses = 0;
  for (const { municipalities } of used) {
    for (const [code, count] of municipalities.entries())
      if (!Object.hasOwn(tables.ibgeCodes, padCode(code, codeDigits.municipalities))) uses += count;
  }
  return uses;
}

/** Codes to texts, each made once: records share them. */
export class TextsByCode {
  readonly #made = new Map<DumpTable, Map<number, CodedText>>(dumpTables.map((name) => [name, new Map()]));
  readonly #municipalities = new Map<number, Municipality>();
  readonly #tables: RecordTables;
  readonly #activityCodes: ActivityCodes;

  constructor(tables: RecordTables) {
    this.#tables = tables;
    this.#activityCodes = toActivityCodes(tables);
  }

  /** Returns the code for the number that records hold: its place in the table, counted from 1. */
  getActivityCode(number: number): number {
    const code = this.#activityCodes[number - 1];
    if (code === undefined) throw new SnapshotDamage('A record names an activity that tables.json does not have.');
    return code;
  }

  get(name: DumpTable, number: number): CodedText {
    const made = this.#made.get(name) as Map<number, CodedText>;
    const known = made.get(number);
    if (known !== undefined) return known;
    const code = padCode(number, codeDigits[name]);
    const coded: CodedText = Object.freeze({ code, text: findTextOf(this.#tables, name, code) });
    made.set(number, coded);
    return coded;
  }

  getMunicipality(number: number): Municipality {
    const known = this.#municipalities.get(number);
    if (known !== undefined) return known;
    const tomCode = padCode(number, codeDigits.municipalities);
    const municipality: Municipality = Object.freeze({
      tomCode,
      ibgeCode: findText(this.#tables.ibgeCodes, tomCode),
      name: findText(this.#tables.texts.municipalities, tomCode),
    });
    this.#municipalities.set(number, municipality);
    return municipality;
  }
}

/** A country may have its name from elsewhere: the Receita's table lacks some that its rows use. */
function findTextOf(tables: RecordTables, name: DumpTable, code: string): string | null {
  const text = findText(tables.texts[name], code);
  return text === null && name === 'countries' ? findText(unlistedCountries, code) : text;
}

function findText(texts: Texts, code: string): string | null {
  return Object.hasOwn(texts, code) ? (texts[code] ?? null) : null;
}

export function encodeTables(tables: RecordTables): string {
  return `${JSON.stringify(tables)}\n`;
}

/** Decodes the tables. Their hash was checked before, so the text equals the one that was written. */
export function decodeTables(text: string): RecordTables {
  const tables = JSON.parse(text) as RecordTables;
  if (dumpTables.some((name) => typeof tables.texts?.[name] !== 'object'))
    throw new SnapshotDamage('tables.json lacks a table.');
  return tables;
}
