// What the free text of the SDN list says: birth dates, weak aliases, Brazilian numbers. Its parts are divided by semicolons.

import { joinBirths, toBirth, toYears, toYearsAbout } from './births.ts';

export interface RemarksRead extends ReturnType<typeof joinBirths> {
  /** Birth dates in a form that nobody knows. */
  readonly oddBirths: number;
  readonly weakNames: readonly string[];
  /** Those that may be numbers of Brazil, of whomever. */
  readonly brazilianNumbers: readonly string[];
}

const birthForm = /^(?:alt\. )?DOB (.+)$/i;
/** `1960 to 1965`, `circa 1960-1965`, `01 Jan 1960 to 31 Dec 1960`. */
const spanForm = /(\d{4})(?: to (?:(?! to ).)*?|-)(\d{4})$/i;
const weakForm = /^(?:alt\. )?(?:a|f)\.k\.a\. ['"](.+)['"]$/i;
/** A CNPJ may have letters. */
const brazilianForm = /([\dA-Z./-]{11,18})\s*\(Brazil\)/gi;

export function readRemarks(text: string): RemarksRead {
  const births: (readonly string[])[] = [];
  const weakNames: string[] = [];
  const brazilianNumbers: string[] = [];
  for (const part of text.split(';').map((one) => one.trim().replace(/\.$/, ''))) {
    const birth = birthForm.exec(part)?.[1];
    if (birth !== undefined) births.push(readBirth(birth));
    const weak = weakForm.exec(part)?.[1];
    if (weak !== undefined) weakNames.push(weak);
    for (const [, number = ''] of part.matchAll(brazilianForm)) brazilianNumbers.push(number);
  }
  const oddBirths = births.filter((read) => read.length === 0).length;
  return { ...joinBirths(births), oddBirths, weakNames, brazilianNumbers };
}

function readBirth(text: string): readonly string[] {
  const [, from, to] = spanForm.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return toYears(from, to);
  const about = text.replace(/^circa /i, '');
  const birth = toBirth(about);
  if (birth === undefined) return [];
  return about === text ? [birth] : toYearsAbout(birth);
}
