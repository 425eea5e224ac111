// The people of the sandbox and of the simulator: a CPF decides its own answers, the same ones every time.
// Pure and on a measured path: no clock, no state. Integrators rely on the fixed numbers: add to them, do not change one.

import type { Cpf } from '../domain/numbers/cpf.ts';
import type { ContractSource } from '../domain/person/contract-sources.ts';
import type { UnavailableReason } from '../domain/person/evidence.ts';
import type { Label } from './labels.ts';
import {
  createPerson,
  drawPerson,
  notFound,
  type SimulatedAnswer,
  type SimulatedPerson,
  type Traits,
} from './person.ts';

export type { SimulatedPerson } from './person.ts';

export interface Persona {
  readonly cpf: Cpf;
  /** `label` describes the case that this number shows. */
  readonly label: Label;
  readonly person: SimulatedPerson;
  /** `example` holds values that agree with the registered data when sent with the number. It is absent if nothing is registered. */
  readonly example?: { readonly name?: string; readonly birthDate?: string };
}

const inOrder: Traits = {
  name: '',
  socialName: null,
  birthDate: '',
  registration: 'regular',
  pendingDebts: false,
  score: 850,
  fraudAlert: false,
};

const otherPerson = createPerson({ ...inOrder, name: 'RICARDO AUGUSTO TANAKA', birthDate: '1969-10-31' });
const bornLater = createPerson({ ...inOrder, name: 'HELOISA CAMPOS WERNECK', birthDate: '1999-08-12' });

/** The personas stand in the order of the docs table. */
export const personas: readonly Persona[] = [
  persona('12345678909', 'everything in order', 'João Pedro da Silva Santos', '1985-03-14'),

  // The trial numbers that Serpro publishes, one pair and more for each status of the registration.
  persona('40442820135', 'regular', 'Ana Beatriz Carvalho', '1990-07-21', { score: 812 }),
  persona('63017285995', 'regular', 'Paulo Roberto Nunes', '1972-11-02', { score: 745 }),
  persona('91708635203', 'regular', 'Márcia Regina Teixeira', '1968-01-30', { score: 903 }),
  persona('58136053391', 'regular', 'Thiago Henrique Moreira', '1996-05-17', { score: 770 }),
  persona('40532176871', 'suspended', 'Sérgio Augusto Ramos', '1979-09-09', { registration: 'suspended' }),
  persona('47123586964', 'suspended', 'Luciana Cardoso Vieira', '1983-12-25', { registration: 'suspended' }),
  persona('07691852312', 'pending regularization', 'Fábio Mendes Rocha', '1988-02-11', {
    registration: 'pending_regularization',
  }),
  persona('10975384600', 'pending regularization', 'Débora Lopes Martins', '1993-06-04', {
    registration: 'pending_regularization',
  }),
  persona('01648527949', 'cancelled: the person has another number', 'Antônio Gomes Barbosa', '1957-04-19', {
    registration: 'cancelled',
  }),
  persona('47893062592', 'cancelled: the person has another number', 'Rosângela Dias Pinto', '1961-08-08', {
    registration: 'cancelled',
  }),
  persona('98302514705', 'annulled', 'Wagner Machado Freitas', '1975-10-13', { registration: 'annulled' }),
  persona('18025346790', 'annulled', 'Simone Araújo Campos', '1982-03-27', { registration: 'annulled' }),
  persona('64913872591', 'cancelled by the authority', 'Edson Correia Monteiro', '1966-07-01', {
    registration: 'cancelled',
  }),
  persona('52389071686', 'cancelled by the authority', 'Vera Lúcia Borges', '1959-05-23', {
    registration: 'cancelled',
  }),
  persona('05137518743', 'deceased', 'Sebastião Alves Ferreira', '1941-01-15', { registration: 'deceased' }),
  persona('08849979878', 'deceased', 'Josefa Maria da Conceição', '1943-09-28', { registration: 'deceased' }),
  persona('47856021985', 'cancelled: the estate is closed', 'Geraldo Batista Miranda', '1940-12-06', {
    registration: 'cancelled',
  }),
  persona('23479805647', 'cancelled: the estate is closed', 'Terezinha Moura Santana', '1944-02-18', {
    registration: 'cancelled',
  }),
  persona('90000000175', 'a registration code that nobody mapped', 'Cláudio Rossi', '1977-07-07', {
    registration: 'unknown',
  }),
  persona('90000000256', 'the bureaus relay no registration', 'Beatriz Haddad Lima', '1991-04-02', {
    registration: null,
  }),

  // Risk.
  persona('90000000337', 'low risk', 'Fernanda Oliveira Costa', '1986-10-10', { score: 950 }),
  persona('90000000418', 'low risk, at its edge', 'Bruno Soares Dias', '1994-01-09', { score: 700 }),
  persona('90000000507', 'medium risk', 'Patrícia Ribeiro', '1980-05-05', { score: 600 }),
  persona('90000000680', 'high risk', 'Leandro Marques', '1989-09-19', { score: 320 }),
  persona('90000000760', 'pending debts', 'Adriana Fernandes', '1976-06-16', { score: 780, pendingDebts: true }),
  persona('90000000841', 'fraud alert', 'Vinícius Andrade Melo', '1998-03-03', { score: 880, fraudAlert: true }),
  persona('90000000922', 'no score computed', 'Larissa Monteiro', '2005-12-01', { score: null }),

  // Sources that do not answer, or not in time.
  persona('90000001066', 'bureau_a unavailable', 'Rodrigo Cavalcante', '1984-08-24', {
    instead: { bureau_a: unavailable('upstream_error') },
  }),
  persona('90000001147', 'bureau_b unavailable', 'Camila Nascimento', '1992-02-29', {
    instead: { bureau_b: unavailable('rate_limited') },
  }),
  persona('90000001228', 'fraud registry unavailable', 'Gustavo Freitas', '1987-11-11', {
    instead: { fraud_registry: unavailable('connection_failed') },
  }),
  persona('90000001309', 'all sources unavailable', '', '', {
    instead: {
      bureau_a: unavailable('upstream_error'),
      bureau_b: unavailable('upstream_error'),
      fraud_registry: unavailable('upstream_error'),
    },
  }),
  persona('90000001490', 'a slow source: bureau_a answers after 800 ms', 'Marlene Pinto Rocha', '1963-03-30', {
    delayMs: 800,
  }),
  persona('90000001570', 'a minor: the bureaus refuse to answer', '', '', {
    instead: { bureau_a: unavailable('minor'), bureau_b: unavailable('minor') },
  }),

  // Existence.
  persona('90000001651', 'unknown to both bureaus', '', '', { instead: { bureau_a: notFound, bureau_b: notFound } }),
  persona('90000001732', 'unknown to bureau_b alone', 'Jorge Luiz Barbosa', '1974-04-14', {
    instead: { bureau_b: notFound },
  }),
  persona('90000001813', "the bureaus' names contradict", 'Natália Gonçalves Pereira', '1969-10-31', {
    instead: { bureau_b: otherPerson.answers.bureau_b },
  }),
  persona('90000001902', "the bureaus' birth dates contradict", 'Heloísa Campos Werneck', '1979-08-12', {
    instead: { bureau_b: bornLater.answers.bureau_b },
  }),

  // Names.
  persona(
    '90000002038',
    'particles, an apostrophe and accents as people type them',
    "Conceição Aparecida d'Ávila de Araújo e Sousa",
    '1971-12-08',
  ),
  persona('90000002119', 'an agnome, which father and son do not share', 'José Carlos Pereira Júnior', '1995-05-25'),
  persona('90000002208', 'a social name, which matches like the civil name', 'Bruna Teixeira Lopes', '1997-09-02', {
    name: 'BRENO TEIXEIRA LOPES',
    socialName: 'BRUNA TEIXEIRA LOPES',
  }),

  // Listed by name and birth date: ./listed.ts.
  persona('90000002380', 'listed by the United Nations, by name and birth date', 'Cláudio Rossi', '1977-07-07'),
];

const fixed: ReadonlyMap<string, SimulatedPerson> = new Map(personas.map(({ cpf, person }) => [cpf, person]));

/** Depends on nothing but the number. */
export function personFor(cpf: Cpf): SimulatedPerson {
  return fixed.get(cpf) ?? drawPerson(cpf);
}

interface Recipe extends Partial<Traits> {
  readonly delayMs?: number;
  readonly instead?: Partial<Record<ContractSource, SimulatedAnswer>>;
}

/**
 * `typed` is the name as its bearer types it; registered is the same in upper case without accents, unless `name` says otherwise. Name and
 * birth date are empty where no bureau tells them.
 */
function persona(cpf: string, label: Label, typed: string, birthDate: string, recipe: Recipe = {}): Persona {
  const { delayMs = 0, instead, ...traits } = recipe;
  const { answers } = createPerson({ ...inOrder, name: toRegistered(typed), birthDate, ...traits });
  const person = { answers: { ...answers, bureau_a: { ...answers.bureau_a, delayMs }, ...instead } };
  return { cpf: cpf as Cpf, label, person, ...(typed !== '' && { example: { name: typed, birthDate } }) };
}

function unavailable(reason: UnavailableReason): SimulatedAnswer {
  return { evidence: { kind: 'unavailable', reason }, delayMs: 0 };
}

function toRegistered(typed: string): string {
  return typed.normalize('NFD').replace(/\p{M}/gu, '').replaceAll("'", ' ').toUpperCase();
}
