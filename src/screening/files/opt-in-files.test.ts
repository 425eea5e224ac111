// Files of the lists that an operator turns on, each through the real import: what is not the list is refused, and the old list serves on.

import { describe, expect, test } from 'vitest';
import { createListsPlace } from '../../../test/support/lists/lists-place.ts';
import {
  securitiesFiles,
  toCanada,
  toConsolidatedScreening,
  toDebarred,
  toElectedCsv,
  toSwitzerland,
  toUnitedKingdom,
} from '../../../test/support/lists/opt-in-lists.ts';

const asOf = '2026-10-12';
const page = '<!DOCTYPE html><html><head><title>Access denied</title></head></html>';
const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

const xmlLists = [
  ['reino-unido', toUnitedKingdom(), 'IndividualEntityShip', /UniqueID|missing: IndividualEntityShip/],
  ['seco', toSwitzerland(), 'modification', /missing: modification/],
  ['canada', toCanada(), 'DateOfListing', /missing: DateOfListing/],
] as const;

describe.each(xmlLists)('the XML of %s', (list, text, needed, renamed) => {
  const told = list === 'canada' ? { asOf } : {};
  const cases: readonly (readonly [string, Buffer, RegExp])[] = [
    ['a web page', Buffer.from(page), /is a web page/],
    ['a page that calls itself XML', Buffer.from(`<?xml version="1.0"?>${page}`), /is a web page/],
    ['a bomb of entities', Buffer.from(text.replace('?>', `?>${bomb}`)), /defines XML of its own/],
    ['half of it', Buffer.from(text.slice(0, text.length / 2)), /is no XML, or is cut short/],
    ['all but its last line', Buffer.from(text.slice(0, text.lastIndexOf('<'))), /is no XML, or is cut short/],
    ['another encoding', Buffer.from(text, 'latin1'), /not UTF-8/],
    [
      'the XML of another list',
      Buffer.from('<?xml version="1.0"?><export generationDate="2026-10-12"/>'),
      /begins with/,
    ],
    ['an element renamed', Buffer.from(text.replaceAll(needed, 'Renamed')), renamed],
  ];

  test.each(cases)('is refused where it is %s', async (_, bytes, reason) => {
    const { put, file, entriesOf, isTidy } = createListsPlace();
    await put(list, file('whole.xml', Buffer.from(text)), told);
    const before = entriesOf(list);
    await expect(put(list, file('other.xml', bytes), told)).rejects.toThrow(reason);
    expect(entriesOf(list)).toEqual(before);
    expect(isTidy(list)).toBe(true);
  });
});

const tables = [
  ['bis', toConsolidatedScreening(), 'alt_names'],
  ['banco-mundial', toDebarred(), 'SUPP_NAME'],
  ['cvm-acusados', securitiesFiles.accused, 'Nome_Acusado'],
  ['tse-gerais', toElectedCsv('general'), 'DS_SIT_TOT_TURNO'],
  ['tse-municipais', toElectedCsv('municipal'), 'DS_CARGO'],
] as const;

describe.each(tables)('the table of %s', (list, text, needed) => {
  const cases: readonly (readonly [string, Buffer, RegExp])[] = [
    ['a web page', Buffer.from(page), /is a web page/],
    ['an error in XML', Buffer.from('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'), /is XML/],
    ['half of it', Buffer.from(text.slice(0, text.length - 20)), /cut short/],
    [
      'a column renamed',
      Buffer.from(text.replaceAll(needed, 'Renamed')),
      new RegExp(`${needed} is missing in its header`),
    ],
    ['the table of another list', Buffer.from('"A";"B"\r\n"1";"2"\r\n'), /missing in its header|is no file of/],
  ];

  test.each(cases)('is refused where it is %s', async (_, bytes, reason) => {
    const { put, file, entriesOf, isTidy } = createListsPlace();
    await put(list, file('whole.csv', Buffer.from(text)), { asOf });
    const before = entriesOf(list);
    await expect(put(list, file('other.csv', bytes), { asOf })).rejects.toThrow(reason);
    expect(entriesOf(list)).toEqual(before);
    expect(isTidy(list)).toBe(true);
  });
});
