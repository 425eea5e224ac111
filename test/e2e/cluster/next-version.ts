// The version after this one: this code with one migration more. Everything else is the checkout itself.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../src/stores/postgres/schema/migrations.ts';

export interface NextVersion {
  readonly root: string;
  /** Its compiled files go where it goes. */
  readonly env: Record<string, string>;
  /** Of the schema that it makes. */
  readonly schema: number;
  remove(): void;
}

/** What a migration may do while the version before it serves: new columns, also of the largest table; an index; a table with its rights. */
const migration = `  {
    name: 'of the next version',
    sql: \`
ALTER TABLE confere.api_keys ADD COLUMN contact text;
ALTER TABLE confere.audit_groups ADD COLUMN origin text;
CREATE INDEX idempotent_calls_by_owner ON confere.idempotent_calls (owner);
CREATE TABLE confere.remarks (id text PRIMARY KEY, text text NOT NULL);
\`,
  },
`;
const line = "      remarks: { in: 'postgres', rights: 'SELECT, INSERT', moved: 'of the next version' },\n";

const checkout = join(import.meta.dirname, '../../..');
const notLinked = ['src', 'test', 'test-output', '.git'];

export function makeNextVersion(): NextVersion {
  const root = mkdtempSync(join(tmpdir(), 'confere-next-'));
  for (const name of readdirSync(checkout)) {
    if (!notLinked.includes(name)) symlinkSync(join(checkout, name), join(root, name));
  }
  cpSync(join(checkout, 'src'), join(root, 'src'), { recursive: true });
  insertInto(join(root, 'src/stores/postgres/schema/migrations.ts'), /(\n)(?=\];\n)/, migration);
  insertInto(join(root, 'src/app/kept/database.ts'), /(tables: \{\n)/, line);
  const env = { NODE_COMPILE_CACHE: join(root, 'compiled') };
  return { root, env, schema: migrations.length + 1, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function insertInto(file: string, place: RegExp, added: string): void {
  const text = readFileSync(file, 'utf8');
  if (!place.test(text)) throw new Error(`${file} is written otherwise: teach makeNextVersion its place.`);
  writeFileSync(file, text.replace(place, `$1${added}`));
}
