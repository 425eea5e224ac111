// Puts together what forgets a person: the places, the ledger, the marks in each database, and the search through the files.

import { randomUUID } from 'node:crypto';
import type { AuditLog, AuditTrail } from '../../../app/audit/ports.ts';
import { toSubjectText } from '../../../app/audit/record.ts';
import type { Clock } from '../../../app/clock.ts';
import type { ErasureParts } from '../../../app/privacy/erase-person.ts';
import { isIdentityNumberIn, isNumberIn, type Person } from '../../../app/privacy/person.ts';
import { DamagedRows } from '../../../app/sealed-rows.ts';
import type { Config } from '../../../config.ts';
import { listCountries } from '../../../domain/countries/country-code.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { toCustomerText } from '../../../domain/screening/clearance.ts';
import { cleanDirectory, refuseOldData } from '../../../stores/erasure/clean-directory.ts';
import { toCpfSubjects, toSubjects } from '../audit/audit-secrets.ts';
import type { Stores } from '../stores.ts';
import { ledgerSealPurpose, openLedger } from './ledger.ts';
import { openPlaces } from './places.ts';

interface ErasureOptions {
  readonly config: Config;
  readonly stores: Stores;
  readonly trail: Pick<AuditTrail, 'find' | 'findErasable' | 'findActsNaming' | 'forget'> & {
    /** Lets the database give up what its rows have left. */
    tidy?(): Promise<void>;
  };
  readonly log: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  readonly actor: string;
}

export function openErasure({ config, stores, trail, log, clock, actor }: ErasureOptions): ErasureParts {
  const damaged = new DamagedRows();
  return {
    places: openPlaces(config, stores, trail, damaged.add),
    listDamaged: () => damaged.list(),
    ledger: openLedger(config),
    marks: stores.marks,
    seal: stores.sealFor(ledgerSealPurpose),
    toSubjects: (cpf) => toCpfSubjects(stores.secret, cpf),
    toDocumentSubjects: (number) => toSubjects(stores.secret, toSubjectText('document', number)),
    refuseUnreachable: () => refuseOldData(config.data_dir),
    async clean(pieces) {
      await trail.tidy?.();
      await cleanDirectory(config.data_dir, pieces);
    },
    log,
    clock,
    actor,
  };
}

/** A record from another machine may seem later than now by its clock. If clocks differ by more than this, `ConfereClockSkew` reports it. */
export const clockSkewMs = 5_000;

export function toPersonToErase(
  stores: Pick<Stores, 'secret'>,
  cpf: Cpf,
  clock: Clock,
): Person & { readonly cpf: Cpf } {
  return {
    cpf,
    subjects: toCpfSubjects(stores.secret, cpf),
    untilMs: clock.nowMs() + clockSkewMs,
    isNamedIn: (text) => isNumberIn(text, (found) => found === cpf),
  };
}

/** Returns the person of this document number, under any country that a caller named as its issuer. */
export function toPersonOfDocument(stores: Pick<Stores, 'secret'>, number: string, clock: Clock): Person {
  const identity = { type: 'other', number } as const;
  const customers = [null, ...listCountries()].map((country) =>
    toCustomerText({
      ...{ kind: 'person', cpf: null, name: null, birthDate: null },
      identityDocument: { ...identity, country },
    }),
  );
  return {
    cpf: undefined,
    identityNumber: number,
    subjects: [toSubjectText('document', number), ...customers].flatMap((text) => toSubjects(stores.secret, text)),
    untilMs: clock.nowMs() + clockSkewMs,
    isNamedIn: (text) => isIdentityNumberIn(text, number),
  };
}

export function createErasureId(): string {
  return `era_${randomUUID()}`;
}
