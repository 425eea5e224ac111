// A passport or another document, and a nationality, beside what a list knows of one. They only ever add to what number, name and birth
// say: people have several of both, and lists have mistakes, so another one hides nobody.

import type { ListEntry } from '../entry/list-entry.ts';
import type { Aspect, Judgement } from '../hit.ts';
import type { IdentityDocument } from '../identity-document.ts';
import type { ScreenedPerson } from '../screened.ts';

/** By the number of the document, with what name and birth say. */
export type JudgeDocument = (isHit: boolean, agreed: readonly Aspect[], disagreed: readonly Aspect[]) => Judgement;

interface Beside {
  readonly screened: ScreenedPerson;
  readonly entry: ListEntry;
  readonly judge: JudgeDocument;
}

/** `found`: without them. Undefined where they do not speak of each other by anything. */
export function withIdentity(found: Judgement | undefined, { screened, entry, judge }: Beside): Judgement | undefined {
  const document = compareDocuments(screened.identityDocument ?? null, entry);
  const nationality = compareNationality(screened, entry);
  if (document.isSure === undefined) return found && withAspects(found, document, nationality);
  const isOtherCpf = found === undefined && screened.cpf !== null && entry.document?.kind === 'cpf';
  const judgement = judge(
    document.isSure || found?.strength === 'hit',
    [...listCpfs(found?.agreed), ...document.agreed],
    [...(isOtherCpf ? ['cpf' as const] : listCpfs(found?.disagreed)), ...document.disagreed],
  );
  return withAspects(judgement, nationality);
}

function listCpfs(aspects: readonly Aspect[] = []): readonly Aspect[] {
  return aspects.filter((aspect) => aspect === 'cpf' || aspect === 'masked_cpf');
}

interface ComparedAspects {
  readonly agreed: readonly Aspect[];
  readonly disagreed: readonly Aspect[];
}

interface ComparedDocuments extends ComparedAspects {
  /** Tells whether the document with the same number is of the same country; undefined if there is no such document. */
  readonly isSure?: boolean;
}

const nothing: ComparedAspects = { agreed: [], disagreed: [] };

/** Compares documents. The same number from another or an unknown country may belong to another person. */
function compareDocuments(asked: IdentityDocument | null, { identityDocuments = [] }: ListEntry): ComparedDocuments {
  if (asked === null) return nothing;
  const same = identityDocuments.filter(({ number }) => number === asked.number);
  const isOfTheirs = ({ country }: IdentityDocument) => country !== null && country === asked.country;
  if (same.some(isOfTheirs)) return { agreed: ['document', 'document_country'], disagreed: [], isSure: true };
  if (same.length > 0) {
    const isOther = asked.country !== null && same.every(({ country }) => country !== null);
    return { agreed: ['document'], disagreed: isOther ? ['document_country'] : [], isSure: false };
  }
  const isComparable = (listed: IdentityDocument) => listed.type === asked.type && isOfTheirs(listed);
  return { agreed: [], disagreed: identityDocuments.some(isComparable) ? ['document'] : [] };
}

function compareNationality(
  { nationality = null }: ScreenedPerson,
  { nationalities = [] }: ListEntry,
): ComparedAspects {
  if (nationality === null || nationalities.length === 0) return nothing;
  return nationalities.includes(nationality)
    ? { agreed: ['nationality'], disagreed: [] }
    : { agreed: [], disagreed: ['nationality'] };
}

function withAspects(judgement: Judgement, ...more: readonly ComparedAspects[]): Judgement {
  const agreed = more.flatMap((each) => each.agreed);
  const disagreed = more.flatMap((each) => each.disagreed);
  if (agreed.length === 0 && disagreed.length === 0) return judgement;
  return {
    ...judgement,
    agreed: [...judgement.agreed, ...agreed],
    disagreed: [...judgement.disagreed, ...disagreed],
  };
}
