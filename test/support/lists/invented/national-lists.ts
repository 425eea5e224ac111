// All lists at the sizes of their publishers, of invented people and companies. Rows follow from the seed, so no table is kept.

import { Random } from '../../../../scripts/make-dump/values/random.ts';
import { activities, qualities, surnames } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { completeCnpj } from '../../../../src/domain/numbers/cnpj.ts';
import type { ListEntry } from '../../../../src/domain/screening/entry/list-entry.ts';
import { toEntry } from '../list-editions.ts';
import { inventBirths, inventForeignName, inventOrigin } from './foreigners.ts';
import { inventDay, inventPerson, inventSurname } from './people.ts';

export interface InventedList {
  readonly list: string;
  readonly rows: number;
  entries(share?: number): Generator<ListEntry>;
}

type MakeRow = (random: Random, index: number) => Partial<ListEntry>;

function inventCompany(random: Random): { readonly number: string; readonly name: string } {
  const middle = random.chance(0.5) ? random.pick(surnames) : inventSurname(random);
  const name = `${random.pick(activities)} ${middle} ${random.pick(qualities)} LTDA`;
  return { number: completeCnpj(`${random.digits(8)}000${random.chance(0.9) ? 1 : 2}`), name };
}

const sanction = (random: Random): Partial<ListEntry> => ({
  from: inventDay(random, 2018, 2026),
  until: random.chance(0.8) ? inventDay(random, 2024, 2032) : null,
  category: 'Impedimento/proibição de contratar com prazo determinado',
  authority: 'PREFEITURA MUNICIPAL DE EXEMPLO (SP)',
  process: `${random.digits(7)}-${random.digits(2)}.2024.4.01.3400`,
  reach: 'Na Esfera e no Poder do órgão sancionador',
  remarks:
    'SEM OBSERVACOES ALEM DAS QUE CONSTAM DA PUBLICACAO NO DIARIO OFICIAL DA UNIAO DE EXEMPLO, SECAO 3, PAGINA 123.',
});

const person: MakeRow = (random) => {
  const { cpf, name } = inventPerson(random);
  return { names: [name], document: { kind: 'cpf', number: cpf }, ...sanction(random) };
};
const company: MakeRow = (random) => {
  const { number, name } = inventCompany(random);
  const document = { kind: 'cnpj', number } as ListEntry['document'];
  return { kind: 'company', names: [name], document, ...sanction(random) };
};
const either =
  (share: number): MakeRow =>
  (random, index) =>
    random.chance(share) ? person(random, index) : company(random, index);

/** Two offices of most people one after the other, so that there are half as many people as rows. */
const exposed: MakeRow = (random, index) => {
  const who = new Random().restart(Math.floor(index / 2) + 7_000_000);
  const { cpf, name } = inventPerson(who);
  const left = inventDay(random, 2018, 2030);
  return {
    names: [name],
    document: { kind: 'masked_cpf', digits: cpf.slice(3, 9) },
    from: inventDay(random, 2010, 2022),
    until: random.chance(0.9) ? `${Number(left.slice(0, 4)) + 5}${left.slice(4)}` : null,
    category: 'VEREADOR',
    authority: 'MUN. DE EXEMPLO-SP',
    remarks: `Fim do exercício: ${left}`,
  };
};

const foreign =
  (personShare: number, aliases: number): MakeRow =>
  (random) => {
    if (!random.chance(personShare)) {
      const name = `${inventSurname(random)} ${random.pick(qualities)} ${random.pick(['TRADING', 'SHIPPING', 'BANK', 'OIL'])} LLC`;
      return { kind: random.chance(0.9) ? 'company' : 'other', names: [name], category: 'PROGRAM-X' };
    }
    const origin = inventOrigin(random);
    const name = inventForeignName(random, origin);
    const more = Array.from({ length: random.below(aliases * 2 + 1) }, () => inventForeignName(random, origin));
    const weakNames = random.chance(0.2) ? [inventSurname(random)] : [];
    return {
      names: [name, ...more],
      weakNames,
      births: inventBirths(random),
      category: 'PROGRAM-X',
      from: inventDay(random, 2005, 2026),
    };
  };

const lists: readonly (readonly [string, number, MakeRow])[] = [
  ['ceis', 23_720, either(0.386)],
  ['cnep', 1819, either(0.015)],
  ['cepim', 3526, company],
  ['leniencia', 143, company],
  ['ceaf', 4066, (random, index) => ({ ...exposed(random, index + 900_000), ...sanction(random) })],
  ['pep', 133_377, exposed],
  ['tcu-inidoneos', 129, company],
  ['tcu-inabilitados', 774, person],
  ['tcu-contas', 47_889, either(0.8)],
  ['bcb-inabilitados', 700, person],
  ['bcb-proibidos', 40, either(0.5)],
  ['mte', 579, either(0.6)],
  ['ibama', 116_332, either(0.8)],
  ['ofac', 18_000, foreign(0.45, 1.5)],
  ['un', 1100, foreign(0.75, 3)],
  ['eu', 7500, foreign(0.7, 3)],
];

/** Own names, so that they need no catalogue. */
export const nationalLists: readonly InventedList[] = lists.map(([list, rows, make], number) => ({
  list: `own-${list}`,
  rows,
  *entries(share = 1) {
    const random = new Random();
    for (let index = 0; index < rows * share; index++) {
      random.restart(number * 1_000_003 + index * 17 + 5);
      yield toEntry({ id: String(index), ...make(random, index) });
    }
  },
}));
