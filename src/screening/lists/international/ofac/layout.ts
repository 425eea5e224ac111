// The columns of the files of the SDN list, which have no header: their order is what the Treasury's specification says.

import type { BesideFile, LayoutColumn } from '../../list-kind.ts';

export type OfacKey =
  | 'number'
  | 'name'
  | 'type'
  | 'program'
  | 'title'
  | 'call_sign'
  | 'vessel_type'
  | 'tonnage'
  | 'gross_tonnage'
  | 'flag'
  | 'owner'
  | 'remarks';

const toColumns = <Key extends string>(...keys: readonly Key[]): readonly LayoutColumn<Key>[] =>
  keys.map((key) => ({ key, name: key, isNeeded: true }));

/** sdn.csv */
export const ofacLayout: readonly LayoutColumn<OfacKey>[] = toColumns(
  'number',
  'name',
  'type',
  'program',
  'title',
  'call_sign',
  'vessel_type',
  'tonnage',
  'gross_tonnage',
  'flag',
  'owner',
  'remarks',
);

/** The other names are here alone, so nobody is found by them without this file. */
export const ofacAliases: BesideFile = {
  file: 'alt.csv',
  layout: toColumns('number', 'alias_number', 'alias_type', 'alias', 'remarks'),
  isNeeded: true,
};

export const ofacAddresses: BesideFile = {
  file: 'add.csv',
  layout: toColumns('number', 'address_number', 'address', 'city', 'country', 'remarks'),
  isNeeded: false,
};

/** What does not fit into the remarks of sdn.csv. */
export const ofacComments: BesideFile = {
  file: 'sdn_comments.csv',
  layout: toColumns('number', 'remarks'),
  isNeeded: false,
};
