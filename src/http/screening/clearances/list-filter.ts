// Which judgements a list shall have: what the query says.

import type { ClearanceFilter } from '../../../app/screening/clearances/ports.ts';
import { isRealDay, toBrazilDayStartMs, toNextDay } from '../../../domain/dates/calendar.ts';
import { type ClearanceState, clearanceStates } from '../../../domain/screening/clearance.ts';
import { type JudgementKind, judgementKinds } from '../../../domain/screening/judgement.ts';
import { AppError } from '../../../errors.ts';
import { toParameter } from '../../openapi/parts.ts';
import { named } from '../../schema.ts';

const names = ['kind', 'state', 'by', 'list', 'from', 'to'] as const;

/** Days are those of Brazil, and the last one is within. */
export function readFilter(query: Readonly<Record<string, string>>): ClearanceFilter {
  const { kind, state, by, list, from, to } = query;
  const areKnown =
    (kind === undefined || judgementKinds.includes(kind as JudgementKind)) &&
    (state === undefined || clearanceStates.includes(state as ClearanceState)) &&
    [from, to].every((day) => day === undefined || isRealDay(day)) &&
    [by, list].every((text) => text === undefined || /^[\w.:@-]{1,80}$/.test(text));
  if (!areKnown) throw new AppError('invalid_query', { detail: filterDetail });
  return {
    ...(kind !== undefined && { kind: kind as JudgementKind }),
    ...(state !== undefined && { state: state as ClearanceState }),
    ...(by !== undefined && { by }),
    ...(list !== undefined && { list }),
    ...(from !== undefined && { fromMs: toBrazilDayStartMs(from) }),
    ...(to !== undefined && { toMs: toBrazilDayStartMs(toNextDay(to)) }),
  };
}

export const clearanceFilters = { names, read: readFilter };

const filterDetail = {
  en: `\`kind\` is one of ${judgementKinds.join(', ')}; \`state\` one of ${clearanceStates.join(', ')}; \`from\` and \`to\` are days as YYYY-MM-DD.`,
  pt: `\`kind\` é um de ${judgementKinds.join(', ')}; \`state\`, um de ${clearanceStates.join(', ')}; \`from\` e \`to\` são dias no formato AAAA-MM-DD.`,
};

const day = { type: 'string', format: 'date' };

export const clearanceFilterParameters = [
  toParameter('query', 'kind', 'Only judgements of this kind.', named('JudgementKind')),
  toParameter('query', 'state', 'Only those in this state; `proposed` are those that wait.', named('ClearanceState')),
  toParameter('query', 'by', 'Who made, confirmed or ended it: the id of a key, or `operator:` and a name.'),
  toParameter('query', 'list', 'The short name of the list.'),
  toParameter('query', 'from', 'The first day on which it was made, in Brazil.', day),
  toParameter('query', 'to', 'The last day on which it was made.', day),
];
