// How old the company registry is, and when all of it was last read and found whole.

import type { Clock } from '../app/clock.ts';
import { type Finding, fault, ok, type Probe, toFaultFinding, warning } from '../app/doctor/finding.ts';
import type { RegistryStatus } from '../app/registry/registry-status.ts';
import { readRegistryStatus } from './maintenance.ts';

const subject = 'registry';
const dayMs = 86_400_000;
/** The alert ConfereRegistryOld has the same bound: a month, and the days in which the Receita publishes the next. */
const oldDays = 50;

export function createRegistryProbe(directory: string, clock: Clock): Probe {
  return {
    subject,
    run: () => {
      try {
        return judgeRegistry(readRegistryStatus(directory), clock.nowMs());
      } catch (error) {
        return toFaultFinding(subject, error);
      }
    },
  };
}

export function judgeRegistry({ live, held, last_import }: RegistryStatus, nowMs: number): Finding {
  if (live === null) {
    return warning(
      subject,
      'None was imported: CNPJ verifications with live keys answer 503.',
      'Fetch and import it: confere registry update',
    );
  }
  if (live.problem !== null || live.data_as_of === null) {
    return fault(
      subject,
      `The live snapshot ${live.id} cannot be used: ${live.problem ?? 'it has no date.'}`,
      'Go back: confere registry rollback, or import again: confere registry update',
    );
  }
  const ageDays = Math.floor((nowMs - Date.parse(live.data_as_of)) / dayMs);
  const says = `Data of ${live.data_as_of} (${ageDays} days), ${live.establishments} establishments`;
  if (ageDays > oldDays) {
    const advice = held
      ? 'A rollback holds it: confere registry release, then update'
      : 'Update it: confere registry update';
    return warning(subject, `${says}.`, advice);
  }
  if (last_import?.['outcome'] === 'failed' || last_import?.['outcome'] === 'interrupted') {
    return warning(
      subject,
      `${says}; the last import ${last_import['outcome'] === 'failed' ? 'failed' : 'was interrupted'}.`,
      'See why: confere registry status',
    );
  }
  if (live.verified_at === null) {
    return warning(subject, `${says}; not read as a whole since the import.`, 'Read it: confere registry verify');
  }
  return ok(subject, `${says}; read as a whole on ${live.verified_at.slice(0, 10)}.`);
}

/** Estimates the space of the next import from that of the live snapshot; the result is 0 if there is none. */
export function findImportBytes(directory: string): number {
  try {
    const { live } = readRegistryStatus(directory);
    // Working files lie beside the draft until it is written: as much again, as far as imports were watched.
    return 2 * ((live?.bytes ?? 0) + (live?.records_bytes ?? 0));
  } catch {
    return 0;
  }
}
