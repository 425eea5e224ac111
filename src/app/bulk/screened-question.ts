// Whom a row asks about, as the lists are asked.

import type { Screened } from '../../domain/screening/screened.ts';
import type { Question } from './question.ts';

export function toScreened(question: Question): Screened {
  if (question.kind === 'cnpj') return { kind: 'company', cnpj: question.cnpj, name: question.companyName };
  const { cpf, name, birthDate } = question;
  return { kind: 'person', cpf, name, birthDate };
}
