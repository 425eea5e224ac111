// Whether the disk can hold an import, asked before it starts.

import { statfsSync } from 'node:fs';
import { OperatorError } from '../../errors.ts';
import type { DumpMember } from '../files/dump.ts';
import { sumOf } from './draft/plan.ts';

/** Records and blocks together took 0.35 of the text's size on generated and sampled rows; the rest is a margin. */
const diskBytesPerCsvByte = { facts: 0.45, records: 0.95 };

export function checkDiskSpace(directory: string, members: readonly DumpMember[], withRecords: boolean): void {
  const needed = sumOf(members, (member) => member.csvBytes) * diskBytesPerCsvByte[withRecords ? 'records' : 'facts'];
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= needed) return;
  throw new OperatorError({
    en: `The import needs about ${toSize(needed)} of disk in ${directory}, where ${toSize(bavail * bsize)} are free: free some space or set another data directory.`,
    pt: `A importação precisa de cerca de ${toSize(needed)} de disco em ${directory}, que tem ${toSize(bavail * bsize)} livres: libere espaço ou configure outro diretório de dados.`,
  });
}

function toSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
