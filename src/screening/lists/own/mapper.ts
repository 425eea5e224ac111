// A row of a list of one's own: whom it means, why, and until when.

import { parseCnpj } from '../../../domain/numbers/cnpj.ts';
import { parseCpf } from '../../../domain/numbers/cpf.ts';
import { blankRow, toKind } from '../blank-row.ts';
import type { Cell, MappedRow } from '../list-kind.ts';
import { type RowNotes, toNames, toText } from '../row-notes.ts';
import type { OwnKey } from './layout.ts';

export function mapOwn(cell: Cell<OwnKey>, notes: RowNotes): MappedRow | undefined {
  const names = toNames(cell('name'));
  const document = notes.readDocument(
    cell('document') ||
      withLostZeros(cell('cpf'), 11, (text) => parseCpf(text).kind === 'valid') ||
      withLostZeros(cell('cnpj'), 14, (text) => parseCnpj(text).kind === 'valid'),
  );
  const isFound = names.length > 0 || (document !== null && document.kind !== 'unusable');
  if (!isFound) return undefined;
  const birth = notes.readDay(cell('birth_date'));
  return {
    ...blankRow,
    kind: toKind(document),
    number: cell('number'),
    names,
    document,
    births: birth === null ? [] : [birth],
    until: notes.readDay(cell('until')),
    remarks: toText(cell('reason')),
  };
}

/** A spreadsheet takes a number for a sum and drops the zeros in front: one or two are put back where the check digits then hold. */
function withLostZeros(text: string, length: number, isValid: (text: string) => boolean): string {
  if (!/^\d+$/.test(text) || text.length < length - 2 || text.length >= length) return text;
  const whole = text.padStart(length, '0');
  return isValid(whole) ? whole : text;
}
