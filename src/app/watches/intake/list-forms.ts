// The two kinds of lists: companies by their numbers, people with what is known of them.

import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import { AppError, type Bilingual } from '../../../errors.ts';
import type { RowSeal } from '../../sealed-rows.ts';
import type { SealedList } from '../ports.ts';
import { findListText, type WatchedPerson, writePeople } from '../watched-person.ts';
import { createCnpjSet } from './cnpj-set.ts';
import type { Listed, ListForm, RefusedLine } from './take-list.ts';

export type ListedCompany = Listed<Cnpj>;
export type ListedPerson = Listed<WatchedPerson>;

const cnpjLength = 14;

export function createCompanyForm(companiesMax: number): ListForm<Cnpj> {
  return {
    membersMax: companiesMax,
    perPart: 5_000,
    createSet: createCnpjSet,
    toText: (cnpj) => cnpj,
    write: (cnpjs) => cnpjs.join(''),
    toTooMany: () => toTooMany(companiesMax, { en: 'companies', pt: 'empresas' }),
    toNobody: (first) => toNobody(first, { en: 'a CNPJ', pt: 'um CNPJ' }),
  };
}

/** Returns undefined if this part of the list is damaged, which the seal reports. */
export function findCompanies(seal: RowSeal, id: string, list: SealedList): Cnpj[] | undefined {
  const text = findListText(seal, id, list);
  if (text === undefined) return undefined;
  return Array.from({ length: text.length / cnpjLength }, (_, index) =>
    text.slice(index * cnpjLength, (index + 1) * cnpjLength),
  ) as Cnpj[];
}

export function createPersonForm(peopleMax: number): ListForm<WatchedPerson> {
  return {
    membersMax: peopleMax,
    perPart: 1_000,
    createSet: createPersonSet,
    toText: (person) => writePeople([person]),
    write: writePeople,
    toTooMany: () => toTooMany(peopleMax, { en: 'people', pt: 'pessoas' }),
    toNobody: (first) =>
      toNobody(first, {
        en: 'a CPF or a reference with a name',
        pt: 'um CPF ou uma referência com um nome',
      }),
  };
}

/** Nine digits of a CPF say it all, and a number takes less room than a text. The caller's reference tells those apart who have none. */
function createPersonSet() {
  const seen = new Set<number | string>();
  return {
    get size() {
      return seen.size;
    },
    add({ cpf, reference }: WatchedPerson) {
      const before = seen.size;
      return seen.add(cpf === null ? (reference ?? '') : Number(cpf.slice(0, 9))).size > before;
    },
  };
}

function toTooMany(max: number, members: Bilingual): AppError {
  return new AppError('watch_too_large', {
    detail: {
      en: `A watch holds at most ${max} ${members.en} here. Divide the list.`,
      pt: `Um acompanhamento tem no máximo ${max.toLocaleString('pt-BR')} ${members.pt} aqui. Divida a lista.`,
    },
  });
}

function toNobody(first: RefusedLine | undefined, wanted: Bilingual): AppError {
  if (first === undefined) return new AppError('invalid_watch');
  const { line, reason } = first;
  return new AppError('invalid_watch', {
    detail: {
      en: `No line of the list holds ${wanted.en}. Line ${line}, for one: \`${reason}\`.`,
      pt: `Nenhuma linha da lista tem ${wanted.pt}. A linha ${line}, por exemplo: \`${reason}\`.`,
    },
  });
}
