// The answers that a correct import of the dump gives, for a sample that holds every trait, and numbers that are absent.
// Text is expected clean: each run of blanks and control characters (NUL, line ends, 0x80-0x9F) reads as one blank, none
// at the ends, nothing left is null; a CPF in a name is masked. `meiExcludedOn` is null for a company that has not opted.

import type { Company } from '../../src/domain/company/company.ts';
import { type Cnpj, completeCnpj } from '../../src/domain/numbers/cnpj.ts';
import { type SyntheticRegistry, statusByCode } from './tables/registry.ts';
import { type Trait, traitKinds } from './values/defects.ts';
import { mix, Random } from './values/random.ts';

export interface Expected<Answer> {
  readonly cnpj: Cnpj;
  readonly expected: Answer;
  /** `because` states why the company is in the sample. */
  readonly because: Trait | 'random' | 'absent';
}

interface SampleSizes {
  readonly perTrait: number;
  readonly random: number | 'all';
}

/** Establishments that hold every trait, and others, each of them once. */
export function* sampleOf<Answer extends { readonly cnpj: Cnpj }>(
  registry: SyntheticRegistry,
  sizes: SampleSizes,
  random: Random,
  toAnswer: (establishment: number) => Answer,
): Generator<Expected<Answer>> {
  const seen = new Set<number>();
  const answer = function* (establishment: number, because: Trait | 'random') {
    if (seen.has(establishment)) return;
    seen.add(establishment);
    const expected = toAnswer(establishment);
    yield { cnpj: expected.cnpj, expected, because };
  };
  for (const trait of Object.keys(traitKinds) as Trait[]) {
    for (const establishment of establishmentsWith(registry, trait, sizes.perTrait))
      yield* answer(establishment, trait);
  }
  const all = registry.establishments;
  for (let count = 0; count < (sizes.random === 'all' ? all : sizes.random); count++)
    yield* answer(sizes.random === 'all' ? count : random.below(all), 'random');
}

export function* listExpected(
  registry: SyntheticRegistry,
  { absent, ...sizes }: SampleSizes & { readonly absent: number },
): Generator<Expected<Company | null>> {
  const random = new Random().restart(mix(registry.options.seed, 31));
  yield* sampleOf(registry, sizes, random, (establishment) => toCompany(registry, establishment));
  for (let count = 0; count < absent; count++) {
    yield { cnpj: absentNumber(registry, random, count), expected: null, because: 'absent' };
  }
}

function toCompany(registry: SyntheticRegistry, establishment: number): Company {
  const facts = registry.getEstablishment(establishment);
  const simples = registry.simplesOf(facts.company);
  const meiOpted = simples?.meiOption === 'S';
  return {
    cnpj: facts.cnpj,
    legalName: registry.legalNameOf(facts.company).clean,
    tradeName: facts.tradeName.clean,
    status: statusByCode[facts.statusCode] ?? 'unknown',
    foundationDate: toIsoDate(facts.startDate),
    meiOpted,
    meiExcludedOn: meiOpted ? toIsoDate(simples.meiUntil) : null,
    headOffice: facts.headOffice,
    specialSituation: facts.specialSituation !== '',
  };
}

function establishmentsWith(registry: SyntheticRegistry, trait: Trait, limit: number): number[] {
  const { traits, branches, companies } = registry;
  const { of } = traitKinds[trait];
  const indices = traits[trait].list(limit);
  // The head office of company c is establishment c; branches come after all of them.
  if (of === 'branch') return indices.map((branch) => companies + branch);
  if (of !== 'branch_group') return indices;
  const owners = new Set(indices.map((group) => branches.companyOf(group)));
  const found = [...owners];
  for (let branch = 0; branch < registry.establishments - companies && found.length < limit * 3; branch++) {
    if (owners.has(branches.at(branch).company)) found.push(companies + branch);
  }
  return found;
}

/** A number with good check digits that no row has: an unused branch of a real root, with and without letters, or an unused root. */
function absentNumber(registry: SyntheticRegistry, random: Random, turn: number): Cnpj {
  const root = registry.rootOf(random.below(registry.companies));
  if (turn % 3 === 0) return completeCnpj(`${root}${9000 + random.below(1000)}`);
  if (turn % 3 === 1) return completeCnpj(`${root}Z${random.digits(2)}9`);
  return completeCnpj(`${registry.unusedRoot(random.below(1_000_000))}0001`);
}

export function toIsoDate(text: string): string | null {
  // A year of 202 or 4100 is a slip, not a date.
  return /^(?:18|19|20|21)\d{6}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null;
}
