// Columns of people who may have no CPF: nationality, passport or another document, and the caller's own word for the customer.

import { foldText } from '../../domain/names/name-text.ts';
import { type IdentityFault, type ReadIdentity, readIdentity } from '../../domain/screening/read-identity.ts';
import { unwrapText } from './written-number.ts';

const written = {
  reference: 'REFERENCE, REFERENCIA',
  nationality: 'NATIONALITY, NACIONALIDADE, CITIZENSHIP, CIDADANIA, PAIS DE NACIONALIDADE, PAIS NACIONALIDADE',
  passport:
    'PASSPORT, PASSAPORTE, PASSPORT NUMBER, PASSPORT NO, NUMERO DO PASSAPORTE, NUMERO PASSAPORTE, NR PASSAPORTE, N PASSAPORTE',
  document_type: 'DOCUMENT TYPE, TIPO DO DOCUMENTO, TIPO DE DOCUMENTO, TIPO DOCUMENTO',
  document_number:
    'FOREIGN DOCUMENT, DOCUMENTO ESTRANGEIRO, IDENTITY DOCUMENT, DOCUMENTO DE IDENTIDADE, IDENTITY NUMBER, NUMERO DE IDENTIDADE',
  document_country:
    'DOCUMENT COUNTRY, PAIS DO DOCUMENTO, PAIS DOCUMENTO, ISSUING COUNTRY, PAIS EMISSOR, PAIS DE EMISSAO, PASSPORT COUNTRY, PAIS DO PASSAPORTE',
} as const;
type IdentityColumn = keyof typeof written;

/** The place of each column that was found, counted from 0. */
export type IdentityPlaces = Readonly<Partial<Record<IdentityColumn, number>>>;

export function findIdentityColumns(names: readonly string[]): IdentityPlaces {
  const folded = names.map(foldText);
  const found: Partial<Record<IdentityColumn, number>> = {};
  for (const [column, known] of Object.entries(written) as [IdentityColumn, string][]) {
    const place = folded.findIndex((name) => known.split(', ').includes(name));
    if (place >= 0) found[column] = place;
  }
  return found;
}

/** A passport counts before another document. */
export function readIdentityCells(
  cells: readonly string[],
  places: IdentityPlaces,
): ReadIdentity | { readonly fault: IdentityFault } {
  const at = (column: IdentityColumn) => readCell(cells, places[column]);
  const [passport, nationality, country] = [at('passport'), at('nationality'), at('document_country')];
  if (passport !== '') return readIdentity({ nationality, type: 'passport', number: passport, country });
  return readIdentity({ nationality, type: at('document_type'), number: at('document_number'), country });
}

export function readCell(cells: readonly string[], place: number | undefined): string {
  return place === undefined ? '' : unwrapText(cells[place] ?? '').trim();
}
