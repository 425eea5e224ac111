// Which of our two languages a caller reads (RFC 9110, 12.5.4; RFC 4647, 3.4). English unless Portuguese is preferred.

export type Language = 'en' | 'pt';

/** The header `Content-Language` names the languages by these tags. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };

interface Range {
  readonly tag: string;
  readonly weight: number;
}

export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  const ranges = acceptLanguage.split(',').flatMap(readRange);
  const english = findWeight(ranges, 'en');
  const portuguese = findWeight(ranges, 'pt');
  if (portuguese.weight !== english.weight) return portuguese.weight > english.weight ? 'pt' : 'en';
  // Of two that are as welcome, the one that was named first.
  return portuguese.weight > 0 && portuguese.at < english.at ? 'pt' : 'en';
}

/** None for what is not a range: a weight has at most three decimals, and is at most 1. */
function readRange(text: string): Range[] {
  const [, tag = '', weight = '1'] =
    /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(text) ?? [];
  return tag === '' ? [] : [{ tag: tag.toLowerCase(), weight: Number(weight) }];
}

/** The range that says most about our form of the language decides: the form itself, the language, another form of it, any. */
function findWeight(ranges: readonly Range[], language: Language): { readonly weight: number; readonly at: number } {
  const own = languageTags[language].toLowerCase();
  const kinds: ((tag: string) => boolean)[] = [
    (tag) => tag === own,
    (tag) => tag === language,
    (tag) => tag.startsWith(`${language}-`),
    (tag) => tag === '*',
  ];
  for (const isOfKind of kinds) {
    const at = ranges.findIndex(({ tag }) => isOfKind(tag));
    if (at >= 0) return { weight: (ranges[at] as Range).weight, at };
  }
  return { weight: 0, at: ranges.length };
}

/** Finds the header in bytes that the parser refused, if it is among them. */
export function findAcceptLanguage(bytes: Buffer | undefined): string | undefined {
  return /^accept-language:[ \t]*([^\r\n]*)/im.exec(bytes?.toString('latin1') ?? '')?.[1];
}
