// The keys by which rows are found: those that an entry has, and those under which somebody is looked for.

import { toCnpjRoot } from '../../domain/numbers/cnpj.ts';
import type { ListEntry } from '../../domain/screening/list-entry.ts';
import type { Screened } from '../../domain/screening/screened.ts';

export function toEntryKeys({ document }: ListEntry): readonly number[] {
  if (document?.kind === 'cpf') return [hash(`cpf ${document.number}`)];
  if (document?.kind === 'cnpj') return [hash(`root ${toCnpjRoot(document.number)}`)];
  return [];
}

export function toAskedKeys(screened: Screened): readonly number[] {
  if (screened.kind === 'person') return screened.cpf === null ? [] : [hash(`cpf ${screened.cpf}`)];
  return screened.cnpj === null ? [] : [hash(`root ${toCnpjRoot(screened.cnpj)}`)];
}

/** FNV-1a over the characters' codes, then mixed: buckets are cut by its first bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d);
  return (sum ^ (sum >>> 13)) >>> 0;
}
