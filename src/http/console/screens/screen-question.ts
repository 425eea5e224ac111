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
  return ({ partners, document_type: type, document_number: number, document_country: country, ...fields }) => {
    const { cpf, name, birth_date, nationality, cnpj, company_name, reference } = fields;
    const document = number === null ? null : { type: type ?? 'other', number, country };
    const asked = { cpf, name, birth_date, nationality, document, cnpj, company_name, reference };
    const known = validate(asked, toBrazilDay(clock.nowMs()));
    return readQuestion(known, partners === 'included');
  };
}
