// Placeholders whose values are safe in any document as they are.

import { digestPrefix } from '../moment.ts';

/** Values that are digits, dates or identifiers of our own: no document reads them as anything else. Each with a sample. */
export const plainSamples: Readonly<Record<string, string>> = {
  cpf: '00000000000',
  cnpj: '00000000000000',
  birth_date: '2000-01-01',
  uuid: '00000000-0000-4000-8000-000000000000',
  'async.key': '0',
  now: '2000-01-01T00:00:00Z',
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA==',
};

export function isPlainName(name: string): boolean {
  return Object.hasOwn(plainSamples, name) || name.startsWith(digestPrefix);
}
