import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../test/support/registry/registry-draft.ts';
import { checkDump, checkRows, rejectedShareDefault } from './import-registry.ts';
import type { DumpFile } from './registry-snapshot.ts';

const file = (group: DumpFile['group'], part: number, dataAsOf: string | undefined = '2026-08-08'): DumpFile => ({
  group,
  part,
  dataAsOf,
  path: `${group}-${part}.zip`,
  csvBytes: 1,
});

const tenParts = Array.from({ length: 10 }, (_, part) => part);
const whole: readonly DumpFile[] = [
  ...tenParts.map((part) => file('companies', part)),
  ...tenParts.map((part) => file('establishments', part)),
  file('simples', 0),
];

describe('checkDump', () => {
  it('accepts a whole month and returns its date', () => {
    expect(checkDump(whole)).toBe('2026-08-08');
  });

  it('names every part that is missing', () => {
    const partial = whole.filter(
      (one) => one.group !== 'simples' && !(one.group === 'establishments' && one.part === 7),
    );
    expect(() => checkDump(partial)).toThrow(/Estabelecimentos7, Simples are missing/);
    expect(() => checkDump([])).toThrow(/Empresas0, /);
  });

  it('refuses a part that is there twice, is empty, or has no date', () => {
    expect(() => checkDump([...whole, file('companies', 3)])).toThrow(/Empresas3 was found more than once/);
    expect(() => checkDump([...whole.slice(1), { ...file('companies', 0), csvBytes: 0 }])).toThrow(/is empty/);
    expect(() => checkDump([...whole.slice(1), { ...file('companies', 0), dataAsOf: undefined }])).toThrow(
      /no extraction date/,
    );
  });

  it('refuses files of two months', () => {
    expect(() => checkDump([...whole.slice(1), file('companies', 0, '2026-07-11')])).toThrow(
      /different days \(2026-07-11, 2026-08-08\)/,
    );
  });
});

describe('checkRows', () => {
  it('stops too many unreadable rows, and nothing overrides that', () => {
    expect(() => checkRows(draftOf({ rejected_rows: 266 }), rejectedShareDefault)).toThrow(
      /266 of 2655000 rows could not be read/,
    );
    expect(() => checkRows(draftOf({ rejected_rows: 265 }), rejectedShareDefault)).not.toThrow();
  });

  it('stops an import of nothing', () => {
    expect(() => checkRows(draftOf({ establishments: 0 }), rejectedShareDefault)).toThrow(/no establishment/);
  });
});
