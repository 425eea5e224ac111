// Whom an operator looks for in the lists, and in which ones.

import { identityDocumentTypes } from '../../../domain/screening/identity-document.ts';
import { oneOf, optional, text } from '../body.ts';

export const screenFields = {
  with: oneOf(['sandbox', 'live']),
  purpose: optional(text(64)),
  cpf: optional(text(14)),
  name: optional(text(400)),
  birth_date: optional(text(10)),
  nationality: optional(text(100)),
  document_type: optional(oneOf(identityDocumentTypes)),
  document_number: optional(text(200)),
  document_country: optional(text(100)),
  cnpj: optional(text(18)),
  company_name: optional(text(400)),
  /** The operator's own name for the customer. */
  reference: optional(text(200)),
  partners: optional(oneOf(['included'])),
};
