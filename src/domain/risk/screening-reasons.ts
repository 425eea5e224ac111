// The codes that say how the lists weigh in a decision, about people and companies alike, and their sentences in both languages.

import type { RungName } from './risk-policy.ts';

export type ScreeningRung = RungName<'screening'>;
export type ScreeningReason = `screening_${ScreeningRung}`;

export function toScreeningReason(rung: ScreeningRung): ScreeningReason {
  return `screening_${rung}`;
}

export const screeningReasonWords: Readonly<Record<ScreeningReason, { readonly en: string; readonly pt: string }>> = {
  screening_inconclusive: {
    en: 'A list that this service relies upon could not be looked at, or only a name would tell.',
    pt: 'Uma lista da qual este serviço depende não pôde ser consultada, ou é preciso o nome para procurar nela.',
  },
  screening_possible: {
    en: 'A list may mean this person or company: somebody has to look.',
    pt: 'Talvez conste em uma lista: alguém precisa conferir.',
  },
  screening_pep: {
    en: 'The list of politically exposed people has this person.',
    pt: 'Consta na lista de pessoas expostas politicamente (PEP).',
  },
  screening_listed: {
    en: 'A list of sanctions, or one of the operator’s own, has this person or company.',
    pt: 'Consta em uma lista de sanções ou em uma lista própria.',
  },
  screening_high_listed: {
    en: 'A list of high risk has this person or company: OFAC, the European Union, or one of the operator’s own.',
    pt: 'Consta em uma lista de risco alto: OFAC, União Europeia ou uma lista própria.',
  },
  screening_un: {
    en: 'The sanctions list of the UN Security Council has this person or company.',
    pt: 'Consta na lista de sanções do Conselho de Segurança da ONU.',
  },
};
