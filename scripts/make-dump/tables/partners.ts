// The invented partners of a company, as the fields of their rows: at most three, none of sole traders, each drawn from the number
// of the company and their place, so that any row can be written without the others.

import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { createCalendar } from '../values/calendar.ts';
import { personName, properName } from '../values/names.ts';
import { mix, Random } from '../values/random.ts';
import type { SyntheticRegistry } from './registry.ts';

export const partnersMax = 3;
const nobody = ['***000000**', '', '00'];

export function createPartners(registry: SyntheticRegistry) {
  const { traits, options } = registry;
  const random = new Random();
  const calendar = createCalendar(options.date);
  const [countSalt, salt] = [mix(options.seed, 13), mix(options.seed, 14)];

  const masked = (): string => `***${random.digits(6)}**`;
  const representative = (role: string): string[] => [masked(), personName(random), role];

  return {
    countOf(company: number): number {
      const { kind } = registry.getCompany(company);
      if (kind === 'person') return 0;
      if (traits.partner_twins(company)) return 2;
      random.restart(mix(countSalt, company));
      if (kind === 'association') return random.chance(0.8) ? 1 : 0;
      return random.chance(0.04) ? 0 : 1 + Math.floor(random.below(100) / 70) + Math.floor(random.below(100) / 85);
    },
    fieldsOf(company: number, ordinal: number): string[] {
      const { root, kind, startDay } = registry.getCompany(company);
      random.restart(mix(salt, company * partnersMax + ordinal));
      const joinedOn = calendar.text(Math.max(0, startDay - random.below(3) * 200 + random.below(900) * ordinal));
      const age = String(3 + random.below(7));
      const role =
        kind === 'association' ? '16' : ordinal === 0 ? '49' : random.pick(['22', '22', '49', '05', '10', '59', '65']);
      // The same name and the same six digits: two rows that differ only in the day are two partners.
      if (traits.partner_twins(company)) {
        const day = calendar.text(Math.min(calendar.today, startDay + ordinal));
        return [root, '2', 'JOSE DA SILVA', '***123456**', '22', day, '', ...nobody, '5'];
      }
      if (traits.partner_foreign(company)) {
        const who = [root, '3', `${properName(random)} INC`, '', '37', joinedOn, random.pick(['249', '994'])];
        return [...who, ...representative('17'), '0'];
      }
      if (traits.partner_company(company)) {
        const cnpj = completeCnpj(`${random.digits(8)}0001`);
        const behind = random.chance(0.63) ? representative('05') : nobody;
        return [root, '1', `${properName(random)} PARTICIPACOES LTDA`, cnpj, '22', joinedOn, '', ...behind, '0'];
      }
      if (traits.partner_minor(company)) {
        const who = [root, '2', personName(random), masked(), '30', joinedOn, ''];
        return [...who, ...representative(random.pick(['14', '15'])), '1'];
      }
      const name = traits.partner_nameless(company) ? '' : personName(random);
      const behind = traits.partner_role_without_representative(company) ? ['***000000**', '', '05'] : nobody;
      const qualification = traits.partner_qualification_unlisted(company) ? '36' : role;
      return [root, '2', name, masked(), qualification, joinedOn, '', ...behind, age];
    },
  };
}
