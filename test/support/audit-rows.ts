// Rows of the audit as a database holds them, opened with the secret of a home: for tests that look past every adapter.

import { join } from 'node:path';
import { createGroupOpener, type KeptGroup } from '../../src/app/audit/groups/group.ts';
import { type AuditContent, type AuditSecrets, parseContent } from '../../src/app/audit/record.ts';
import { toAuditSecrets } from '../../src/compose/parts/audit/audit-secrets.ts';
import { readChainId, toAuditPath } from '../../src/stores/audit/audit-database.sqlite.ts';
import { groupsSql } from '../../src/stores/audit/audit-rows.postgres.ts';
import { type OwnGroupRow, groupsSql as ownGroupsSql, toOwnGroup } from '../../src/stores/audit/audit-rows.sqlite.ts';
import { type GroupRow, toKeptGroup } from '../../src/stores/audit/group-row.ts';
import { openMasterSecret } from '../../src/stores/secrets/secrets.file.ts';
import { openForReading } from '../../src/stores/sqlite/connection.ts';

export interface KeptRecord {
  readonly sequence: number;
  readonly content: AuditContent;
  readonly details: string | null;
  /** The row that holds it. */
  readonly group: KeptGroup;
}

export function readSecrets(secretsDirectory: string): readonly AuditSecrets[] {
  return toAuditSecrets(openMasterSecret({ directory: secretsDirectory, mayCreate: false }));
}

/** Of a node's own audit, all of it. */
export function readOwnGroups(dataDirectory: string): readonly KeptGroup[] {
  using database = openForReading(toAuditPath(dataDirectory));
  const chain = readChainId(database);
  const rows = database.prepare(`${ownGroupsSql} ORDER BY groups.place`).all() as OwnGroupRow[];
  return rows.map((row) => toOwnGroup(row, chain));
}

/** Of a home of tests, as they lay it out. */
export function readHomeRecords(directory: string, dataDirectory = join(directory, 'data')): readonly KeptRecord[] {
  return openRecords(readOwnGroups(dataDirectory), readSecrets(join(directory, 'secrets')));
}

type Query = <Row>(sql: string) => Promise<readonly Row[]>;

export async function readSharedRecords(
  query: Query,
  secrets: readonly AuditSecrets[],
): Promise<readonly KeptRecord[]> {
  const rows = await query<GroupRow>(`${groupsSql} ORDER BY g.place`);
  // A plain client gives large numbers as texts.
  const groups = rows.map((row) => ({ ...toKeptGroup(row), first: Number(row.first), count: Number(row.count) }));
  return openRecords(groups, secrets);
}

/** Those whose content is there. */
export function openRecords(groups: readonly KeptGroup[], secrets: readonly AuditSecrets[]): readonly KeptRecord[] {
  const opener = createGroupOpener(secrets);
  return groups.flatMap((group) => {
    if (group.contents === null) return [];
    const { contents, evidence } = opener.open(group);
    return contents.flatMap((text, index) => {
      const content = text === null ? undefined : parseContent(text);
      if (content === undefined) return [];
      return { sequence: group.first + index, content, details: evidence?.[index] ?? null, group };
    });
  });
}
