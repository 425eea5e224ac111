// Whether an entry of a list speaks of somebody, and how sure that is. Pure: it takes the whole entry, and nothing but it.

import { toCnpjRoot } from '../numbers/cnpj.ts';
import type { Judgement } from './hit.ts';
import type { ListEntry } from './list-entry.ts';
import type { Screened } from './screened.ts';

/** Undefined where it does not: another number excludes an entry, whatever its name. */
export function judgeEntry(screened: Screened, { document }: ListEntry): Judgement | undefined {
  const whole = { strength: 'hit', similarity: null, disagreed: [], establishment: null } as const;
  if (document === null) return undefined;
  if (screened.kind === 'person') {
    if (document.kind !== 'cpf' || document.number !== screened.cpf) return undefined;
    return { ...whole, match: 'document', agreed: ['cpf'] };
  }
  if (document.kind !== 'cnpj' || screened.cnpj === null) return undefined;
  if (document.number === screened.cnpj) return { ...whole, match: 'document', agreed: ['cnpj'] };
  if (toCnpjRoot(document.number) !== toCnpjRoot(screened.cnpj)) return undefined;
  const establishment = document.number.slice(8, 12) === '0001' ? 'head_office' : 'branch';
  return { ...whole, match: 'cnpj_root', agreed: ['cnpj_root'], disagreed: ['cnpj'], establishment };
}
