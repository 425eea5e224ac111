// The ledger of erasures: whom to forget again when an older backup comes back. A person stands in it as keyed hashes under a seal.
// It lies outside of the data directory, and a copy goes with every backup; its form is read for as long as backups are kept.

import { OperatorError } from '../../errors.ts';
import type { Seal } from '../seal.ts';

export const ledgerName = 'erasures.ndjson';
const format = 'confere-erasures';
const formatVersion = 1;

export interface Erasure {
  /** Drawn by chance: databases that it was carried out in remember it by this alone. */
  readonly id: string;
  readonly atMs: number;
  /** The list holds the audit's names of the person, under every past generation of the secret. */
  readonly subjects: readonly string[];
}

/** An erasure as it is written down. */
export interface SealedErasure {
  readonly id: string;
  readonly at: string;
  /** Base64. */
  readonly sealed: string;
}

export const ledgerHead = `${JSON.stringify({ format, format_version: formatVersion })}\n`;

export function sealErasure(seal: Seal, { id, atMs, subjects }: Erasure): SealedErasure {
  const at = new Date(atMs).toISOString();
  const sealed = Buffer.from(seal.close(JSON.stringify({ subjects }), toErasurePlace({ id, at })));
  return { id, at, sealed: sealed.toString('base64') };
}

export function openSealedErasure(seal: Seal, { id, at, sealed }: SealedErasure): Erasure {
  try {
    const { subjects } = JSON.parse(seal.open(Buffer.from(sealed, 'base64'), toErasurePlace({ id, at }))) as Erasure;
    return { id, atMs: Date.parse(at), subjects };
  } catch {
    throw new OperatorError(
      'The ledger of erasures was changed, or belongs to another master secret. Put its newest copy in place: docs/operations.md',
    );
  }
}

export function toLedgerLine({ id, at, sealed }: SealedErasure): string {
  return `${JSON.stringify({ id, at, sealed })}\n`;
}

/** The last line may be torn by a power cut: its erasure was not begun. */
export function parseLedger(text: string, name: string): readonly SealedErasure[] {
  const [head = '', ...lines] = text.split('\n');
  const read = parseLine(head) as { readonly format?: string; readonly format_version?: number } | undefined;
  if (read?.format !== format) {
    throw new OperatorError(`${name} is no ledger of erasures. Name ${ledgerName} of secrets_dir, or of a backup.`);
  }
  if (read.format_version !== formatVersion) {
    throw new OperatorError(`${name} was written by a newer Confere. Use that version.`);
  }
  lines.pop();
  return lines.map((line) => {
    const entry = parseLine(line) as Partial<SealedErasure> | undefined;
    if (typeof entry?.id === 'string' && typeof entry.at === 'string' && typeof entry.sealed === 'string') {
      return entry as SealedErasure;
    }
    throw new OperatorError(`${name} is damaged. Put its newest copy in place: docs/operations.md`);
  });
}

function parseLine(line: string): object | undefined {
  try {
    return JSON.parse(line) as object;
  } catch {
    return undefined;
  }
}

function toErasurePlace({ id, at }: Pick<SealedErasure, 'id' | 'at'>): string {
  return `erasure ${id} ${at}`;
}

/** The marks record which erasures a database has gone through. */
export interface ErasureMarks {
  /** Lists the erasures by their ids. Returns undefined if there is no database yet. */
  list(): Promise<ReadonlySet<string> | undefined>;
  add(erasure: SealedErasure): Promise<void>;
}

/** Shared marks belong to a database that several nodes share. The database holds the erasures whole, and other nodes read them from there. */
export interface SharedMarks extends ErasureMarks {
  read(): Promise<readonly SealedErasure[]>;
}
