// Invented people with names as they are spread in Brazil: a few names that very many have, and a long tail. Numbers are drawn as well.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';
import { givenNames, surnames } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { type Cpf, completeCpf } from '../../../../src/domain/numbers/cpf.ts';

export interface InventedPerson {
  readonly cpf: Cpf;
  readonly name: string;
  readonly birthDate: string;
}

export function inventPerson(random: Random): InventedPerson {
  return { cpf: completeCpf(random.digits(9)), name: inventName(random), birthDate: inventDay(random, 1940, 2005) };
}

/** Upper case, no accents, as registries have it. Of a hundred thousand a few per cent share theirs with another. */
function inventName(random: Random): string {
  const words = [random.pickSkewed(givenNames)];
  if (random.chance(0.55)) words.push(random.pickSkewed(givenNames));
  const count = random.chance(0.03) ? 1 : random.chance(0.6) ? 2 : 3;
  for (let index = 0; index < count; index++) {
    if (random.chance(0.3)) words.push(random.pick(['DA', 'DE', 'DOS', 'DO']));
    words.push(random.chance(0.45) ? inventSurname(random) : random.pickSkewed(surnames));
  }
  if (random.chance(0.05)) words.push(random.pick(['FILHO', 'NETO', 'JUNIOR', 'SOBRINHO']));
  return words.join(' ');
}

const beginnings = 'BA BER BOR CA CAR CO DAL FA FRA GA GRA LA LO MA MAN MON NA PA PE RA RO SA SAN TA TO VA VI ZA'.split(
  ' ',
);
const middles = 'BE CE DE FA GA LI LO MI NE RA RE RI SA SI TA TE TI VA ZE NO'.split(' ');
const endings = 'LLI NI RO RA TO TTI DO SCO LHO NHO ES EL ON IM AR IZ'.split(' ');

/** One of some ten thousand that few people have. */
export function inventSurname(random: Random): string {
  return random.pick(beginnings) + random.pick(middles) + random.pick(endings);
}

export function inventDay(random: Random, fromYear: number, toYear: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${fromYear + random.below(toYear - fromYear + 1)}-${pad(1 + random.below(12))}-${pad(1 + random.below(28))}`;
}
