// What the free text of the SDN list says: birth dates, weak aliases, documents, nationalities, Brazilian numbers. Its parts are divided by semicolons.

import { joinBirths, toBirth, toYears, toYearsAbout } from './births.ts';
import type { WrittenDocument, WrittenIdentity } from './identities.ts';

export interface RemarksRead extends ReturnType<typeof joinBirths> {
  /** `oddBirths` counts the birth dates in an unknown form. */
  readonly oddBirths: number;
  readonly weakNames: readonly string[];
  /** These numbers may be Brazilian ones, of any person or company. */
  readonly brazilianNumbers: readonly string[];
  readonly identity: WrittenIdentity;
}

const birthForm = /^(?:alt\. )?DOB (.+)$/i;
/** `1960 to 1965`, `circa 1960-1965`, `01 Jan 1960 to 31 Dec 1960`. */
const spanForm = /(\d{4})(?: to (?:(?! to ).)*?|-)(\d{4})$/i;
const weakForm = /^(?:alt\. )?(?:a|f)\.k\.a\. ['"](.+)['"]$/i;
/** A CNPJ may have letters. */
/** `Passport X1234567 (Exemplolândia) expires 01 Jan 2030`, `alt. National ID No. 1234-5 (Exemplolândia)`. */
const documentForm =
  /^(?:alt\. )?((?:[\p{L}'./-]+ ){0,5}?(?:Passport|No\.|Number|License|Cedula|SSN|C\.U\.R\.P\.|D\.N\.I\.)(?: No\.| Number)?)(?: #)? ([^()]{0,60}\d[^()]{0,60}?) ?(?:\(([^)]*)\).*)?$/iu;
/** Numbers of things, and not of the person. */
const thingForm = /phone|account|address|vessel|aircraft|registration|serial|chamber|license plate/i;
const nationalityForm = /^(?:alt\. )?(?:nationality|citizen) (.+)$/i;
const brazilianForm = /([\dA-Z./-]{11,18})\s*\(Brazil\)/gi;

export function readRemarks(text: string): RemarksRead {
  const births: (readonly string[])[] = [];
  const weakNames: string[] = [];
  const brazilianNumbers: string[] = [];
  const documents: WrittenDocument[] = [];
  const nationalities: string[] = [];
  for (const part of text.split(';').map((one) => one.trim().replace(/\.$/, ''))) {
    const birth = birthForm.exec(part)?.[1];
    if (birth !== undefined) births.push(readBirth(birth));
    const weak = weakForm.exec(part)?.[1];
    if (weak !== undefined) weakNames.push(weak);
    const [, type = '', written, country = ''] = documentForm.exec(part) ?? [];
    if (written !== undefined && !thingForm.test(type)) documents.push({ type, number: written, country });
    const nationality = nationalityForm.exec(part)?.[1];
    if (nationality !== undefined) nationalities.push(nationality);
    for (const [, number = ''] of part.matchAll(brazilianForm)) brazilianNumbers.push(number);
  }
  const oddBirths = births.filter((read) => read.length === 0).length;
  const identity = { documents, nationalities };
  return { ...joinBirths(births), oddBirths, weakNames, brazilianNumbers, identity };
}

function readBirth(text: string): readonly string[] {
  const [, from, to] = spanForm.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return toYears(from, to);
  const about = text.replace(/^circa /i, '');
  const birth = toBirth(about);
  if (birth === undefined) return [];
  return about === text ? [birth] : toYearsAbout(birth);
}
