// Invented names of people and businesses, the CPF that old MEI names carry, and what is wrong with how the files write them.

import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import type { Traits } from './defects.ts';
import type { CompanyFacts, WrittenText } from './facts.ts';
import type { Random } from './random.ts';
import * as vocabulary from './vocabulary.ts';

export function toLegalName(company: CompanyFacts, traits: Traits, random: Random): WrittenText {
  const { index, root } = company;
  if (traits.legal_name_empty(index)) return { written: '', clean: null };
  let body = company.kind === 'person' ? personName(random) : businessName(random, company.kind);
  if (traits.legal_name_accent(index)) body = `${body} ${random.pick(vocabulary.accented)}`;
  if (traits.legal_name_quote(index)) body = withQuotes(body);
  if (traits.legal_name_semicolon(index)) body = body.replace(' ', '; ');
  if (traits.legal_name_backslash(index)) body = body.replace(' ', ' \\');
  let clean = body;
  let written = body;
  if (company.kind === 'person') {
    const draw = random.below(100);
    if (draw < 55) {
      const cpf = syntheticCpf(random);
      written = `${body} ${cpf}`;
      clean = `${body} ${maskedInName(cpf)}`;
    } else if (draw < 75) {
      written = `${root.slice(0, 2)}.${root.slice(2, 5)}.${root.slice(5)} ${body}`;
      clean = written;
    }
  }
  if (traits.legal_name_newline(index)) written = written.replace(' ', '\n');
  if (traits.legal_name_nul(index)) written = `${written.replace(' ', '\0 ')}\0`;
  if (traits.legal_name_c1_byte(index)) written = written.replace(' ', ' \x96 ');
  if (traits.legal_name_blanks(index)) written = ` ${written.replaceAll(' ', '   ')}  `;
  return { written, clean };
}

export function toTradeName(index: number, traits: Traits, random: Random): WrittenText {
  const marked =
    traits.trade_name_newline(index) ||
    traits.trade_name_quote(index) ||
    traits.trade_name_semicolon(index) ||
    traits.trade_name_nul(index) ||
    traits.trade_name_cpf(index);
  if (!marked && random.chance(0.63)) return { written: '', clean: null };
  let clean = `${random.pickSkewed(vocabulary.activities)} ${properName(random)}`;
  if (random.chance(0.3)) clean = `${clean} ${random.pick(vocabulary.qualities)}`;
  if (!marked) return { written: clean, clean };
  if (traits.trade_name_quote(index)) clean = withQuotes(clean);
  if (traits.trade_name_semicolon(index)) clean = clean.replace(' ', '; ');
  let written = clean;
  if (traits.trade_name_cpf(index)) {
    const cpf = syntheticCpf(random);
    written = `${clean} ${cpf}`;
    clean = `${clean} ${maskedInName(cpf)}`;
  }
  if (traits.trade_name_newline(index)) written = written.replace(' ', '\n');
  if (traits.trade_name_nul(index)) written = `${written.replace(' ', ' \0')}\0`;
  return { written, clean };
}

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

function businessName(random: Random, kind: 'business' | 'association'): string {
  if (kind === 'association')
    return `ASSOCIACAO ${random.pick(['DOS', 'DE', 'DAS'])} ${random.pick(vocabulary.activities)} ${properName(random)}`;
  const first = random.chance(0.7) ? `${properName(random)} ${properName(random)}` : properName(random);
  const second = random.chance(0.7) ? ` E ${random.pickSkewed(vocabulary.activities)}` : '';
  return `${first} ${random.pickSkewed(vocabulary.activities)}${second} ${random.pick(vocabulary.legalForms)}`;
}

function syntheticCpf(random: Random): string {
  return completeCpf(random.digits(8) + String(random.below(10)));
}

/** Masks the CPF of a partner in the same way as the Receita. */
function maskedInName(cpf: string): string {
  return `***${cpf.slice(3, 9)}**`;
}

function withQuotes(name: string): string {
  const blank = name.indexOf(' ');
  return `${name.slice(0, blank)} "${name.slice(blank + 1)}"`;
}
