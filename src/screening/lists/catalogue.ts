// Every list that can be imported. A new one is a file and a line here.

import type { RowsAre } from '../../domain/screening/group-hits.ts';
import { OperatorError } from '../../errors.ts';
import { bcbDisqualified, bcbForbidden } from './bcb.ts';
import { ceaf } from './cgu/ceaf.ts';
import { ceis } from './cgu/ceis.ts';
import { cepim } from './cgu/cepim.ts';
import { cnep } from './cgu/cnep.ts';
import { leniencia } from './cgu/leniencia.ts';
import { pep } from './cgu/pep.ts';
import { cvm } from './cvm.ts';
import { ibama } from './ibama.ts';
import { bis } from './international/bis.ts';
import { canada } from './international/canada.ts';
import { ofac, ofacNonSdn } from './international/ofac.ts';
import { onu } from './international/onu.ts';
import { seco } from './international/seco.ts';
import { ue } from './international/ue.ts';
import { unitedKingdom } from './international/united-kingdom.ts';
import { worldBank } from './international/world-bank.ts';
import type { ListKind } from './list-kind.ts';
import { mte } from './mte.ts';
import { findOwnList } from './own.ts';
import { tcuDebarred, tcuDisqualified, tcuIrregularAccounts } from './tcu.ts';
import { tseGeneral, tseMunicipal } from './tse.ts';

export const publishedLists: readonly ListKind[] = [
  ceis,
  cnep,
  cepim,
  leniencia,
  ceaf,
  pep,
  tcuDebarred,
  tcuDisqualified,
  tcuIrregularAccounts,
  bcbDisqualified,
  bcbForbidden,
  mte,
  ibama,
  onu,
  ofac,
  ue,
  ofacNonSdn,
  unitedKingdom,
  seco,
  canada,
  bis,
  worldBank,
  cvm,
  tseGeneral,
  tseMunicipal,
];

export function findList(id: string): ListKind | undefined {
  return publishedLists.find((list) => list.id === id) ?? findOwnList(id);
}

export function getList(id: string): ListKind {
  const list = findList(id);
  if (list !== undefined) return list;
  throw new OperatorError(
    `There is no list ${JSON.stringify(id)}: known are ${publishedLists.map((one) => one.id).join(', ')}, and own-NAME for a list of your own (small letters, digits and hyphens).`,
  );
}

export function getRowsAre(id: string): RowsAre {
  return getList(id).weight === 'exposure' ? 'offices' : 'acts';
}
