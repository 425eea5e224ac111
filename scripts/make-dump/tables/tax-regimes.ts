// The files of tax regimes: commas, a header, numbers as people write them; a row for each year of a company that is not in Simples.

import { formatCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { mix, Random } from '../values/random.ts';
import type { SyntheticRegistry } from './registry.ts';

export const taxRegimeFiles = ['Lucro Real', 'Lucro Presumido', 'Lucro Arbitrado', 'Imunes e Isentas'] as const;

export interface WrittenRegime {
  /** The place of its file in `taxRegimeFiles`. */
  readonly part: number;
  readonly year: number;
  /** `0` where it is about the company itself. */
  readonly scp: string;
  readonly form: string;
  readonly bookkeepings: number;
}

const taxRegimeHeader = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes\n';

/** Lists the tax regimes of a company in the order of their years. */
export function listTaxRegimes(registry: SyntheticRegistry, company: number): WrittenRegime[] {
  const { simples, kind } = registry.getCompany(company);
  if (simples !== 'no_row' || kind === 'person') return [];
  const random = new Random().restart(mix(mix(registry.options.seed, 41), company));
  const part = kind === 'association' ? 3 : random.chance(0.02) ? 2 : random.chance(0.15) ? 0 : 1;
  const form =
    part === 3 ? random.pick(['ISENTA DO IRPJ', 'IMUNE DO IRPJ']) : (taxRegimeFiles[part] as string).toUpperCase();
  const last = Number(registry.options.date.slice(0, 4)) - 2;
  const years = 1 + random.below(6);
  return Array.from({ length: years }, (_, index) => ({
    part,
    year: last - years + 1 + index,
    scp: random.chance(0.01) ? formatCnpj(registry.getEstablishment(company).cnpj) : '0',
    form,
    bookkeepings: random.chance(0.05) ? 2 : 1,
  }));
}

export function* taxRegimeRows(registry: SyntheticRegistry, part: number): Generator<string> {
  yield taxRegimeHeader;
  for (let company = 0; company < registry.companies; company++) {
    for (const regime of listTaxRegimes(registry, company)) {
      if (regime.part !== part) continue;
      const cnpj = formatCnpj(registry.getEstablishment(company).cnpj);
      yield `${regime.year},${cnpj},${regime.scp},${regime.form},${regime.bookkeepings}\n`;
    }
  }
}
