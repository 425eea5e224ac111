// Forgets a person everywhere. The order makes it safe to be killed at any point: it is written down outside of the data before anything
// goes, and a database counts as done only when all of its places are; what was not done is done by running it again.

import { formatCpf } from '../../domain/numbers/cpf.ts';
import { OperatorError } from '../../errors.ts';
import type { AuditLog } from '../audit/ports.ts';
import { toErasureActs } from '../audit/proof/covers.ts';
import type { Clock } from '../clock.ts';
import type { Seal } from '../seal.ts';
import type { DamagedRow } from '../sealed-rows.ts';
import type { PersonalDataName } from './kept-data.ts';
import { type Erasure, type ErasureMarks, openErasure, type SealedErasure, sealErasure } from './ledger.ts';
import { isNumberIn, type Person } from './person.ts';
import { createTraces, type NameGone, type PersonalDataPlace } from './place.ts';

export type Places = Readonly<Record<PersonalDataName, PersonalDataPlace>>;
export type ErasedCounts = Readonly<Record<PersonalDataName, number>>;
type HeldCounts = Readonly<Record<PersonalDataName, number | 'unknown'>>;

/** How much of a person lies where, and what of it somebody must see to by hand. */
export interface HeldThings {
  /** Rows that do not open: any of them may be about the person. */
  readonly damaged: readonly DamagedRow[];
  readonly counts: HeldCounts;
  readonly named: Readonly<Partial<Record<PersonalDataName, readonly string[]>>>;
}

export interface ErasureParts {
  readonly places: Places;
  /** Rows that no place could look into so far: they do not open. */
  listDamaged(): readonly DamagedRow[];
  readonly ledger: { read(): readonly SealedErasure[]; add(erasures: readonly SealedErasure[]): void };
  /** Of each database that may come back from a backup by itself. */
  readonly marks: readonly ErasureMarks[];
  /** Of the ledger. */
  readonly seal: Seal;
  /** What the audit calls a number, under the newest generation that each erasure knows, and all before it. */
  toSubjects(cpf: string): readonly string[];
  /** Throws for what an erasure cannot reach into. */
  refuseUnreachable(): void;
  /** Sees to it that none of the pieces is in any file; throws where one stays. */
  clean(pieces: ReadonlySet<string>): Promise<void>;
  readonly log: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  readonly actor: string;
  /** Told before each step. */
  readonly onStep?: (step: ErasureStep) => void;
}

export type ErasureStep = PersonalDataName | 'files';

export async function erasePerson(
  person: Person & { readonly cpf: NonNullable<Person['cpf']> },
  id: string,
  parts: ErasureParts,
): Promise<ErasedCounts> {
  parts.refuseUnreachable();
  const erasure = sealErasure(parts.seal, { id, atMs: person.untilMs, subjects: person.subjects });
  parts.ledger.add([erasure]);
  return forget(person, erasure, parts);
}

type Known = Pick<ErasureParts, 'ledger' | 'marks'>;

/** Those of the ledger that a database has not gone through: it was restored, or the erasure was not ended. */
export async function listMissing({ ledger, marks }: Known): Promise<readonly SealedErasure[]> {
  const written = ledger.read();
  const known = await Promise.all(marks.map((each) => each.list()));
  return written.filter(({ id }) => known.some((ids) => ids !== undefined && !ids.has(id)));
}

/** How many a database has gone through and the ledger does not know: it is an older copy of the ledger. */
export async function countLost({ ledger, marks }: Known): Promise<number> {
  const written = new Set(ledger.read().map(({ id }) => id));
  const known = await Promise.all(marks.map((each) => each.list()));
  return new Set(known.flatMap((ids) => [...(ids ?? [])]).filter((id) => !written.has(id))).size;
}

/** Makes erasures again that are missing somewhere; says how many, and what was found of them. */
export async function reapplyErasures(
  parts: ErasureParts,
): Promise<{ readonly erasures: number; readonly erased: ErasedCounts | undefined }> {
  const missing = await listMissing(parts);
  if (missing.length === 0) return { erasures: 0, erased: undefined };
  parts.refuseUnreachable();
  let erased: Record<string, number> = {};
  for (const each of missing) {
    const counts = await forget(toPerson(openErasure(parts.seal, each), parts), each, parts);
    erased = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count + (erased[name] ?? 0)]));
  }
  return { erasures: missing.length, erased: erased as ErasedCounts };
}

/**
 * What a database that is an older copy must lose before anybody is shown anything of it: all but records of the audit, which an act names
 * first. `marks` are of what is asked about here. Says how many erasures were missing.
 */
export async function forgetBeforeServing(
  parts: Pick<ErasureParts, 'places' | 'ledger' | 'marks' | 'seal' | 'toSubjects' | 'clean'>,
): Promise<number> {
  const missing = await listMissing(parts);
  for (const each of missing) {
    const traces = createTraces();
    const person = toPerson(openErasure(parts.seal, each), parts);
    for (const [name, place] of Object.entries(parts.places))
      if (name !== 'audit_records') await place.erase(person, traces, async () => {});
    for (const mark of parts.marks) await mark.add(each);
    await parts.clean(traces.pieces);
  }
  return missing.length;
}

/** The audit takes no writes, as one that is an older copy does until somebody has accepted the loss. */
export class AuditClosedError extends OperatorError {}

function toPerson({ atMs, subjects }: Erasure, { toSubjects }: Pick<ErasureParts, 'toSubjects'>): Person {
  const theirs = new Set(subjects);
  return {
    subjects,
    cpf: undefined,
    untilMs: atMs,
    isNamedIn: (text) => isNumberIn(text, (cpf) => toSubjects(cpf).some((subject) => theirs.has(subject))),
  };
}

async function forget(person: Person, erasure: SealedErasure, parts: ErasureParts): Promise<ErasedCounts> {
  const { places, marks, log, clock, actor } = parts;
  try {
    await log.append({ kind: 'act', atMs: clock.nowMs(), actor, act: 'privacy_erasure', target: erasure.id });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AuditClosedError(
      `The audit cannot be written (${why}), so nothing was erased yet. See: confere audit verify; after a restore, confere audit accept-loss`,
      1,
    );
  }
  const traces = createTraces();
  if (person.cpf !== undefined) for (const text of [person.cpf, formatCpf(person.cpf)]) traces.addText(text);
  const counts: [string, number][] = [];
  const faults: unknown[] = [];
  const nameGone: NameGone = async (gone) => {
    for (const act of toErasureActs(erasure.id, gone, { actor, atMs: clock.nowMs() })) await log.append(act);
  };
  for (const [name, place] of Object.entries(places)) {
    parts.onStep?.(name as PersonalDataName);
    try {
      counts.push([name, await place.erase(person, traces, nameGone)]);
    } catch (error) {
      // One that cannot be reached keeps no other from being done.
      faults.push(error);
    }
  }
  if (faults.length === 0) for (const each of marks) await each.add(erasure);
  parts.onStep?.('files');
  await parts.clean(traces.pieces);
  if (faults.length > 0) throw faults[0];
  return Object.fromEntries(counts) as ErasedCounts;
}

/** How many things each place holds of a person. */
export async function findHeld(
  person: Person,
  { places, listDamaged }: Pick<ErasureParts, 'places' | 'listDamaged'>,
): Promise<HeldThings> {
  const counts: [string, number | 'unknown'][] = [];
  const named: Partial<Record<PersonalDataName, readonly string[]>> = {};
  for (const [name, place] of Object.entries(places)) {
    counts.push([name, await place.count(person)]);
    if (place.name !== undefined) named[name as PersonalDataName] = await place.name(person);
  }
  return { counts: Object.fromEntries(counts) as HeldCounts, named, damaged: listDamaged() };
}
