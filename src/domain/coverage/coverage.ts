// What an answer rests on: what was checked, what was not, and why not. It is worked out here and nowhere else: every answer carries it, and
// every surface says its sentence from it. The items have the form that answers have, so that whoever reads one back reads the same.

import {
  type KeptAnswerUse,
  notAskedReasons,
  type SourceName,
  sourceRoles,
  unavailableReasons,
} from '../person/evidence.ts';
import { editionStates } from '../screening/screening.ts';

/** The codes name the possible checks. The roles of sources are among them. */
export const checkedCodes = [
  'name',
  'birth_date',
  ...sourceRoles,
  'registration',
  'company_registry',
  'company_name',
  'company_status',
  'special_situation',
  'foundation_date',
  'list',
  'partners',
] as const;
export type CheckedCode = (typeof checkedCodes)[number];

/** The codes name the checks that can be left out, or overridden by an operator. */
export const notCheckedCodes = [
  ...checkedCodes,
  'number',
  'signal',
  'company_live_lookup',
  'lists',
  'sanctions_lists',
  'listed_hit',
] as const;
export type NotCheckedCode = (typeof notCheckedCodes)[number];

const ownReasons = [
  'not_provided',
  'nothing_to_compare',
  'not_reported',
  'not_understood',
  'not_found',
  'unavailable',
  'no_list',
  'not_screened',
  'name_needed',
  'name_unread',
  'number_needed',
  'too_many_hits',
  'to_be_judged',
  'cleared',
  'partial',
  'minors_hidden',
  'not_followed',
] as const;
export const notCheckedReasons = [
  ...ownReasons,
  ...unavailableReasons,
  ...notAskedReasons,
  ...editionStates.filter((state) => state !== 'current'),
] as const;
export type NotCheckedReason = (typeof notCheckedReasons)[number];

interface About {
  source?: SourceName;
  list?: string;
  /** The day of the data. */
  as_of?: string;
  /** The counts concern partners: how many were looked up, and how many the company has if that is known. */
  screened?: number;
  total?: number;
}

export interface Checked extends About {
  code: CheckedCode;
  /** The field describes a source that was not called, because its earlier answer was fresh enough. */
  kept_answer?: { age_seconds: number; purpose: string };
}

export interface NotChecked extends About {
  code: NotCheckedCode;
  reason: NotCheckedReason;
  signal?: string;
  /** The row of the list. */
  row?: string;
  /** The clearance by which somebody took the row out of the decision. */
  clearance?: string;
  /** The clearance counts since this time; an older record does not state it. */
  cleared_at?: string;
}

export interface Coverage {
  checked: Checked[];
  not_checked: NotChecked[];
}

/** An answer is read back into this form. */
export interface ToldCoverage {
  readonly checked: readonly Checked[];
  readonly not_checked: readonly NotChecked[];
}

/** Returns undefined if an older version answered, or the caller requested no explanation. */
export function findCoverage(explanation: object | undefined): ToldCoverage | undefined {
  const told = explanation as Partial<ToldCoverage> | undefined;
  return Array.isArray(told?.checked) && Array.isArray(told.not_checked) ? (told as ToldCoverage) : undefined;
}

/** The only ground on which anybody may say that nothing was left unchecked. */
export function isAllChecked({ not_checked }: Pick<ToldCoverage, 'not_checked'>): boolean {
  return not_checked.length === 0;
}

/** Each part builds its findings with this class. */
export class CoverageBuilder implements Coverage {
  readonly checked: Checked[] = [];
  readonly not_checked: NotChecked[] = [];

  check(code: CheckedCode, about: Omit<Checked, 'code'> = {}): void {
    this.checked.push({ code, ...about });
  }

  miss(code: NotCheckedCode, reason: NotCheckedReason, about: Omit<NotChecked, 'code' | 'reason'> = {}): void {
    this.not_checked.push({ code, reason, ...about });
  }
}

/** Tells whether only the number was compared. An answer that does not state its basis counts as such. */
export function isNumberOnly(told: Pick<ToldCoverage, 'not_checked'> | undefined, kind: 'cpf' | 'cnpj'): boolean {
  if (told === undefined) return true;
  const isUnsaid = (code: string) =>
    told.not_checked.some((item) => item.code === code && item.reason === 'not_provided');
  return kind === 'cpf' ? isUnsaid('name') && isUnsaid('birth_date') : isUnsaid('company_name');
}

const listCodes: readonly NotCheckedCode[] = ['list', 'lists', 'sanctions_lists', 'listed_hit', 'partners'];

/**
 * A verification whose lists were looked up beside it: what that found stands in place of what the verification says of lists. What was given
 * of somebody the verification has said.
 */
export function withLists({ checked, not_checked }: ToldCoverage, lists: ToldCoverage): Coverage {
  const isOfLists = ({ code }: { readonly code: NotCheckedCode }) => listCodes.includes(code);
  const isOther = (item: { readonly code: NotCheckedCode }) => !isOfLists(item);
  return {
    checked: [...checked.filter(isOther), ...lists.checked.filter(isOfLists)],
    not_checked: [...not_checked.filter(isOther), ...lists.not_checked.filter(isOfLists)],
  };
}

/** The body of an answer, which may have no explanation. */
export function withListsInBody<Body extends object>(body: Body, lists: ToldCoverage | undefined): Body {
  const { explanation } = body as { readonly explanation?: object };
  const told = findCoverage(explanation);
  if (told === undefined || lists === undefined) return body;
  return { ...body, explanation: { ...explanation, ...withLists(told, lists) } };
}

export function toKeptAnswer({ ageSeconds, purpose }: KeptAnswerUse): NonNullable<Checked['kept_answer']> {
  return { age_seconds: ageSeconds, purpose };
}
