// What the Simples file says about a company: whether and since when it is taxed as a small company or as an MEI.

import { type Calendar, endDateAfter } from '../values/calendar.ts';
import type { Traits } from '../values/defects.ts';
import type { CompanyFacts, SimplesFacts } from '../values/facts.ts';
import type { Random } from '../values/random.ts';

/** Returns undefined for a company that never had a row. */
export function toSimples(
  company: CompanyFacts,
  traits: Traits,
  calendar: Calendar,
  random: Random,
): SimplesFacts | undefined {
  if (company.simples === 'no_row') return undefined;
  const { index, startDay } = company;
  const start = calendar.text(startDay);
  const ended = endDateAfter(startDay, calendar, random);
  let none = '00000000';
  if (traits.simples_dates_empty(index)) none = '';
  if (traits.simples_dates_zero(index)) none = '0';
  if (company.simples === 'mei') {
    const future = traits.mei_exclusion_in_future(index);
    // A few opted companies carry a past exclusion date: they are no longer MEI, whatever the letter says.
    const meiUntil = future
      ? calendar.text(calendar.today + 1 + random.below(400))
      : random.chance(0.001)
        ? ended
        : none;
    return { simplesOption: 'S', simplesFrom: start, simplesUntil: none, meiOption: 'S', meiFrom: start, meiUntil };
  }
  if (company.simples === 'former_mei') {
    const stays = random.chance(0.2);
    return {
      simplesOption: stays ? 'S' : 'N',
      simplesFrom: start,
      simplesUntil: stays ? none : ended,
      meiOption: 'N',
      meiFrom: start,
      meiUntil: ended,
    };
  }
  const stays = random.chance(0.5);
  return {
    simplesOption: stays ? 'S' : 'N',
    simplesFrom: random.chance(0.2) ? '20070701' : start,
    simplesUntil: stays ? none : ended,
    meiOption: traits.mei_option_blank(index) ? '' : 'N',
    meiFrom: none,
    meiUntil: none,
  };
}
