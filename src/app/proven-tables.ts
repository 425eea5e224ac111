// The tables whose rows decide something and carry a checksum for it, and what of a row the checksum covers. Whoever changes the secret
// signs the rows of all of them anew. Keys have a checksum of their own (`app/keys/key-checksum`).

export const provenTables = {
  operators: {
    key: ['id'],
    columns: [
      ...['id', 'name', 'role', 'password_hash', 'sealed_totp', 'totp_step', 'created_at_ms', 'disabled_at_ms'],
      ...['device_epoch', 'sso_subject', 'local_until_ms', 'has_passkey'],
    ],
  },
  operator_sessions: {
    key: ['id'],
    columns: ['id', 'token_hash', 'operator_id', 'begun_at_ms', 'seen_at_ms', 'network', 'has_second_factor'],
  },
  operator_passkeys: {
    key: ['id'],
    columns: ['id', 'operator_id', 'credential_id', 'sealed', 'sign_count', 'created_at_ms', 'last_used_at_ms'],
  },
  clearances: {
    key: ['id'],
    columns: [
      ...['id', 'mode', 'subject', 'list_row', 'sealed', 'state', 'made_by', 'created_at_ms', 'confirmed_by'],
      'confirmed_at_ms',
    ],
  },
  webhook_endpoints: { key: ['id'], columns: ['id', 'key_id', 'sealed', 'created_at_ms'] },
  // Not what their results are counted by: the rows themselves tell.
  batches: {
    key: ['id'],
    columns: [
      ...['id', 'key_id', 'purpose', 'explain', 'screen_language', 'webhook_id', 'repeat_id', 'fingerprint'],
      'at_budget',
      ...['created_at_ms', 'state', 'reason', 'row_count', 'finished_at_ms', 'expires_at_ms', 'erasures'],
    ],
    where: "state <> 'deleted'",
  },
  // Not where a watch stands between two comparisons.
  watches: {
    key: ['id'],
    columns: [
      ...['id', 'key_id', 'mode', 'kind', 'webhook_id', 'purpose', 'legal_basis', 'until_ms', 'repeat_id'],
      ...['fingerprint', 'created_at_ms', 'state'],
    ],
    where: "state <> 'deleted'",
  },
} as const satisfies Readonly<Record<string, ProvenTable>>;

export interface ProvenTable {
  /** By which a row is found and named. It never says anything of a person. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Which rows count; all of them unless told otherwise. */
  readonly where?: string;
}

export type ProvenTableName = keyof typeof provenTables;
export const provenTableNames = Object.keys(provenTables) as readonly ProvenTableName[];

/** What is told of rows: keys have a checksum of their own, and the results of a batch are missed where one is gone. */
export const faultTables = ['api_keys', 'batch_rows', ...provenTableNames] as const;
export type FaultTable = (typeof faultTables)[number];
