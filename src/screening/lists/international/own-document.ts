// Which Brazilian number of an entry is its own. Lists of the world name those of others, too: the company of a person, the owner of a
// company.

import type { ListedKind } from '../../../domain/screening/entry/list-entry.ts';
import { type ListedDocument, readListedDocument } from '../../../domain/screening/entry/listed-document.ts';

/** Each kind of party has these kinds of numbers. A vessel has none, and a party of unknown kind may have either. */
const kindsOfNumber: Readonly<Record<ListedKind, readonly ListedDocument['kind'][]>> = {
  person: ['cpf'],
  company: ['cnpj'],
  other: [],
};

/** The first that fits to the kind of the entry; null where there is none. */
export function findOwnDocument(kind: ListedKind | null, numbers: readonly string[]): ListedDocument | null {
  const fitting = kind === null ? ['cpf', 'cnpj'] : kindsOfNumber[kind];
  const documents = numbers.map(readListedDocument);
  return documents.find((document) => document !== null && fitting.includes(document.kind)) ?? null;
}
