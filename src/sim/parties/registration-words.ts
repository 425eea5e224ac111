// The registrations of people in the words of the Receita, as bureaus relay them.

import type { RegistrationStatus } from '../../domain/person/evidence.ts';

export const registrationWords: Readonly<Record<RegistrationStatus, string>> = {
  regular: 'REGULAR',
  pending_regularization: 'PENDENTE DE REGULARIZACAO',
  suspended: 'SUSPENSA',
  cancelled: 'CANCELADA',
  annulled: 'NULA',
  deceased: 'TITULAR FALECIDO',
  unknown: 'EM REVISAO',
};
