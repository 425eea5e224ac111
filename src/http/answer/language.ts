// Which of our two languages a caller reads (RFC 9110, 12.5.4). English unless Portuguese is preferred.

export type Language = 'en' | 'pt';

/** As the header `Content-Language` names them. */
export const languageTags: Readonly<Record<Language, string>> = { en: 'en', pt: 'pt-BR' };

export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  let chosen: Language = 'en';
  let best = 0;
  for (const range of acceptLanguage.split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = /^pt(?:-|$)/.test(tag) ? 'pt' : /^en(?:-|$)/.test(tag) || tag === '*' ? 'en' : undefined;
    const weight = readWeight(parameters);
    // Of two with the same weight, the one that was named first.
    if (language === undefined || !(weight > best)) continue;
    chosen = language;
    best = weight;
  }
  return chosen;
}

function readWeight(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  return given === undefined ? 1 : Number(given.slice(2));
}
