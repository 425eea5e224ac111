// Invented names of people and businesses, and the CPF that old MEI names carry.

import { completeCpf } from '../../src/domain/cpf.ts';
import type { Random } from './random.ts';
import * as vocabulary from './vocabulary.ts';

export function properName(random: Random): string {
  if (random.chance(0.3)) {
    let word = '';
    for (let count = 2 + random.below(3); count > 0; count--) word += random.pick(vocabulary.syllables);
    return word;
  }
  return random.chance(0.5) ? random.pickSkewed(vocabulary.surnames) : random.pickSkewed(vocabulary.givenNames);
}

export function personName(random: Random): string {
  let name = random.pickSkewed(vocabulary.givenNames);
  if (random.chance(0.6)) name = `${name} ${random.pickSkewed(vocabulary.givenNames)}`;
  if (random.chance(0.35)) name = `${name} ${random.pick(vocabulary.particles)}`;
  name = `${name} ${random.pickSkewed(vocabulary.surnames)}`;
  return random.chance(0.7)
    ? `${name} ${random.chance(0.15) ? properName(random) : random.pickSkewed(vocabulary.surnames)}`
    : name;
}

export function businessName(random: Random, kind: 'business' | 'association'): string {
  if (kind === 'association')
    return `ASSOCIACAO ${random.pick(['DOS', 'DE', 'DAS'])} ${random.pick(vocabulary.activities)} ${properName(random)}`;
  const first = random.chance(0.7) ? `${properName(random)} ${properName(random)}` : properName(random);
  const second = random.chance(0.7) ? ` E ${random.pickSkewed(vocabulary.activities)}` : '';
  return `${first} ${random.pickSkewed(vocabulary.activities)}${second} ${random.pick(vocabulary.legalForms)}`;
}

export function syntheticCpf(random: Random): string {
  return completeCpf(random.digits(8) + String(random.below(10)));
}

/** As the Receita itself masks the CPF of a partner. */
export function maskedInName(cpf: string): string {
  return `***${cpf.slice(3, 9)}**`;
}

export function withQuotes(name: string): string {
  const blank = name.indexOf(' ');
  return `${name.slice(0, blank)} "${name.slice(blank + 1)}"`;
}
