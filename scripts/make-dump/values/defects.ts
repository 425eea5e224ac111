// What is wrong or unusual in the published files, how often, and at which indices. A trait hits index i when
// (i + shift) is a multiple of its period: exact counts, no table, and the rows of a trait can be listed without a scan.

import { mix } from './random.ts';

interface TraitKind {
  /** `of` names the unit that the index counts: companies (roots), establishments, branches, or groups of branches of one company. */
  readonly of: 'company' | 'establishment' | 'branch' | 'branch_group';
  /** One in how many, in the real dump of 73 M establishments. */
  readonly oneIn: number;
  /** A small dump holds it at least this often all the same. */
  readonly atLeast: number;
  /** Belongs to a healthy dump too, so `--defects none` keeps it. */
  readonly healthy?: true;
}

export const traitKinds = {
  legal_name_empty: { of: 'company', oneIn: 17_500_000, atLeast: 3 },
  legal_name_newline: { of: 'company', oneIn: 35_000_000, atLeast: 2 },
  legal_name_quote: { of: 'company', oneIn: 10_000, atLeast: 4 },
  legal_name_semicolon: { of: 'company', oneIn: 50_000, atLeast: 3 },
  legal_name_backslash: { of: 'company', oneIn: 100_000, atLeast: 3 },
  legal_name_nul: { of: 'company', oneIn: 500_000, atLeast: 3 },
  legal_name_blanks: { of: 'company', oneIn: 10_000, atLeast: 4 },
  legal_name_accent: { of: 'company', oneIn: 2_000, atLeast: 4 },
  legal_name_c1_byte: { of: 'company', oneIn: 10_000_000, atLeast: 2 },
  root_twice_one_blank: { of: 'company', oneIn: 70_000_000, atLeast: 2 },
  mei_exclusion_in_future: { of: 'company', oneIn: 200_000, atLeast: 4 },
  mei_option_blank: { of: 'company', oneIn: 20_000, atLeast: 3 },
  simples_dates_empty: { of: 'company', oneIn: 4_000, atLeast: 12 },
  simples_dates_zero: { of: 'company', oneIn: 4_000, atLeast: 12 },
  alphanumeric_root: { of: 'company', oneIn: 5_000, atLeast: 6, healthy: true },
  address_semicolon: { of: 'establishment', oneIn: 21, atLeast: 6 },
  address_newline: { of: 'establishment', oneIn: 12_000_000, atLeast: 3 },
  address_quote: { of: 'establishment', oneIn: 10_000, atLeast: 4 },
  address_backslash: { of: 'establishment', oneIn: 20_000, atLeast: 4 },
  address_nul: { of: 'establishment', oneIn: 300_000, atLeast: 3 },
  address_blanks: { of: 'establishment', oneIn: 30, atLeast: 4 },
  address_accent: { of: 'establishment', oneIn: 90, atLeast: 4 },
  address_c1_byte: { of: 'establishment', oneIn: 5_000_000, atLeast: 2 },
  trade_name_newline: { of: 'establishment', oneIn: 35_000_000, atLeast: 2 },
  trade_name_quote: { of: 'establishment', oneIn: 10_000, atLeast: 4 },
  trade_name_semicolon: { of: 'establishment', oneIn: 20_000, atLeast: 4 },
  trade_name_nul: { of: 'establishment', oneIn: 500_000, atLeast: 3 },
  trade_name_cpf: { of: 'establishment', oneIn: 300, atLeast: 4 },
  start_date_empty: { of: 'establishment', oneIn: 150_000, atLeast: 3 },
  start_date_zero: { of: 'establishment', oneIn: 150_000, atLeast: 3 },
  start_date_zeros: { of: 'establishment', oneIn: 150_000, atLeast: 3 },
  status_unknown: { of: 'establishment', oneIn: 500_000, atLeast: 4 },
  country_unknown: { of: 'establishment', oneIn: 100_000, atLeast: 3 },
  capital_absurd: { of: 'company', oneIn: 565_000, atLeast: 3 },
  size_not_informed: { of: 'company', oneIn: 23_000, atLeast: 3 },
  nature_not_informed: { of: 'company', oneIn: 20_000, atLeast: 4 },
  qualification_unlisted: { of: 'company', oneIn: 50_000, atLeast: 3 },
  partner_twins: { of: 'company', oneIn: 100_000, atLeast: 4 },
  partner_foreign: { of: 'company', oneIn: 5_000, atLeast: 6, healthy: true },
  partner_company: { of: 'company', oneIn: 120, atLeast: 6, healthy: true },
  partner_minor: { of: 'company', oneIn: 500, atLeast: 6, healthy: true },
  partner_nameless: { of: 'company', oneIn: 30_000, atLeast: 4 },
  partner_role_without_representative: { of: 'company', oneIn: 1_000, atLeast: 6 },
  partner_qualification_unlisted: { of: 'company', oneIn: 20_000, atLeast: 4 },
  street_kind_odd: { of: 'establishment', oneIn: 62, atLeast: 4 },
  postal_code_empty: { of: 'establishment', oneIn: 286, atLeast: 4 },
  postal_code_short: { of: 'establishment', oneIn: 1_000, atLeast: 4 },
  postal_code_unusable: { of: 'establishment', oneIn: 25_000, atLeast: 4 },
  address_abroad: { of: 'establishment', oneIn: 429, atLeast: 4, healthy: true },
  area_code_zero: { of: 'establishment', oneIn: 25, atLeast: 4 },
  area_code_padded: { of: 'establishment', oneIn: 83, atLeast: 4 },
  second_phone_zeros: { of: 'establishment', oneIn: 60, atLeast: 4 },
  email_useless: { of: 'establishment', oneIn: 1_500, atLeast: 4 },
  reason_unlisted: { of: 'establishment', oneIn: 3_900, atLeast: 4 },
  start_date_odd_year: { of: 'establishment', oneIn: 1_000_000, atLeast: 3 },
  special_situation: { of: 'establishment', oneIn: 2_000, atLeast: 6, healthy: true },
  alphanumeric_branch: { of: 'branch', oneIn: 200, atLeast: 8, healthy: true },
  head_office_0002_branch_0001: { of: 'branch_group', oneIn: 800, atLeast: 4 },
} as const satisfies Record<string, TraitKind>;

export type Trait = keyof typeof traitKinds;

export interface TraitTest {
  (index: number): boolean;
  /** The first `limit` indices that the trait hits, in rising order. */
  list(limit: number): number[];
}

export type Traits = Readonly<Record<Trait, TraitTest>>;

interface TraitsOptions {
  readonly seed: number;
  readonly defects: boolean;
  /** `sizes` counts the indices of each kind. */
  readonly sizes: Readonly<Record<TraitKind['of'], number>>;
}

export function createTraits(options: TraitsOptions): Traits {
  const kinds: [string, TraitKind][] = Object.entries(traitKinds);
  const tests = kinds.map(([trait, kind], position) => {
    if (!options.defects && kind.healthy !== true) return [trait, neverHits];
    const size = options.sizes[kind.of];
    const period = Math.max(1, Math.min(kind.oneIn, Math.floor(size / kind.atLeast)));
    return [trait, createTest(period, mix(options.seed, position) % period, size)];
  });
  return Object.fromEntries(tests) as Traits;
}

const neverHits: TraitTest = Object.assign(() => false, { list: () => [] });

function createTest(period: number, shift: number, size: number): TraitTest {
  const list = (limit: number): number[] => {
    const found: number[] = [];
    for (let index = (period - shift) % period; index < size && found.length < limit; index += period)
      found.push(index);
    return found;
  };
  return Object.assign((index: number) => (index + shift) % period === 0, { list });
}
