// What the lists of the Controladoria-Geral da União have in common: the names of their files, and the page where they are.

import { parseDate } from '../../../domain/dates/date-format.ts';

export function toCguPage(list: string): string {
  return `https://portaldatransparencia.gov.br/download-de-dados/${list}`;
}

/** `20260930_CEIS.zip`. The page's own "última atualização" is wrong. */
export function findFileDay(name: string): string | undefined {
  return parseDate(/(?<!\d)(\d{8})_/.exec(name)?.[1] ?? '', 'yyyymmdd');
}

/** `202609_PEP.zip`: of that month, and as old as its first day at most. */
export function findFileMonth(name: string): string | undefined {
  return parseDate(`${/(?<!\d)(\d{6})_/.exec(name)?.[1] ?? ''}01`, 'yyyymmdd');
}
