// One simulated person: what each of the three parties says about them, and how a person is drawn from the digits of a CPF.

import type { Cpf } from '../domain/numbers/cpf.ts';
import type { ContractSource } from '../domain/person/contract-sources.ts';
import { type Evidence, emptyRecord, type PersonRecord, type RegistrationStatus } from '../domain/person/evidence.ts';
import { pickFullName } from './brazilian-names.ts';
import { createDraw, type Draw, pickDate } from './draw.ts';

export interface SimulatedAnswer {
  readonly evidence: Evidence;
  readonly delayMs: number;
}

export interface SimulatedPerson {
  readonly answers: Readonly<Record<ContractSource, SimulatedAnswer>>;
}

export interface Traits {
  /** `name` is written as in the registries: in upper case and without accents. */
  readonly name: string;
  readonly socialName: string | null;
  readonly birthDate: string;
  readonly registration: RegistrationStatus | null;
  readonly pendingDebts: boolean;
  readonly score: number | null;
  readonly fraudAlert: boolean;
}

export const notFound: SimulatedAnswer = { evidence: { kind: 'not_found' }, delayMs: 0 };
const noAlert = answered({ ...emptyRecord, fraudAlert: false });
const alert = answered({ ...emptyRecord, fraudAlert: true });
const unknownPerson: SimulatedPerson = {
  answers: { bureau_a: notFound, bureau_b: notFound, fraud_registry: noAlert },
};

/** bureau_a relays names and debts but no score, bureau_b a score but no debts, the fraud registry nothing but its alert. */
export function createPerson(traits: Traits): SimulatedPerson {
  const { name, socialName, birthDate, registration, pendingDebts, score } = traits;
  return {
    answers: {
      bureau_a: answered({ ...emptyRecord, name, socialName, birthDate, registration, pendingDebts }),
      bureau_b: answered({ ...emptyRecord, name, birthDate, registration, score }),
      fraud_registry: traits.fraudAlert ? alert : noAlert,
    },
  };
}

/** Plausible and varied, and never unavailable: a load test over any numbers measures the service, not the sandbox. */
export function drawPerson(cpf: Cpf): SimulatedPerson {
  const draw = createDraw(cpf);
  if (draw(1000) < 10) return unknownPerson;
  return createPerson({
    name: pickFullName(draw),
    socialName: draw(1000) < 3 ? pickFullName(draw) : null,
    birthDate: pickDate(draw, 1940, 2006),
    registration: drawRegistration(draw),
    pendingDebts: draw(1000) < 150,
    score: draw(100) < 85 ? 400 + draw(551) : draw(1001),
    fraudAlert: draw(1000) < 15,
  });
}

function drawRegistration(draw: Draw): RegistrationStatus {
  const permille = draw(1000);
  if (permille < 960) return 'regular';
  if (permille < 980) return 'pending_regularization';
  if (permille < 987) return 'suspended';
  if (permille < 993) return 'cancelled';
  return permille < 998 ? 'deceased' : 'annulled';
}

function answered(record: PersonRecord): SimulatedAnswer {
  return { evidence: { kind: 'answered', record }, delayMs: 0 };
}
