// What stands in an entry of the consolidated list of the European Union.

import type { LayoutColumn } from '../../list-kind.ts';

const toColumn = (name: string, isNeeded = false): LayoutColumn<string> => ({ key: name, name, isNeeded });

export const ueLayout: readonly LayoutColumn<string>[] = [
  toColumn('remark'),
  toColumn('regulation', true),
  toColumn('subjectType', true),
  toColumn('nameAlias', true),
  toColumn('citizenship'),
  toColumn('birthdate', true),
  toColumn('address'),
  toColumn('identification'),
  toColumn('contactInfo'),
];
