// Whether an entry of a list speaks of somebody, and how sure that is. Pure: it takes the whole entry, and nothing but it.

import { toCnpjRoot } from '../../numbers/cnpj.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import { findCpfDigits } from '../entry/listed-document.ts';
import type { Aspect, Judgement, MatchKind } from '../hit.ts';
import type { Screened, ScreenedCompany, ScreenedPerson } from '../screened.ts';
import { type BirthAgreement, type ComparedBirth, compareBirths } from './births.ts';
import {
  createNameScorer,
  isSearchable,
  listCustoms,
  type NameScorer,
  type NamesOf,
  scoreNames,
} from './name-scorer.ts';

/** Under it names say nothing, even beside equal digits. */
const likeMin = 0.7;
/** What a name needs beside a birth date, or in any order beside digits: two words of three. */
const twoOfThreeMin = 0.6;
/** From here on a name is one with spelling aside, and beside digits or a birth date it is a hit. */
const strongMin = 0.85;
/** What a name needs to be a candidate without anything beside it: three words of four are enough, two of three are not. */
export const nameAloneMin = 0.92;

/** Somebody made ready to be compared with many entries. */
export interface Asked {
  readonly screened: Screened;
  readonly scorer: NameScorer | undefined;
  readonly isSearchable: boolean;
}

export function toAsked(screened: Screened): Asked {
  return { screened, scorer: createNameScorer(screened), isSearchable: isSearchable(screened) };
}

/** Undefined where it does not: another number excludes an entry, whatever its name. Another birth date makes it weaker only. */
export function judgeEntry(
  { screened, scorer }: Asked,
  entry: ListEntry,
  namesOf: NamesOf = 'brazil',
): Judgement | undefined {
  const customs = listCustoms(entry, screened.kind, namesOf);
  if (customs.length === 0) return undefined;
  const similarity = scorer === undefined ? null : scoreNames(scorer, entry, customs);
  const inAnyOrder = () => (scorer === undefined ? 0 : scoreNames(scorer, entry, ['foreign']));
  return screened.kind === 'person'
    ? judgePerson(screened, entry, { similarity, inAnyOrder, namesOf })
    : judgeCompany(screened, entry, similarity);
}

interface Compared {
  readonly similarity: number | null;
  /** The similarity by rules that know no given name. */
  readonly inAnyOrder: () => number;
  readonly namesOf: NamesOf;
}

function judgePerson(
  { cpf, maskedCpf = null, birthDate }: ScreenedPerson,
  entry: ListEntry,
  { similarity, inAnyOrder, namesOf }: Compared,
) {
  const compared = compareBirths(birthDate, entry);
  const birth = compared.agreement;
  const { document } = entry;
  const judge = toJudgement(similarity, compared);
  if (cpf !== null && document?.kind === 'cpf') {
    if (document.number === cpf) return judge('document', true, ['cpf']);
    // Lists of the world take a number out of free text: beside the same name and birth date another one proves nothing.
    const isTold = namesOf === 'world' && birth === 'date' && similarity !== null && similarity >= strongMin;
    return isTold ? judge('name_and_birth_date', false, [], ['cpf']) : undefined;
  }
  if (similarity === null) return undefined;
  const [digits, listed] = [cpf?.slice(3, 9) ?? maskedCpf, findCpfDigits(document)];
  if (digits !== null && listed !== null) {
    if (digits !== listed) return undefined;
    if (similarity >= likeMin) return judge('masked_cpf_and_name', similarity >= strongMin, ['masked_cpf']);
    const loose = inAnyOrder();
    return loose < twoOfThreeMin
      ? undefined
      : toJudgement(loose, compared)('masked_cpf_and_name', false, ['masked_cpf']);
  }
  if (birth === 'date' && similarity >= twoOfThreeMin) return judge('name_and_birth_date', similarity >= strongMin, []);
  if ((birth === 'year' || birth === 'swapped') && similarity >= strongMin)
    return judge('name_and_birth_year', false, []);
  if (similarity < nameAloneMin) return undefined;
  return judge(birth === 'same_year_other_day' ? 'name_and_birth_year' : 'name', false, []);
}

function judgeCompany({ cnpj }: ScreenedCompany, { document }: ListEntry, similarity: number | null) {
  const judge = toJudgement(similarity, { agreement: 'unknown', share: 1 });
  if (cnpj === null || document?.kind !== 'cnpj')
    return similarity !== null && similarity >= nameAloneMin ? judge('name', false, []) : undefined;
  if (document.number === cnpj) return judge('document', true, ['cnpj']);
  if (toCnpjRoot(document.number) !== toCnpjRoot(cnpj)) return undefined;
  const establishment = document.number.slice(8, 12) === '0001' ? 'head_office' : 'branch';
  return { ...judge('cnpj_root', true, ['cnpj_root'], ['cnpj']), establishment } as const;
}

const birthAgreed: Readonly<Partial<Record<BirthAgreement, readonly Aspect[]>>> = {
  date: ['birth_date'],
  year: ['birth_year'],
  swapped: ['birth_year'],
  same_year_other_day: ['birth_year'],
};
const birthDisagreed: Readonly<Partial<Record<BirthAgreement, readonly Aspect[]>>> = {
  swapped: ['birth_date'],
  same_year_other_day: ['birth_date'],
  slip: ['birth_date'],
  other: ['birth_date'],
};

/** What agrees beside the number follows from the comparison of names and births. */
function toJudgement(ofNames: number | null, { agreement: birth, share }: ComparedBirth) {
  const name: readonly Aspect[] = ofNames === null ? [] : ['name'];
  return (
    match: MatchKind,
    isHit: boolean,
    agreed: readonly Aspect[],
    disagreed: readonly Aspect[] = [],
  ): Judgement => {
    const isBeside = match === 'name_and_birth_date' || match === 'masked_cpf_and_name';
    const isAlike = isBeside || (ofNames !== null && ofNames >= likeMin);
    return {
      match,
      strength: isHit ? 'hit' : 'possible',
      // A name with nothing beside it but another birth date says less, the farther the two are apart.
      similarity: match === 'name' && ofNames !== null ? Math.round(ofNames * share * 100) / 100 : ofNames,
      agreed: [...agreed, ...(isAlike ? name : []), ...(birthAgreed[birth] ?? [])],
      disagreed: [...disagreed, ...(isAlike ? [] : name), ...(birthDisagreed[birth] ?? [])],
      establishment: null,
    };
  };
}
