// Forgets a person everywhere. The order makes it safe to be killed at any point: it is written down outside of the data before anything
// goes, and a database counts as done only when all of its places are; what was not done is done by running it again.

import { formatCpf } from '../../domain/numbers/cpf.ts';
import { OperatorError } from '../../errors.ts';
import type { AuditLog } from '../audit/ports.ts';
import { toErasureActs } from '../audit/proof/covers.ts';
import type { Clock } from '../clock.ts';
import type { PersonalDataName } from '../kept/stores.ts';
import type { Seal } from '../seal.ts';
import type { DamagedRow } from '../sealed-rows.ts';
import { type Erasure, type ErasureMarks, openSealedErasure, type SealedErasure, sealErasure } from './ledger.ts';
import { isNumberIn, listIdentityNumbersIn, type Person } from './person.ts';
import { createTraces, type NameGone, type PersonalDataPlace } from './place.ts';

export type Places = Readonly<Record<PersonalDataName, PersonalDataPlace>>;
export type ErasedCounts = Readonly<Record<PersonalDataName, number>>;
type HeldCounts = Readonly<Record<PersonalDataName, number | 'unknown'>>;

/** The result tells how many rows about a person each place holds, and which rows an operator must handle by hand. */
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
  /** Each database that a backup may restore separately has its own marks. */
  readonly marks: readonly ErasureMarks[];
  /** The seal protects the ledger. */
  readonly seal: Seal;
  /** Returns the audit's names of a number, under the newest generation that each erasure knows and all earlier ones. */
  toSubjects(cpf: string): readonly string[];
  /** Likewise the number of a document. */
  toDocumentSubjects(number: string): readonly string[];
  /** Throws for what an erasure cannot reach into. */
  refuseUnreachable(): void;
  /** Sees to it that none of the pieces is in any file; throws where one stays. */
  clean(pieces: ReadonlySet<string>): Promise<void>;
  readonly log: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  readonly actor: string;
  /** The erasure waits for `onStep` before each step. */
  readonly onStep?: (step: ErasureStep) => unknown;
}

export type ErasureStep = PersonalDataName | 'files';

export async function erasePerson(person: Person, id: string, parts: ErasureParts): Promise<ErasedCounts> {
  parts.refuseUnreachable();
  const erasure = sealErasure(parts.seal, { id, atMs: person.untilMs, subjects: person.subjects });
  parts.ledger.add([erasure]);
  return forget(person, erasure, parts);
}

type Known = Pick<ErasureParts, 'ledger' | 'marks'>;

/** Lists the ledger's erasures that a database has not gone through. The database was restored, or the erasure did not finish. */
export async function listMissing({ ledger, marks }: Known): Promise<readonly SealedErasure[]> {
  const written = ledger.read();
  const known = await Promise.all(marks.map((each) => each.list()));
  return written.filter(({ id }) => known.some((ids) => ids !== undefined && !ids.has(id)));
}

/** Counts the erasures that a database has gone through but the ledger does not know. A count above zero means that the ledger is an older copy. */
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
    const counts = await forget(toErasedPerson(openSealedErasure(parts.seal, each), parts), each, parts);
    erased = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count + (erased[name] ?? 0)]));
  }
  return { erasures: missing.length, erased: erased as ErasedCounts };
}

/**
 * What a database that is an older copy must lose before anybody is shown anything of it: all but records of the audit, which an act names
 * first. `marks` are of what is asked about here. Says how many erasures were missing.
 */
export async function forgetBeforeServing(
  parts: Pick<ErasureParts, 'places' | 'ledger' | 'marks' | 'seal' | 'toSubjects' | 'toDocumentSubjects' | 'clean'>,
): Promise<number> {
  const missing = await listMissing(parts);
  for (const each of missing) {
    const traces = createTraces();
    const person = toErasedPerson(openSealedErasure(parts.seal, each), parts);
    for (const [name, place] of Object.entries(parts.places))
      if (name !== 'audit_records') await place.erase(person, traces, async () => {});
    for (const mark of parts.marks) await mark.add(each);
    await parts.clean(traces.pieces);
  }
  return missing.length;
}

/** The audit takes no writes, as one that is an older copy does until somebody has accepted the loss. */
export class AuditClosedError extends OperatorError {}

function toErasedPerson(
  { atMs, subjects }: Erasure,
  { toSubjects, toDocumentSubjects }: Pick<ErasureParts, 'toSubjects' | 'toDocumentSubjects'>,
): Person {
  const theirs = new Set(subjects);
  const isTheirs = (subject: string) => theirs.has(subject);
  return {
    subjects,
    cpf: undefined,
    untilMs: atMs,
    isNamedIn: (text) =>
      isNumberIn(text, (cpf) => toSubjects(cpf).some(isTheirs)) ||
      listIdentityNumbersIn(text).some((number) => toDocumentSubjects(number).some(isTheirs)),
  };
}

/** A shorter number stands in any file by chance. */
const tracedLengthMin = 8;

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
  const { identityNumber = '' } = person;
  if (identityNumber.length >= tracedLengthMin) traces.addText(identityNumber);
  const counts: [string, number][] = [];
  const faults: unknown[] = [];
  const nameGone: NameGone = async (gone) => {
    for (const act of toErasureActs(erasure.id, gone, { actor, atMs: clock.nowMs() })) await log.append(act);
  };
  for (const [name, place] of Object.entries(places)) {
    await parts.onStep?.(name as PersonalDataName);
    try {
      counts.push([name, await place.erase(person, traces, nameGone)]);
    } catch (error) {
      // One that cannot be reached keeps no other from being done.
      faults.push(error);
    }
  }
  if (faults.length === 0) for (const each of marks) await each.add(erasure);
  await parts.onStep?.('files');
  await parts.clean(traces.pieces);
  if (faults.length > 0) throw faults[0];
  return Object.fromEntries(counts) as ErasedCounts;
}

/** Counts the rows about a person in each place. */
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
