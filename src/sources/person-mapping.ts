// From a party's JSON about a person to our evidence, by the operator's mapping. What does not fit is `unavailable`.

import type { Cpf } from '../domain/cpf.ts';
import { type Evidence, emptyRecord, type PersonRecord, registrationStatuses } from '../domain/evidence.ts';
import type { DateFormat, PersonMapping, PersonSourceDescription } from './description.ts';
import type { Expression } from './expression.ts';
import { createCodeReader, InvalidAnswer, readBoolean, readDate, readScore, readText } from './mapped-value.ts';

export type PersonField = keyof PersonMapping;
export type PersonExpressions = Readonly<Partial<Record<PersonField, Expression>>>;
export type MapPerson = (body: unknown, cpf: Cpf) => Promise<Evidence>;

interface Translation {
  readonly codes: PersonSourceDescription['codes'];
  readonly dateFormat: DateFormat;
}

export function createPersonMapping(expressions: PersonExpressions, { codes, dateFormat }: Translation): MapPerson {
  const entries = Object.entries(expressions) as [PersonField, Expression][];
  const readRegistration = createCodeReader(registrationStatuses, codes?.registration);

  const toRecord = (values: Readonly<Partial<Record<PersonField, unknown>>>): PersonRecord => ({
    ...emptyRecord,
    name: readText('name', values.name),
    socialName: readText('social_name', values.social_name),
    birthDate: readDate('birth_date', values.birth_date, dateFormat),
    // A party that relays registrations and gives none this time has not said "regular".
    registration: expressions.registration === undefined ? null : readRegistration(values.registration),
    pendingDebts: readBoolean('pending_debts', values.pending_debts),
    score: readScore('score', values.score),
    fraudAlert: readBoolean('fraud_alert', values.fraud_alert),
  });

  return async (body, cpf) => {
    try {
      const results = await Promise.all(
        entries.map(async ([field, evaluate]) => [field, await evaluate(body)] as const),
      );
      const values: Partial<Record<PersonField, unknown>> = Object.fromEntries(results);
      const found = expressions.found === undefined ? true : values.found;
      if (typeof found !== 'boolean') throw new InvalidAnswer('found');
      const echo = readCpfEcho(values.cpf);
      if (echo !== undefined && echo !== cpf) return { kind: 'unavailable', reason: 'wrong_person' };
      if (!found) return { kind: 'not_found' };
      // The mapping says that this party repeats the number: an answer without it may be anybody's.
      if (expressions.cpf !== undefined && echo === undefined) throw new InvalidAnswer('cpf');
      return { kind: 'answered', record: toRecord(values) };
    } catch {
      // A mapping that fails and a value that does not fit are the same to the caller. The error may quote the body.
      return { kind: 'unavailable', reason: 'invalid_response' };
    }
  };
}

/** The digits of the number in the answer. A JSON number has lost its leading zeros. */
function readCpfEcho(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value).padStart(11, '0');
  if (typeof value !== 'string') throw new InvalidAnswer('cpf');
  return value.replace(/[.\-\s]/g, '');
}
