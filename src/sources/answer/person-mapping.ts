// What a mapped answer about a person may hold.

import { earliestBirth } from '../../domain/dates/calendar.ts';
import type { DateFormat } from '../../domain/dates/date-format.ts';
import { type PersonRecord, registrationStatuses } from '../../domain/person/evidence.ts';
import type { PersonMapping, PersonPartyDescription } from '../describe/description.ts';
import { createCodeReader, readBoolean, readDate, readScore, readText } from './mapped-value.ts';
import { type AnswerReader, createMapping, type Expressions } from './mapping.ts';

export type PersonField = keyof PersonMapping;

interface Translation {
  readonly codes: PersonPartyDescription['codes'];
  readonly dateFormat: DateFormat;
}

export function createPersonMapping(
  expressions: Expressions<PersonField>,
  { codes, dateFormat: format }: Translation,
): AnswerReader<PersonRecord> {
  const readRegistration = createCodeReader('registration', registrationStatuses, codes?.registration);
  return createMapping<PersonField, PersonRecord>({
    expressions,
    echoField: 'cpf',
    echoLength: 11,
    toValue: (values, { today }) => ({
      name: readText('name', values.name),
      socialName: readText('social_name', values.social_name),
      birthDate: readDate('birth_date', values.birth_date, { format, earliest: earliestBirth, latest: today }),
      // A party that relays registrations and gives none this time has not said "regular".
      registration: expressions.registration === undefined ? null : readRegistration(values.registration),
      pendingDebts: readBoolean('pending_debts', values.pending_debts),
      score: readScore('score', values.score),
      fraudAlert: readBoolean('fraud_alert', values.fraud_alert),
    }),
    codeField: 'registration',
    isListed: (code) => readRegistration(code) !== 'unknown',
    claimsSomething: (values) =>
      values.fraud_alert === true ||
      values.pending_debts === true ||
      (typeof values.score === 'number' && values.score > 0) ||
      readText('name', values.name) !== null ||
      readRegistration(values.registration) !== 'unknown',
  });
}
