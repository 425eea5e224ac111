// The tables whose rows decide something and carry a checksum for it, and what of a row the checksum covers. Whoever changes the secret
// signs the rows of all of them anew. Keys have a checksum of their own (`app/keys/key-checksum`).

export const provenTables = {
  operators: {
    key: ['id'],
    columns: [
      ...['id', 'name', 'role', 'password_hash', 'sealed_totp', 'totp_step', 'created_at_ms', 'disabled_at_ms'],
      ...['device_epoch', 'sso_subject', 'local_until_ms'],
    ],
  },
  operator_sessions: {
    key: ['id'],
    columns: ['id', 'token_hash', 'operator_id', 'begun_at_ms', 'seen_at_ms', 'network', 'has_second_factor'],
  },
} as const satisfies Readonly<Record<string, ProvenTable>>;

export interface ProvenTable {
  /** By which a row is found and named. It never says anything of a person. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

export type ProvenTableName = keyof typeof provenTables;
export const provenTableNames = Object.keys(provenTables) as readonly ProvenTableName[];
