// What a mapped answer about a person may hold.

import { type PersonRecord, registrationStatuses } from '../../domain/evidence.ts';
import type { DateFormat, PersonMapping, PersonSourceDescription } from '../describe/description.ts';
import { createCodeReader, readBoolean, readDate, readScore, readText } from './mapped-value.ts';
import { createMapping, type Expressions, type MapBody } from './mapping.ts';

export type PersonField = keyof PersonMapping;

interface Translation {
  readonly codes: PersonSourceDescription['codes'];
  readonly dateFormat: DateFormat;
}

export function createPersonMapping(
  expressions: Expressions<PersonField>,
  { codes, dateFormat }: Translation,
): MapBody<PersonRecord> {
  const readRegistration = createCodeReader(registrationStatuses, codes?.registration);
  return createMapping<PersonField, PersonRecord>({
    expressions,
    echoField: 'cpf',
    echoLength: 11,
    toValue: (values) => ({
      name: readText('name', values.name),
      socialName: readText('social_name', values.social_name),
      birthDate: readDate('birth_date', values.birth_date, dateFormat),
      // A party that relays registrations and gives none this time has not said "regular".
      registration: expressions.registration === undefined ? null : readRegistration(values.registration),
      pendingDebts: readBoolean('pending_debts', values.pending_debts),
      score: readScore('score', values.score),
      fraudAlert: readBoolean('fraud_alert', values.fraud_alert),
    }),
  });
}
