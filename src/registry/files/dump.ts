// The Receita's files on disk: finds them in folders and zips.

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type DumpFile, findTaxRegimePart } from '../../app/registry/registry-snapshot.ts';
import { type FileMember, findUnreadable, listMembers } from '../../datasets/files/file-member.ts';
import { OperatorError } from '../../errors.ts';
import { parseMemberName, toExtractionDate } from './layout.ts';

/** The member's name carries group, part and date. */
export interface DumpMember extends DumpFile, FileMember {}

export async function surveyDump(paths: readonly string[], nowMs: number): Promise<DumpMember[]> {
  const members: DumpMember[] = [];
  for (const path of await listDumpFiles(paths)) {
    const find = (member: string) => toDumpFile(member, path, nowMs);
    const found = await listMembers(path, /\.zip$/i.test(path), (member) => find(member) !== undefined);
    for (const member of found) {
      const described = find(member.member);
      if (described !== undefined) members.push({ ...member, ...described });
    }
  }
  if (members.length === 0) {
    throw new OperatorError({
      en: `${paths.join(', ')}: there are no files of the Receita Federal here (Empresas*, Estabelecimentos*, Simples).`,
      pt: `${paths.join(', ')}: não há arquivos da Receita Federal aqui (Empresas*, Estabelecimentos*, Simples).`,
    });
  }
  return members;
}

async function listDumpFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined)
      throw new OperatorError({
        en: `${path} does not exist or cannot be read.`,
        pt: `${path} não existe ou não pode ser lido.`,
      });
    if (!found.isDirectory()) files.push(path);
    else {
      const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
        throw findUnreadable(error, path) ?? error;
      });
      files.push(...entries.filter((entry) => !entry.isDirectory()).map((entry) => join(path, entry.name)));
    }
  }
  return files.sort();
}

type Described = Pick<DumpMember, 'group' | 'part' | 'dataAsOf' | 'member' | 'path'>;

function toDumpFile(member: string, path: string, nowMs: number): Described | undefined {
  const name = parseMemberName(basename(member));
  if (name !== undefined) {
    const dataAsOf = name.extraction === undefined ? undefined : toExtractionDate(name.extraction, nowMs);
    return { group: name.group, part: name.part, dataAsOf, member, path };
  }
  // Files of tax regimes are known by the name of the zip; what is inside has had several. A description of the layout may lie beside.
  const part = findTaxRegimePart(basename(path));
  if (part === undefined || !/\.(?:csv|txt)$/i.test(member)) return undefined;
  return { group: 'taxRegimes', part, dataAsOf: undefined, member, path };
}
