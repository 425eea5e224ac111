// What a mapped answer about a person may hold.

import { earliestBirth } from '../../domain/dates/calendar.ts';
import type { DateFormat } from '../../domain/dates/date-format.ts';
import { type PersonRecord, registrationStatuses } from '../../domain/person/evidence.ts';
import type { PersonMapping, PersonPartyDescription } from '../schema/party.ts';
import { createCodeReader, readBoolean, readDate, readMappedText, readScore } from './mapped-value.ts';
import { type AnswerReader, createMapping, type Expressions } from './mapping.ts';
import { type DeclaredSignal, readSignals, toSignalField } from './signal-mapping.ts';

export type PersonField = keyof PersonMapping;

interface Translation {
  readonly codes: PersonPartyDescription['codes'];
  readonly dateFormat: DateFormat;
  readonly signals: readonly DeclaredSignal[];
}

export function createPersonMapping(
  mapped: Expressions<PersonField>,
  { codes, dateFormat: format, signals }: Translation,
): AnswerReader<PersonRecord> {
  const readRegistration = createCodeReader('registration', registrationStatuses, codes?.registration);
  const ofSignals = signals.map(({ name, expression }) => [toSignalField(name), expression]);
  const expressions: Expressions<PersonField> = { ...mapped, ...Object.fromEntries(ofSignals) };
  return createMapping<PersonField, PersonRecord>({
    expressions,
    echoField: 'cpf',
    toValue: (values, { today }) => ({
      name: readMappedText('name', values.name),
      socialName: readMappedText('social_name', values.social_name),
      birthDate: readDate('birth_date', values.birth_date, { format, earliest: earliestBirth, latest: today }),
      // A party that relays registrations and gives none this time has not said "regular".
      registration: expressions.registration === undefined ? null : readRegistration(values.registration),
      pendingDebts: readBoolean('pending_debts', values.pending_debts),
      score: readScore('score', values.score),
      fraudAlert: readBoolean('fraud_alert', values.fraud_alert),
      ...(signals.length > 0 && { signals: readSignals(signals, values) }),
    }),
    codeField: 'registration',
    isListed: (code) => readRegistration(code) !== 'unknown',
    claimsSomething: (values) =>
      values.fraud_alert === true ||
      values.pending_debts === true ||
      (typeof values.score === 'number' && values.score > 0) ||
      readMappedText('name', values.name) !== null ||
      readRegistration(values.registration) !== 'unknown',
  });
}
