// Whether an entry of a list speaks of somebody, and how sure that is. Pure: it takes the whole entry, and nothing but it.

import { toCnpjRoot } from '../../numbers/cnpj.ts';
import type { ListEntry } from '../entry/list-entry.ts';
import { findCpfDigits } from '../entry/listed-document.ts';
import type { Aspect, Judgement, MatchKind } from '../hit.ts';
import type { Screened, ScreenedCompany, ScreenedPerson } from '../screened.ts';
import { type NeededLikeness, neededLikeness, type Sensitivity } from '../sensitivity.ts';
import { type BirthAgreement, type ComparedBirth, compareBirths } from './births.ts';
import { isEnoughBesideBirthDate, isEnoughBesideDigits } from './enough-in-common.ts';
import { type JudgeDocument, withIdentity } from './identity.ts';
import {
  createNameScorer,
  isPartOfName,
  isSearchable,
  listCustoms,
  type NameScorer,
  type NamesOf,
  scoreNames,
  sharesEnough,
} from './name-scorer.ts';

/** Under it names say nothing, even beside equal digits. */
const likeMin = 0.7;
/** A name in any order needs this share beside the digits: two words of three. */
const twoOfThreeMin = 0.6;
/** From here on a name is one with spelling aside, and beside digits or a birth date it is a hit. */
const strongMin = 0.85;
/** The rules state how a list is compared. */
export interface ListRules {
  readonly namesOf?: NamesOf | undefined;
  readonly sensitivity?: Sensitivity | undefined;
}

/** Somebody made ready to be compared with many entries. */
export interface Asked {
  readonly screened: Screened;
  readonly scorer: NameScorer | undefined;
  readonly isSearchable: boolean;
}

export function prepareAsked(screened: Screened): Asked {
  return { screened, scorer: createNameScorer(screened), isSearchable: isSearchable(screened) };
}

/**
 * Returns undefined if the entry does not match. A different number excludes an entry, regardless of its name. A different birth date only weakens
 * it.
 */
export function judgeEntry(
  { screened, scorer }: Asked,
  entry: ListEntry,
  { namesOf = 'brazil', sensitivity = 'balanced' }: ListRules = {},
): Judgement | undefined {
  const customs = listCustoms(entry, screened.kind, namesOf);
  if (customs.length === 0) return undefined;
  const similarity = scorer === undefined ? null : scoreNames(scorer, entry, customs);
  const needed = neededLikeness[sensitivity];
  const isPart = () => needed.isPartEnough && scorer !== undefined && isPartOfName(scorer, entry, customs);
  if (screened.kind === 'company') return judgeCompany(screened, entry, { similarity, isPart, needed });
  const found = judgePerson(screened, entry, { similarity, isPart, scorer, namesOf, needed });
  const judge: JudgeDocument = (isHit, ...known) =>
    toJudgement(similarity, compareBirths(screened.birthDate, entry))('document', isHit, ...known);
  return withIdentity(found, { screened, entry, judge });
}

interface Compared {
  readonly similarity: number | null;
  /** Tells whether one name is a part of the other and distinctive enough on its own. */
  readonly isPart: () => boolean;
  readonly scorer: NameScorer | undefined;
  readonly namesOf: NamesOf;
  readonly needed: NeededLikeness;
}

function judgePerson(
  { cpf, maskedCpf = null, birthDate }: ScreenedPerson,
  entry: ListEntry,
  { similarity, isPart, scorer, namesOf, needed }: Compared,
): Judgement | undefined {
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
  const [digits, listed] = [cpf?.slice(3, 9) ?? maskedCpf, findCpfDigits(document)];
  if (digits !== null && listed !== null) {
    if (digits !== listed) return undefined;
    if (similarity !== null && similarity >= likeMin)
      return judge('masked_cpf_and_name', similarity >= strongMin, ['masked_cpf']);
    if (scorer !== undefined) {
      // By rules that know no given name.
      const inAnyOrder = Math.max(similarity ?? 0, scoreNames(scorer, entry, ['foreign']));
      if (inAnyOrder >= twoOfThreeMin || sharesEnough(scorer, entry, isEnoughBesideDigits))
        return toJudgement(inAnyOrder, compared)('masked_cpf_and_name', false, ['masked_cpf']);
    }
    // Hardly two people in the country have both: whoever has another name has changed it.
    return birth === 'date' ? judge('masked_cpf_and_birth_date', false, ['masked_cpf']) : undefined;
  }
  if (similarity === null || scorer === undefined) return undefined;
  if (birth === 'date') {
    const hasPart = needed.isPartEnough && sharesEnough(scorer, entry, isEnoughBesideBirthDate);
    if (similarity >= needed.besideDate || hasPart) return judge('name_and_birth_date', similarity >= strongMin, []);
  }
  if ((birth === 'year' || birth === 'swapped') && (similarity >= needed.besideYear || isPart()))
    return judge('name_and_birth_year', false, []);
  if (similarity < needed.nameAlone && !isPart()) return undefined;
  return judge(birth === 'same_year_other_day' ? 'name_and_birth_year' : 'name', false, []);
}

function judgeCompany(
  { cnpj }: ScreenedCompany,
  { document }: ListEntry,
  { similarity, isPart, needed }: Pick<Compared, 'similarity' | 'isPart' | 'needed'>,
) {
  const judge = toJudgement(similarity, { agreement: 'unknown', share: 1 });
  if (cnpj === null || document?.kind !== 'cnpj')
    return (similarity !== null && similarity >= needed.nameAlone) || isPart() ? judge('name', false, []) : undefined;
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

const byNumberAlone: readonly MatchKind[] = ['document', 'cnpj_root', 'masked_cpf_and_birth_date'];

/** Returns a builder of judgements. The comparison of names and births determines which aspects agree beside the number. */
function toJudgement(ofNames: number | null, { agreement: birth, share }: ComparedBirth) {
  const name: readonly Aspect[] = ofNames === null ? [] : ['name'];
  return (
    match: MatchKind,
    isHit: boolean,
    agreed: readonly Aspect[],
    disagreed: readonly Aspect[] = [],
  ): Judgement => {
    const isByName = !byNumberAlone.includes(match);
    const isAlike = isByName || (ofNames !== null && ofNames >= likeMin);
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
