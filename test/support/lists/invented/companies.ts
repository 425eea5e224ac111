// Invented companies, as lists of Brazil and of the world name them: what they are called, what they do, and a legal form.

import type { Random } from '../../../../scripts/make-dump/values/random.ts';
import { activities, qualities } from '../../../../scripts/make-dump/values/vocabulary.ts';
import { inventSurname } from './people.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const trades =
  words(`TRADING SHIPPING PETROLEUM INDUSTRIES CONSTRUCTION HOLDING LOGISTICS AVIATION GROUP ENERGY MINING STEEL MARITIME
  SERVICES INVESTMENT CHEMICALS ELECTRONICS TECHNOLOGY EXCHANGE TRANSPORT FOUNDATION FOODS TEXTILES MACHINERY`);
const kinds = words('GENERAL GOLDEN INTERNATIONAL NATIONAL UNITED GLOBAL EASTERN ROYAL BLUE NEW PACIFIC CASPIAN');
const stems = words(
  'ROSNA KUZ VOLGA SEVER TEKNO PETRO METAL AGRO NEFTE HANSA ORIENT ALBA DELTA SIRIUS KASPI TURAN ZARA MERI',
);
const ends = words('VEX PROM STROY GAZ TRANS KOM LINE FERT IMPEX MASH SNAB TEK BANK');

export const worldForms = [
  'LLC',
  'LTD',
  'LIMITED',
  'INC',
  'CORP',
  'JSC',
  'OOO',
  'GMBH',
  'S.A.',
  'FZE',
  'PLC',
  'CO LTD',
  'SP. Z O.O.',
];
const brazilForms = ['LTDA', 'LTDA', 'LTDA ME', 'EIRELI', 'S/A', 'S.A.', 'EPP'];

/** By its parts, so that a variant knows what tells this company from others. */
export interface InventedCompany {
  readonly isBrazilian: boolean;
  /** What nobody else is called. */
  readonly proper: string;
  /** In order; `proper` is one of them. The legal form is not. */
  readonly words: readonly string[];
  readonly form: string;
}

export function inventCompany(random: Random): InventedCompany {
  return random.chance(0.5) ? inventBrazilian(random) : inventWorldwide(random);
}

function inventBrazilian(random: Random): InventedCompany {
  const proper = random.chance(0.3)
    ? `${inventSurname(random)}${random.pick(['LAR', 'TEC', 'SUL', 'MAX'])}`
    : inventSurname(random);
  const quality = random.chance(0.5) ? [random.pick(qualities)] : [];
  const second = random.chance(0.4) ? [random.pick(activities)] : [];
  const all = [random.pick(activities), proper, ...quality, ...second];
  return { isBrazilian: true, proper, words: all, form: random.pick(brazilForms) };
}

function inventWorldwide(random: Random): InventedCompany {
  const proper = random.chance(0.5)
    ? random.pick(stems) + random.pick(ends)
    : `${inventSurname(random)}${random.pick(['SKY', 'IYA', 'AN', 'ZADE'])}`;
  const kind = random.chance(0.5) ? [random.pick(kinds)] : [];
  const second = random.chance(0.5) ? [random.pick(trades)] : [];
  return {
    isBrazilian: false,
    proper,
    words: [proper, ...kind, random.pick(trades), ...second],
    form: random.pick(worldForms),
  };
}

/** Forms like OOO and JSC stand before the name as well. */
export function toCompanyName(
  { words: all, form }: Pick<InventedCompany, 'words' | 'form'>,
  isFormFirst = false,
): string {
  return [...(isFormFirst ? [form] : []), ...all, ...(isFormFirst ? [] : [form])].join(' ');
}

export const moreWords = { brazil: activities, world: [...trades, ...kinds] };
