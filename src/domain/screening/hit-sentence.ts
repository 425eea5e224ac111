// What a hit means, as one sentence for people, in both languages: which list, of which day, how it was found, and whether it holds.

import type { Hit, MatchKind } from './hit.ts';

export interface InBoth {
  readonly en: string;
  readonly pt: string;
}

const found: Readonly<Record<MatchKind, InBoth>> = {
  document: { en: 'has this number', pt: 'traz este número' },
  cnpj_root: {
    en: 'has another establishment of this company',
    pt: 'traz outro estabelecimento desta empresa',
  },
  masked_cpf_and_name: {
    en: 'has this name with the same six digits of the CPF',
    pt: 'traz este nome com os mesmos seis dígitos do CPF',
  },
  masked_cpf_and_birth_date: {
    en: 'has the same six digits of the CPF and the same date of birth with another name, or without one',
    pt: 'traz os mesmos seis dígitos do CPF e a mesma data de nascimento, com outro nome ou sem nome',
  },
  name_and_birth_date: { en: 'has this name and date of birth', pt: 'traz este nome e esta data de nascimento' },
  name_and_birth_year: { en: 'has this name and year of birth', pt: 'traz este nome e este ano de nascimento' },
  name: { en: 'has this name or one like it', pt: 'traz este nome ou um semelhante' },
};

/** Instead of these words where the names only have something in common. */
const foundPossibly: Readonly<Partial<Record<MatchKind, InBoth>>> = {
  masked_cpf_and_name: {
    en: 'has a name with words of this one and the same six digits of the CPF',
    pt: 'traz um nome com palavras deste e os mesmos seis dígitos do CPF',
  },
  name_and_birth_date: {
    en: 'has a name with words of this one and the same date of birth',
    pt: 'traz um nome com palavras deste e a mesma data de nascimento',
  },
};

/** Instead of the words for `cnpj_root`. */
const establishments = {
  head_office: { en: 'has the head office of this company', pt: 'traz a matriz desta empresa' },
  branch: { en: 'has another branch of this company', pt: 'traz outra filial desta empresa' },
} as const;

const doubt: InBoth = {
  en: 'It may be somebody else: a person has to look.',
  pt: 'Pode ser outra pessoa: alguém precisa conferir.',
};

/** A told hit holds only those facts of a row that the sentence states. */
export interface ToldHit extends Pick<Hit, 'list' | 'dataAsOf' | 'match' | 'strength' | 'state' | 'establishment'> {
  readonly entry: Pick<Hit['entry'], 'category' | 'from' | 'until' | 'isUntilMinimum'>;
}

export function toHitSentence({ list, dataAsOf, entry, match, strength, state, establishment }: ToldHit): InBoth {
  const byName = (strength === 'possible' ? foundPossibly[match] : undefined) ?? found[match];
  const how = establishment === null ? byName : establishments[establishment];
  const { category } = entry;
  const since = toHold(entry, state);
  const toSentence = (language: keyof InBoth): string => {
    const start =
      language === 'en' ? `The list ${list} of ${dataAsOf} ${how.en}` : `A lista ${list} de ${dataAsOf} ${how.pt}`;
    const what = category === null ? '' : ` (${category})`;
    return `${start}${what}, ${since[language]}.${strength === 'possible' ? ` ${doubt[language]}` : ''}`;
  };
  return { en: toSentence('en'), pt: toSentence('pt') };
}

function toHold({ from, until, isUntilMinimum }: ToldHit['entry'], state: Hit['state']): InBoth {
  if (state === 'ended') return { en: `ended on ${until}`, pt: `encerrado em ${until}` };
  if (state === 'not_yet') return { en: `in force from ${from} on`, pt: `em vigor a partir de ${from}` };
  if (until === null) return { en: 'in force, without an end date', pt: 'em vigor, sem data de fim' };
  if (isUntilMinimum) return { en: `in force until ${until} at least`, pt: `em vigor ao menos até ${until}` };
  return { en: `in force until ${until}`, pt: `em vigor até ${until}` };
}
