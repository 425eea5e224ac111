// What the search holds: the form and the last answer. It is in this page's memory alone, and whoever signs in next finds nothing of it.

import { computed, signal } from '@preact/signals';
import type { ConsoleAnswer, ConsoleBody } from '../../../src/http/console/contract.ts';
import { call, consoleState, mayAct } from '../../api/client.ts';
import { takeCarried } from '../../ask/look-up.ts';
import { purpose, settleUsualWay } from '../../ask/way.ts';
import { findTypedDay, judgeNumber, withoutMask } from '../../design/fields/number.ts';
import { keepOverVersions } from '../../shell/new-version.ts';
import { whenOtherOperator } from '../../shell/owned.ts';

export type Kind = 'person' | 'company';
export type Way = 'live' | 'sandbox';

export interface Typed {
  /** `kind` tells how the search treats a name on its own. A number shows its kind by itself. */
  readonly kind: Kind;
  readonly number: string;
  readonly name: string;
  readonly birthDate: string;
  readonly withPartners: boolean;
  /** A foreigner may have no CPF. */
  readonly nationality: string;
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly documentCountry: string;
  /** The operator's own name for the customer. */
  readonly reference: string;
}

export type DocumentType = NonNullable<ConsoleBody<'POST screen'>['document_type']>;

export interface Searched {
  readonly found: ConsoleAnswer<'POST screen'>;
  readonly kind: Kind;
  readonly asked: Typed;
  readonly way: Way;
  readonly purpose: string | null;
  readonly operator: string | null;
}

const nothing: Typed = {
  ...{ kind: 'person', number: '', name: '', birthDate: '', withPartners: false },
  ...{ nationality: '', documentType: 'passport', documentNumber: '', documentCountry: '', reference: '' },
};

export const typed = signal<Typed>(nothing);
export const searched = signal<Searched | undefined>(undefined);
export const failure = signal<unknown>(undefined);
export const isBusy = signal(false);
const chosenWay = signal<Way | undefined>(undefined);

/**
 * Tells whether the operator may ask about real people and judge whether a hit is about them. The lists of this machine need no source, so a search
 * uses them by default.
 */
export const isAnalyst = computed(() => mayAct('analyst'));
const usualWay = settleUsualWay('lists', () => consoleState.value && isAnalyst.value);
export const way = computed<Way>(() => chosenWay.value ?? usualWay.value ?? 'sandbox');

export function chooseWay(chosen: Way): void {
  chosenWay.value = chosen;
}

keepOverVersions(
  'lists',
  () => ({ typed: typed.value, searched: searched.value, way: chosenWay.value }),
  (kept) => {
    typed.value = { ...nothing, ...kept.typed };
    searched.value = kept.searched;
    chosenWay.value = kept.way;
  },
);

whenOtherOperator(() => {
  startNext();
  chosenWay.value = undefined;
});

export function startNext(): void {
  typed.value = { ...nothing, kind: typed.value.kind };
  searched.value = undefined;
  failure.value = undefined;
}

/** Fills the form with the person whom an answer has sent here, and tells whether there is one. */
export function beginWithCarried(): boolean {
  const carried = takeCarried();
  if (carried === undefined) return false;
  const { number, name, birthDate, way: from } = carried;
  startNext();
  typed.value = { ...nothing, kind: toSearchKind({ kind: 'person', number }), number, name, birthDate };
  chooseWay(from);
  return true;
}

export function toSearchKind({ kind, number }: Pick<Typed, 'kind' | 'number'>): Kind {
  const state = judgeNumber(withoutMask(number));
  if (state.kind === 'empty') return kind;
  return state.of === 'cpf' ? 'person' : 'company';
}

/** Searches and keeps what the operator typed, even if the call fails. Returns true if there is an answer. */
export function search(asked: Typed, how: Way): Promise<boolean> {
  return find({ asked, way: how, kind: toSearchKind(asked), purpose: how === 'live' ? purpose.value || null : null });
}

/** The same question again, after somebody has judged what it found. */
export async function repeatSearch(): Promise<void> {
  if (searched.value !== undefined) await find(searched.value);
}

type Question = Pick<Searched, 'asked' | 'way' | 'kind' | 'purpose'>;

export function toScreenBody({ asked, way: how, kind, purpose: said }: Question) {
  return { with: how, purpose: said, ...toQuestion(asked, kind) };
}

async function find({ asked, way: how, kind, purpose: said }: Question): Promise<boolean> {
  if (isBusy.value) return false;
  isBusy.value = true;
  failure.value = undefined;
  try {
    const found = await call('POST screen', toScreenBody({ asked, way: how, kind, purpose: said }));
    const operator = consoleState.value?.operator?.name ?? null;
    searched.value = { found, kind, asked, way: how, purpose: said, operator };
    return true;
  } catch (thrown) {
    failure.value = thrown;
    searched.value = undefined;
    return false;
  } finally {
    isBusy.value = false;
  }
}

function toQuestion({ number: typedNumber, name, birthDate, withPartners, reference, ...identity }: Typed, kind: Kind) {
  const number = withoutMask(typedNumber) || null;
  const [typedName, own] = [toText(name), { reference: toText(reference) }];
  const nobody = { cpf: null, name: null, birth_date: null, ...toDocument({ nationality: '', documentNumber: '' }) };
  if (kind === 'company') {
    const partners = withPartners && number !== null ? ('included' as const) : null;
    return { ...nobody, cnpj: number, company_name: typedName, partners, ...own };
  }
  const person = { cpf: number, name: typedName, birth_date: findTypedDay(birthDate) ?? null };
  return { ...person, ...toDocument(identity), cnpj: null, company_name: null, partners: null, ...own };
}

type Identity = Pick<Typed, 'nationality' | 'documentNumber'> &
  Partial<Pick<Typed, 'documentType' | 'documentCountry'>>;

/** Returns the fields of nationality and document; a document without a number is left out. */
function toDocument({ nationality, documentType, documentNumber, documentCountry = '' }: Identity) {
  const number = toText(documentNumber);
  return {
    nationality: toText(nationality),
    document_type: number === null ? null : (documentType ?? null),
    document_number: number,
    document_country: number === null ? null : toText(documentCountry),
  };
}

const toText = (typedText: string) => typedText.trim() || null;

/** Returns the document as the operator typed it, with its country; empty if there is none. */
export function toTypedDocument({
  documentNumber,
  documentCountry,
}: Pick<Typed, 'documentNumber' | 'documentCountry'>): string {
  return documentNumber.trim() === '' ? '' : [documentNumber.trim(), documentCountry.trim()].filter(Boolean).join(' ');
}
