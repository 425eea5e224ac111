// What stands in an entry of the consolidated list of the United Nations, of a person or of another party.

import type { LayoutColumn } from '../../list-kind.ts';

const toColumn = (name: string, isNeeded = false): LayoutColumn<string> => ({ key: name, name, isNeeded });

export const onuLayout: readonly LayoutColumn<string>[] = [
  toColumn('DATAID', true),
  toColumn('VERSIONNUM'),
  toColumn('FIRST_NAME', true),
  toColumn('SECOND_NAME'),
  toColumn('THIRD_NAME'),
  toColumn('FOURTH_NAME'),
  toColumn('UN_LIST_TYPE', true),
  toColumn('REFERENCE_NUMBER', true),
  toColumn('LISTED_ON', true),
  toColumn('SUBMITTED_BY'),
  toColumn('SUBMITTED_ON'),
  toColumn('GENDER'),
  toColumn('NAME_ORIGINAL_SCRIPT'),
  toColumn('COMMENTS1'),
  toColumn('NATIONALITY2'),
  toColumn('TITLE'),
  toColumn('DESIGNATION'),
  toColumn('NATIONALITY'),
  toColumn('LIST_TYPE'),
  toColumn('LAST_DAY_UPDATED'),
  toColumn('INDIVIDUAL_ALIAS', true),
  toColumn('INDIVIDUAL_ADDRESS'),
  toColumn('INDIVIDUAL_DATE_OF_BIRTH', true),
  toColumn('INDIVIDUAL_PLACE_OF_BIRTH'),
  toColumn('INDIVIDUAL_DOCUMENT'),
  toColumn('ENTITY_ALIAS', true),
  toColumn('ENTITY_ADDRESS'),
  toColumn('SORT_KEY'),
  toColumn('SORT_KEY_LAST_MOD'),
  toColumn('DELISTED_ON'),
];
