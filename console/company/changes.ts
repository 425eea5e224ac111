// What two months say differently about one company, in the words and the order of its page.

import { partnersShown } from '../../src/domain/company/company-record.ts';
import type { RecordDocument } from '../../src/domain/company/forms/record-document.ts';
import { answerWords } from '../answer/words/answer-words.ts';
import { formatDay, formatMoney, formatNumber } from '../words/format.ts';
import { companyWords } from './words.ts';

export interface Change {
  readonly name: string;
  /** The value is null if that side has nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

type Coded = { readonly code: string; readonly text: string | null } | null;

export const toCodedText = (coded: Coded): string | null => coded && (coded.text ?? coded.code);

export function toAddressLine({ address }: RecordDocument): string | null {
  const street = [address.street_kind, address.street].filter(Boolean).join(' ');
  const parts = [street, address.number, address.complement, address.district].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}

export function toCityLine({
  municipality,
  state,
  city_abroad = null,
}: Pick<RecordDocument['address'], 'municipality' | 'state'> & { readonly city_abroad?: string | null }):
  | string
  | null {
  const city = municipality?.name ?? city_abroad;
  return city === null || city === undefined ? state : `${city}${state === null ? '' : ` / ${state}`}`;
}

export function toOption(option: RecordDocument['simples']): string | null {
  const words = companyWords();
  if (option === null || option.opted === null) return null;
  const { opted, opted_on, excluded_on } = option;
  return [
    opted ? words.opted : words.notOpted,
    ...(opted && opted_on !== null ? [words.since(formatDay(opted_on))] : []),
    ...(excluded_on === null ? [] : [words.excluded(formatDay(excluded_on))]),
  ].join(', ');
}

export function findChanges(before: RecordDocument, after: RecordDocument): Change[] {
  const words = companyWords();
  const answers = answerWords();
  /** Tells whether a fact is comparable. A fact that either record withholds for privacy says nothing about a change. */
  const isComparable = (fact: RecordDocument['withheld'][number]) =>
    !before.withheld.includes(fact) && !after.withheld.includes(fact);
  const plain: [name: string, of: (record: RecordDocument) => string | null][] = [
    [words.status, ({ status }) => answers.companyStatuses[status]],
    [words.statusReason, ({ status_reason }) => toCodedText(status_reason)],
    [words.special, ({ special_situation }) => special_situation?.text ?? null],
    [words.legalName, ({ legal_name }) => legal_name],
    [words.tradeName, ({ trade_name }) => trade_name],
    [words.nature, ({ legal_nature }) => toCodedText(legal_nature)],
    [words.size, ({ size }) => toCodedText(size)],
    [words.capital, ({ capital }) => (capital === null ? null : formatMoney(capital))],
    [words.simples, ({ simples }) => toOption(simples)],
    [words.meiOption, ({ mei }) => toOption(mei)],
    [words.mainActivity, ({ main_activity }) => toCodedText(main_activity)],
    ...(isComparable('personal_address')
      ? ([
          [words.address, toAddressLine],
          [words.postalCode, ({ address }) => address.postal_code],
        ] satisfies [string, (record: RecordDocument) => string | null][])
      : []),
    [words.city, ({ address }) => toCityLine(address)],
    [words.establishmentsCount, ({ establishments }) => formatNumber(establishments.total)],
  ];
  const changes = plain.map(([name, of]) => ({ name, before: of(before), after: of(after) }));
  return [
    ...changes.filter((change) => change.before !== change.after),
    ...compareLists(before.other_activities.map(toCodedText), after.other_activities.map(toCodedText), {
      added: words.activitiesIn,
      removed: words.activitiesOut,
    }),
    ...comparePartners(before, after),
  ];
}

/**
 * Of a company with very many the record holds the first ones alone, and of those under age none: who left cannot be told from who stands
 * further down, nor who joined from who came of age.
 */
function comparePartners(before: RecordDocument, after: RecordDocument): Change[] {
  const words = companyWords();
  if (before.partners === null || after.partners === null) return [];
  const isWhole = ({ partners_total, withheld }: RecordDocument) =>
    (partners_total ?? 0) <= partnersShown && !withheld.includes('minors');
  if (isWhole(before) && isWhole(after)) {
    const toName = ({ name, document }: (typeof before.partners)[number]) =>
      [name ?? words.nothing, document].filter(Boolean).join(', ');
    return compareLists(before.partners.map(toName), after.partners.map(toName), {
      added: words.partnersIn,
      removed: words.partnersOut,
    });
  }
  const toCount = ({ partners_total }: RecordDocument) => formatNumber(partners_total ?? 0);
  const count = { name: words.partnersCount, before: toCount(before), after: toCount(after) };
  return count.before === count.after ? [] : [count];
}

function compareLists(
  before: readonly (string | null)[],
  after: readonly (string | null)[],
  names: { readonly added: string; readonly removed: string },
): Change[] {
  const known = (list: readonly (string | null)[]) => [...new Set(list.filter((one) => one !== null))];
  const [old, young] = [known(before), known(after)];
  return [
    ...young.filter((one) => !old.includes(one)).map((one) => ({ name: names.added, before: null, after: one })),
    ...old.filter((one) => !young.includes(one)).map((one) => ({ name: names.removed, before: one, after: null })),
  ];
}
