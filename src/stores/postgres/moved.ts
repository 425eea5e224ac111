// Whether the data of a shared database was moved into the files of a node, or is about to be: from then on nobody works on the database.

import { UnreachableError, undefinedWithoutTables } from './fault.ts';
import { checkLineage, isFenceCode, type LineageMemory } from './lineage.ts';
import type { JudgeServer, Session } from './session.ts';

export interface MoveMark {
  /** Begun and not finished, or over. */
  readonly state: 'leaving' | 'left';
  /** `id` identifies the move. The files that it enters carry the same id. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `told` describes the moved data in the words of the audit. */
  readonly told?: string;
}

const markName = 'moved';
const movedCodes = { leaving: 'STORE_LEAVING', left: 'STORE_MOVED' } as const;

const readSql = "SELECT convert_from(value, 'UTF8') AS mark FROM confere.meta WHERE name = $1";
const writeSql = `INSERT INTO confere.meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const removeSql = 'DELETE FROM confere.meta WHERE name = $1';

type Asker = Pick<Session, 'query'>;

export async function readMoveMark(asker: Asker): Promise<MoveMark | undefined> {
  const [row] = (await asker.query<{ readonly mark: string }>(readSql, [markName])).rows;
  return row && (JSON.parse(row.mark) as MoveMark);
}

/** Writes the mark with the rights of the owner. */
export async function writeMoveMark(asker: Asker, mark: MoveMark | undefined): Promise<void> {
  if (mark === undefined) await asker.query(removeSql, [markName]);
  else await asker.query(writeSql, [markName, Buffer.from(JSON.stringify(mark))]);
}

/** Tells whether the code is a refusal. Data from a refused server must not be used either, because it may have changed elsewhere. */
export function isRefusal(code: string): boolean {
  return isFenceCode(code) || isMovedCode(code);
}

export function isMovedCode(code: string): boolean {
  return Object.values(movedCodes).some((moved) => moved === code);
}

/** Explains the code to an operator. Returns undefined for any other code. */
export function explainMoved(code: string | undefined, where: string): string | undefined {
  if (code === movedCodes.leaving) {
    return `The data of ${where} is being moved into the files of a node, and that was not finished. Run there again: confere store export. Or give it up: confere store stay --yes`;
  }
  if (code === movedCodes.left) {
    return `The data of ${where} was moved into the files of a node (confere store export). Take store out of the settings there. Or go on with the database as it was then: confere store stay --yes`;
  }
  return undefined;
}

/** Throws for a server that is not to be used: not the one that was promoted last, or left by its data. */
export function createJudge(memory: LineageMemory): JudgeServer {
  return async (session) => {
    await checkLineage(session, memory);
    const mark = await readMoveMark(session).catch(undefinedWithoutTables);
    if (mark !== undefined) throw new UnreachableError(movedCodes[mark.state]);
  };
}
