// Puts together what forgets a person: the places, the ledger, the marks in each database, and the search through the files.

import { randomUUID } from 'node:crypto';
import type { AuditLog, AuditTrail } from '../../../app/audit/ports.ts';
import type { Clock } from '../../../app/clock.ts';
import type { ErasureParts } from '../../../app/privacy/erase-person.ts';
import { isNumberIn, type Person } from '../../../app/privacy/person.ts';
import { DamagedRows } from '../../../app/sealed-rows.ts';
import type { Config } from '../../../config.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { cleanDirectory, refuseOldData } from '../../../stores/erasure/clean-directory.ts';
import { toCpfSubjects } from '../audit/audit-secrets.ts';
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

/** What another machine has just recorded may seem later than now by its clock. Where clocks differ by more, `ConfereClockSkew` says so. */
const clockSkewMs = 5_000;

export function toPerson(stores: Pick<Stores, 'secret'>, cpf: Cpf, clock: Clock): Person & { readonly cpf: Cpf } {
  return {
    cpf,
    subjects: toCpfSubjects(stores.secret, cpf),
    untilMs: clock.nowMs() + clockSkewMs,
    isNamedIn: (text) => isNumberIn(text, (found) => found === cpf),
  };
}

export function createErasureId(): string {
  return `era_${randomUUID()}`;
}
