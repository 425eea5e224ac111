// Puts together what forgets a person: the places, the ledger, the marks in each database, and the search through the files.

import { randomUUID } from 'node:crypto';
import type { AuditLog, AuditTrail } from '../../../app/audit/ports.ts';
import { toSubject, toSubjectText } from '../../../app/audit/record.ts';
import type { Clock } from '../../../app/ports.ts';
import type { ErasureParts } from '../../../app/privacy/erase-person.ts';
import { isNumberIn, type Person } from '../../../app/privacy/person.ts';
import type { Config } from '../../../config.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import { cleanDirectory, refuseOldData } from '../../../stores/erasure/clean-directory.ts';
import { toAuditSecrets } from '../audit-secrets.ts';
import type { Vault } from '../vault.ts';
import { ledgerSealPurpose, openLedger } from './ledger.ts';
import { openPlaces } from './places.ts';

interface ErasureOptions {
  readonly config: Config;
  readonly vault: Vault;
  readonly trail: Pick<AuditTrail, 'find' | 'findErasable' | 'findActsNaming' | 'forget'> & {
    /** Lets the database give up what its rows have left. */
    tidy?(): Promise<void>;
  };
  readonly log: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  readonly actor: string;
}

export function openErasure({ config, vault, trail, log, clock, actor }: ErasureOptions): ErasureParts {
  return {
    places: openPlaces(config, vault, trail),
    ledger: openLedger(config),
    marks: vault.marks,
    seal: vault.sealFor(ledgerSealPurpose),
    toSubjects: (cpf) => toSubjects(vault, cpf),
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

export function toPerson(vault: Pick<Vault, 'secret'>, cpf: Cpf, clock: Clock): Person & { readonly cpf: Cpf } {
  return {
    cpf,
    subjects: toSubjects(vault, cpf),
    untilMs: clock.nowMs(),
    isNamedIn: (text) => isNumberIn(text, (found) => found === cpf),
  };
}

export function createErasureId(): string {
  return `era_${randomUUID()}`;
}

function toSubjects({ secret }: Pick<Vault, 'secret'>, cpf: string): readonly string[] {
  return toAuditSecrets(secret).map(({ subjectKey }) => toSubject(subjectKey, toSubjectText('cpf', cpf)));
}
