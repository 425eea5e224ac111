// Declared exposed people, their relatives and close associates, as the operator keeps them: `own-pep`. No public list has the relatives.

import { foldText } from '../../domain/names/name-text.ts';
import { readTabledDocument } from '../../domain/screening/entry/listed-document.ts';
import { blankRow } from './blank-row.ts';
import type { Cell, Mapped } from './list-kind.ts';
import { identityColumns, readOwnIdentity, toOwnNumber } from './own-columns.ts';
import { type RowNotes, toMaskedNames, toMaskedText, toRemarks } from './row-notes.ts';

export const declaredPepLayout = [
  { key: 'number', name: 'id', others: ['código'] },
  { key: 'name', name: 'name', others: ['nome'], isNeeded: true },
  { key: 'cpf', name: 'cpf' },
  { key: 'birth_date', name: 'birth_date', others: ['nascimento', 'data de nascimento'] },
  ...identityColumns,
  { key: 'office', name: 'office', others: ['cargo'] },
  { key: 'relation', name: 'relation', others: ['relação', 'vínculo'] },
  { key: 'of_whom', name: 'of_whom', others: ['de quem', 'pep relacionada', 'pep relacionado'] },
  { key: 'proof', name: 'proof', others: ['comprovação', 'comprovante', 'prova'] },
  { key: 'from', name: 'from', others: ['desde', 'início'] },
  { key: 'until', name: 'until', others: ['até', 'validade'] },
] as const;

type PepCell = Cell<(typeof declaredPepLayout)[number]['key']>;

/** Folded; the words of the rules, and those that people write. */
const relations: Readonly<Record<string, 'self' | 'relative' | 'close_associate'>> = {
  SELF: 'self',
  TITULAR: 'self',
  'PROPRIA PESSOA': 'self',
  RELATIVE: 'relative',
  FAMILIAR: 'relative',
  PARENTE: 'relative',
  'CLOSE ASSOCIATE': 'close_associate',
  'ESTREITO COLABORADOR': 'close_associate',
  COLABORADOR: 'close_associate',
  REPRESENTANTE: 'close_associate',
};

const relationWords = { self: 'PEP declarada', relative: 'Familiar de PEP', close_associate: 'Colaborador de PEP' };

export function mapDeclaredPep(cell: PepCell, notes: RowNotes): Mapped {
  const isOfAnother = cell('of_whom') !== '';
  const written = foldText(cell('relation'));
  const relation = written === '' && !isOfAnother ? 'self' : relations[written];
  if (relation === undefined) return 'unknown_relation';
  const identity = readOwnIdentity(cell);
  if (typeof identity === 'string') return identity;
  const document = readTabledDocument(cell('cpf'));
  const birth = notes.readDay(cell('birth_date'));
  const office = cell('office');
  return {
    ...blankRow,
    kind: 'person',
    number: toOwnNumber(cell('number'), document),
    names: toMaskedNames(cell('name')),
    document,
    births: birth === null ? [] : [birth],
    ...identity,
    ...notes.readSpan(cell('from'), cell('until')),
    category: toMaskedText(office === '' ? relationWords[relation] : `${relationWords[relation]}: ${office}`),
    remarks: toRemarks({
      'De quem': cell('of_whom'),
      Comprovação: cell('proof') === '' && relation !== 'self' ? 'não informada' : cell('proof'),
    }),
  };
}
