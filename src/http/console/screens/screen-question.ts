// Whom an operator looks for, from the fields of the console's form.

import type { Clock } from '../../../app/clock.ts';
import type { ScreenQuestion } from '../../../app/screening/screen.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { createValidate } from '../../request/validate.ts';
import { screenRequestSchema } from '../../screening/contract.ts';
import { readQuestion } from '../../screening/question.ts';
import type { BodyOf } from '../body.ts';
import type { screenFields } from '../contracts/screen-fields.ts';

type Fields = Omit<BodyOf<typeof screenFields>, 'with' | 'purpose'>;

export function createReadQuestion(clock: Clock): (fields: Fields) => ScreenQuestion {
  const validate = createValidate(screenRequestSchema);
  return ({ cpf, name, birth_date, cnpj, company_name, partners }) => {
    const known = validate({ cpf, name, birth_date, cnpj, company_name }, toBrazilDay(clock.nowMs()));
    return readQuestion(known, partners === 'included');
  };
}
