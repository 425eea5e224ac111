// What a party charges, and what may be spent.

import { Type } from 'typebox';
import { atLimits } from '../../domain/budgets/budget.ts';
import { volumeModels } from '../../domain/prices/price-list.ts';
import { closed, integer, oneOf, text } from './shapes.ts';

/** Looked at further by `domain/prices`. */
const amount = (description: string) =>
  Type.Union([Type.Number(), Type.String()], { description: `Reais, such as 0.659: ${description}` });

export const priceListSchema = closed({
  from: text('The first day of this list, such as 2026-01-31. It holds until the next one.'),
  answered: amount('an answer. `band` is the price of the band.'),
  not_found: amount('the party does not know the number.'),
  minor: amount('the party does not tell because the person is a minor.'),
  timeout: amount('we stopped waiting.'),
  error: amount('any other failure.'),
  bands: Type.Optional(
    Type.Array(
      closed({
        from_call: integer(1, 1_000_000_000, 'The number of the first call of the month in this band.'),
        each: amount('one call in it.'),
      }),
      { minItems: 1, description: 'Prices by volume: calls of this party in a month that have the price `band`.' },
    ),
  ),
  volume: Type.Optional(
    oneOf(
      volumeModels,
      'progressive: each call has the price of its own band. whole: all calls have that of the band which the month reaches.',
    ),
  ),
});

const limitSchema = (period: string) =>
  closed(
    {
      calls: Type.Optional(integer(1, 1_000_000_000, 'Calls, second tries included.')),
      reais: Type.Optional(amount('what the calls may cost by the price lists, before any volume.')),
    },
    `What may be spent in ${period} of America/Sao_Paulo.`,
  );

/** The budget belongs to a source or a key. `domain/budgets` checks it further. */
export const budgetSchema = closed(
  {
    day: Type.Optional(limitSchema('a day')),
    month: Type.Optional(limitSchema('a month')),
    at_limit: Type.Optional(
      oneOf(
        atLimits,
        'skip: the source is not asked. refuse: the request is refused with 429, and nobody is asked. Default: skip for a source, refuse for a key or a required source.',
      ),
    ),
  },
  'What may be spent, and what happens then. Default: any amount.',
);
