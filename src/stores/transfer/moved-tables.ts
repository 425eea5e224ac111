// What moves between a node's own files and a shared database, column by column, and what stays behind, with the reason. A test compares this
// with the schemas of both: a new column or table that is not named here is a fault, never a silent loss.

/** What is told of each kind of thing, in this order. */
export const transferParts = [
  'audit records',
  'keys',
  'operators',
  'usage',
  'webhooks',
  'batches',
  'watches',
  'idempotent answers',
  'bought answers',
  'clearances',
] as const;
export type TransferPart = (typeof transferParts)[number];

export interface MovedColumn {
  readonly sqlite: string;
  readonly postgres: string;
  /** How the two hold it, where they differ: 0 or 1 and a boolean; milliseconds and a time; a text and a date. */
  readonly as?: 'flag' | 'time' | 'date';
}

export interface MovedTable {
  readonly sqlite: string;
  readonly postgres: string;
  /** What a row is known by, in the names of PostgreSQL. */
  readonly key: readonly string[];
  readonly columns: readonly MovedColumn[];
  /** Which rows; a condition that both understand. */
  readonly where?: string;
  /** Where SQLite keeps it in another shape: what is read there. */
  readonly sqliteSource?: string;
  /** Columns that PostgreSQL keeps apart, in parts that are added up. */
  readonly counts?: { readonly table: string; readonly owner: string; readonly columns: readonly string[] };
  /** Columns of one engine alone, and why they need not move. */
  readonly own?: Readonly<Record<string, string>>;
}

/** A thing that comes in pieces: nobody works on it before all of it is there. */
export interface MovedInPieces {
  readonly table: MovedTable;
  readonly pieces: readonly (MovedTable & { readonly owner: string })[];
}

const same = (...names: readonly string[]): MovedColumn[] => names.map((name) => ({ sqlite: name, postgres: name }));
const named = (name: string) => ({ sqlite: name, postgres: name });

export const movedTables = {
  keys: {
    ...named('api_keys'),
    key: ['id'],
    columns: same(
      ...['id', 'hash', 'name', 'mode', 'scopes', 'rate_requests', 'rate_window_seconds', 'burst', 'concurrency'],
      ...['daily_quota', 'monthly_quota', 'networks', 'purpose', 'cors_origins', 'created_at_ms', 'expires_at_ms'],
      ...['revoked_at_ms', 'checksum'],
    ),
  },
  replacedHashes: {
    ...named('replaced_hashes'),
    key: ['hash'],
    columns: same('hash', 'key_id', 'until_ms', 'checksum'),
  },
  operators: {
    ...named('operators'),
    key: ['id'],
    columns: same(
      ...['id', 'name', 'role', 'password_hash', 'sealed_totp', 'totp_step', 'created_at_ms', 'disabled_at_ms'],
      ...['device_epoch', 'sso_subject', 'local_until_ms', 'has_passkey', 'checksum'],
    ),
  },
  passkeys: {
    ...named('operator_passkeys'),
    key: ['id'],
    columns: same(
      ...['id', 'operator_id', 'credential_id', 'sealed', 'sign_count', 'created_at_ms', 'last_used_at_ms'],
      'checksum',
    ),
  },
  usageRequests: {
    ...named('usage_requests'),
    key: ['key_id', 'day'],
    columns: same('key_id', 'day', 'count', 'last_at_ms'),
  },
  usageVerifications: {
    ...named('usage_verifications'),
    key: ['day', 'key_id', 'operation', 'outcome', 'act', 'purpose'],
    columns: same('key_id', 'day', 'operation', 'outcome', 'act', 'purpose', 'count'),
  },
  usageCalls: {
    ...named('usage_calls'),
    key: ['day', 'key_id', 'source', 'outcome', 'purpose'],
    columns: same('key_id', 'day', 'source', 'outcome', 'purpose', 'count'),
  },
  endpoints: {
    ...named('webhook_endpoints'),
    key: ['id'],
    columns: same('id', 'key_id', 'sealed', 'created_at_ms', 'checksum'),
  },
  deliveries: {
    ...named('webhook_deliveries'),
    key: ['id'],
    columns: same(
      ...['id', 'endpoint_id', 'event', 'sealed_body', 'created_at_ms', 'state', 'attempts', 'due_at_ms'],
      ...['last_outcome', 'settled_at_ms'],
    ),
  },
  eventCounts: { ...named('event_counts'), key: ['key_id'], columns: same('key_id', 'last_number') },
  events: {
    ...named('events'),
    key: ['key_id', 'number'],
    columns: same('key_id', 'number', 'id', 'event', 'sealed_body', 'created_at_ms'),
  },
  calls: {
    ...named('idempotent_calls'),
    key: ['id'],
    columns: same('id', 'key_id', 'fingerprint', 'owner', 'sealed_answer', 'expires_at_ms'),
    // The first version named no key; the empty name is that of the sum.
    sqliteSource:
      "(SELECT id, coalesce(nullif(key_id, ''), 'unknown') AS key_id, fingerprint, owner, sealed_answer, expires_at_ms FROM idempotent_calls)",
  },
  boughtAnswers: {
    ...named('bought_answers'),
    key: ['name'],
    columns: same('name', 'subject', 'sealed', 'bought_at_ms', 'expires_at_ms'),
  },
  clearances: {
    ...named('clearances'),
    key: ['id'],
    columns: same(
      ...['id', 'mode', 'subject', 'list_row', 'sealed', 'state', 'made_by', 'created_at_ms', 'confirmed_by'],
      ...['confirmed_at_ms', 'checksum'],
    ),
  },
} as const satisfies Readonly<Record<string, MovedTable>>;

const countColumns = ['answered', 'invalid', 'failed', 'outcome_unknown', 'risk_low', 'risk_medium', 'risk_high'];
const nobodyHas =
  'nobody works on a row after a move: rows are handed out anew, and what was claimed is not asked again';
const takenIn = 'what is still being taken in stays behind, and nobody else has an owner';

export const movedInPieces = {
  batches: {
    table: {
      ...named('batches'),
      key: ['id'],
      columns: [
        ...same('id', 'key_id', 'purpose'),
        { ...named('explain'), as: 'flag' },
        ...same(
          'screen_language',
          'at_budget',
          'webhook_id',
          'repeat_id',
          'fingerprint',
          'state',
          'reason',
          'row_count',
        ),
        ...same('created_at_ms', 'finished_at_ms', 'expires_at_ms', 'erasures', 'checksum', ...countColumns),
      ],
      where: "state NOT IN ('receiving', 'deleted')",
      counts: { table: 'batch_counts', owner: 'batch_id', columns: countColumns },
      own: { owner: takenIn, seen_at: takenIn, next_row: nobodyHas },
    },
    pieces: [
      {
        ...named('batch_inputs'),
        owner: 'batch_id',
        key: ['batch_id', 'first_row'],
        columns: same('batch_id', 'first_row', 'sealed'),
      },
      {
        ...named('batch_rows'),
        owner: 'batch_id',
        key: ['batch_id', 'row_number'],
        columns: [...same('batch_id'), { sqlite: 'row', postgres: 'row_number' }, ...same('status', 'sealed')],
      },
    ],
  },
  watches: {
    table: {
      ...named('watches'),
      key: ['id'],
      columns: same(
        ...['id', 'key_id', 'mode', 'webhook_id', 'snapshot', 'repeat_id', 'fingerprint', 'state', 'companies'],
        ...['last_change', 'missed', 'created_at_ms', 'compared_at_ms'],
        ...['kind', 'lists', 'purpose', 'legal_basis', 'until_ms', 'withdrawn', 'rewrites', 'checksum'],
      ),
      where: "state = 'active'",
      own: { owner: takenIn, seen_at: takenIn },
    },
    pieces: [
      {
        ...named('watch_lists'),
        owner: 'watch_id',
        key: ['watch_id', 'part'],
        columns: same('watch_id', 'part', 'sealed'),
      },
      {
        ...named('watch_changes'),
        owner: 'watch_id',
        key: ['watch_id', 'number'],
        columns: same('watch_id', 'number', 'sealed'),
      },
    ],
  },
} as const satisfies Readonly<Record<string, MovedInPieces>>;

/** Beside the records, which come in the order in which they were written. */
export const movedWithAudit = {
  chains: {
    sqlite: 'ended_chains',
    postgres: 'audit_chains',
    key: ['id'],
    columns: [...same('id'), { sqlite: 'since_ms', postgres: 'since', as: 'time' }],
    sqliteSource: `(SELECT id, since_ms FROM ended_chains UNION ALL
      SELECT value, coalesce((SELECT min(at_ms) FROM records), 0) FROM meta WHERE name = 'chain')`,
  },
  heads: {
    sqlite: 'ended_heads',
    postgres: 'audit_heads',
    key: ['chain', 'sequence'],
    columns: same('chain', 'sequence', 'hash', 'at_ms', 'signer', 'signature'),
    sqliteSource: 'every_head',
  },
  policies: {
    sqlite: 'policies',
    postgres: 'audit_policies',
    key: ['hash'],
    columns: same('hash', 'document'),
  },
  dropped: {
    sqlite: 'ended_dropped',
    postgres: 'audit_dropped',
    key: ['chain', 'sequence'],
    columns: [
      ...same('chain', 'sequence', 'hash'),
      { ...named('month'), as: 'date' },
      { sqlite: 'dropped_at_ms', postgres: 'dropped_at', as: 'time' },
    ],
  },
} as const satisfies Readonly<Record<string, MovedTable>>;

/** What is moved row by row in another form, by all of its columns; `audit.db:` stands before tables of the audit's own file. */
export const movedByHand: Readonly<Record<string, readonly string[]>> = {
  'audit.db:records': ['sequence', 'hash', 'content', 'content_hash', 'details'],
  'audit.db:ended_records': ['place', 'chain', 'sequence', 'hash', 'content', 'content_hash', 'details'],
  'audit.db:heads': ['sequence', 'hash', 'at_ms', 'signer', 'signature'],
  'audit.db:open_intents': ['request_id', 'sequence'],
  audit_records: ['chain', 'sequence', 'written_on', 'place', 'hash', 'content', 'content_hash'],
  audit_details: ['chain', 'sequence', 'written_on', 'details'],
  audit_open_intents: ['request_id', 'chain', 'sequence'],
  batch_counts: ['batch_id', 'part', ...countColumns],
};

/** Why nothing of these moves. */
export const notMoved: Readonly<Record<string, string>> = {
  meta: 'marks of the database itself: what of them counts elsewhere (erasures, generations) is set there anew',
  'audit.db:meta': 'the same',
  migrations: 'the schema itself',
  idempotent_counts: 'counted anew by the database',
  job_lease: 'held by a process',
  nodes: 'processes that live now',
  questions: 'asked by processes that live now',
  key_changes: 'counts changes for processes that live now',
  key_origins: 'kept by the database beside the keys',
  usage_batches: 'keeps what is under way from being added twice',
  operator_sessions: 'operators sign in again',
  used_sign_ins: 'a sign-in that is under way begins anew',
  batch_portions: nobodyHas,
  'audit.db:probes': 'written to find out whether it can be, and deleted again',
  audit_probes: 'the same',
};
