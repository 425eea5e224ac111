// A row as Confere itself would have written it at another time: changed, and signed with the installation's secret.

import Database from 'better-sqlite3';
import { type ProvenTableName, provenTables } from '../../../src/app/kept/stores.ts';
import { createRowProof } from '../../../src/app/row-proof.ts';
import { rowProofPurpose } from '../../../src/compose/parts/stores.ts';
import type { Config } from '../../../src/config.ts';
import { openMasterSecret } from '../../../src/stores/secrets/secrets.file.ts';
import { toDatabasePath } from '../../../src/stores/sqlite/database.ts';

export function editProvenRow(
  config: Pick<Config, 'data_dir' | 'secrets_dir'>,
  table: ProvenTableName,
  id: string,
  changes: Readonly<Record<string, string | number | null>>,
): void {
  const secret = openMasterSecret({ directory: config.secrets_dir, mayCreate: false });
  const proof = createRowProof(
    () => secret.deriveAll(rowProofPurpose, 32),
    () => {},
  );
  const database = new Database(toDatabasePath(config.data_dir));
  const [key] = provenTables[table].key;
  const row = database.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`).get(id) as object;
  const changed = { ...changes, checksum: proof.sign(table, { ...row, ...changes }) };
  const set = Object.keys(changed).map((name) => `${name} = ?`);
  database.prepare(`UPDATE ${table} SET ${set.join(', ')} WHERE ${key} = ?`).run(...Object.values(changed), id);
  database.close();
}
