// The text for a customer who was refused: what kind of information spoke against it, how to correct it, and how to ask for a review.
// Whatever nobody may tell leaves no trace: the text is the same with and without it.

import { findTold, type Topic, topicWords } from './told-reasons.ts';

export interface Refusal {
  readonly kind: 'cpf' | 'cnpj';
  readonly reasons: readonly string[];
  /** Tells whether the service compared only the number, so nobody knows whether the customer is its holder. */
  readonly isNumberOnly: boolean;
  readonly requestId: string;
}

/** Only the holder of a CPF may hear these. */
const ofHolder: ReadonlySet<Topic> = new Set(['registration', 'debts', 'credit']);

const frame = {
  pt: {
    opening: {
      cpf: 'Não foi possível aprovar o seu cadastro agora.',
      cnpj: 'Não foi possível aprovar o cadastro da empresa agora.',
    },
    nothingToName: 'A análise das informações disponíveis não permitiu a aprovação.',
    review: 'Se você não concordar, responda a esta mensagem: uma pessoa da nossa equipe vai rever a decisão.',
    reference: (id: string) => `Protocolo: ${id}`,
  },
  en: {
    opening: {
      cpf: 'We could not approve your registration now.',
      cnpj: 'We could not approve the registration of the company now.',
    },
    nothingToName: 'The information that is available did not allow it.',
    review: 'If you disagree, reply to this message: a person of our team will review the decision.',
    reference: (id: string) => `Reference: ${id}`,
  },
} as const;

export function toCustomerMessage(refusal: Refusal, language: 'pt' | 'en'): string {
  const { opening, nothingToName, review, reference } = frame[language];
  const topics = listTopics(refusal);
  const told = topics.length === 0 ? [nothingToName] : topics.map((topic) => topicWords[topic][language]);
  return [opening[refusal.kind], ...told, review, reference(refusal.requestId)].join('\n');
}

/** Lists what the customer hears, each topic once. */
export function listTopics({ kind, reasons, isNumberOnly }: Omit<Refusal, 'requestId'>): readonly Topic[] {
  const told = new Set(reasons.map((code) => findTold(code, kind)));
  const isHolder = !(isNumberOnly || told.has('doubt') || told.has('typed'));
  return [...told].filter(
    (each): each is Topic => each !== 'silence' && each !== 'doubt' && (isHolder || !ofHolder.has(each)),
  );
}
