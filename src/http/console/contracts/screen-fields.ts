// Whom an operator looks for in the lists, and in which ones.

import { oneOf, optional, text } from '../body.ts';

export const screenFields = {
  with: oneOf(['sandbox', 'live']),
  purpose: optional(text(64)),
  cpf: optional(text(14)),
  name: optional(text(400)),
  birth_date: optional(text(10)),
  cnpj: optional(text(18)),
  company_name: optional(text(400)),
  partners: optional(oneOf(['included'])),
};
