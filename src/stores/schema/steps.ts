// The schema that both engines have alike, and its steps: a new table is written here once. Entries are never edited once released; a change is
// a new step at the end. Bytes are `bytes`; text that is sorted or compared by its bytes has COLLATE "C"; a table of small rows without an id
// of its own is WITHOUT ROWID in SQLite. No comment has a semicolon.

interface Step {
  readonly name: string;
  /** `sql` serves both engines. */
  readonly sql?: string;
  /** In the words of one of them, after what is for both. */
  readonly sqlite?: string;
  readonly postgres?: string;
}

export const sharedTables = `
CREATE TABLE meta (name text PRIMARY KEY, value bytes NOT NULL);

-- Hashes of secrets that a rotation has replaced, and that work until its overlap is over.
CREATE TABLE replaced_hashes (
  hash text PRIMARY KEY,
  key_id text NOT NULL,
  until_ms bigint NOT NULL,
  checksum bytes
);
CREATE INDEX replaced_hashes_by_key ON replaced_hashes (key_id);

-- Answers of parties that may be used again for a purpose: sealed, under keyed hashes of the question and of the person.
CREATE TABLE bought_answers (
  name text COLLATE "C" PRIMARY KEY,
  subject text COLLATE "C" NOT NULL,
  sealed bytes NOT NULL,
  bought_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX bought_answers_by_subject ON bought_answers (subject);
CREATE INDEX bought_answers_by_end ON bought_answers (expires_at_ms);

-- By day in America/Sao_Paulo.
CREATE TABLE usage_requests (
  key_id text NOT NULL,
  day text NOT NULL,
  count bigint NOT NULL,
  last_at_ms bigint NOT NULL,
  PRIMARY KEY (key_id, day)
) WITHOUT ROWID;

CREATE TABLE usage_verifications (
  key_id text NOT NULL,
  day text NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  act text NOT NULL,
  purpose text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, key_id, operation, outcome, act, purpose)
) WITHOUT ROWID;

CREATE TABLE usage_calls (
  key_id text NOT NULL,
  day text NOT NULL,
  source text NOT NULL,
  outcome text NOT NULL,
  purpose text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, key_id, source, outcome, purpose)
) WITHOUT ROWID;

-- Those who sign in to the console. A session is known by the hash of its token alone.
CREATE TABLE operators (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL,
  password_hash text NOT NULL,
  sealed_totp bytes,
  totp_step bigint NOT NULL,
  -- What devices hold of an operator counts for this number alone.
  device_epoch integer NOT NULL DEFAULT 0,
  -- Who the operator is at a provider of single sign-on.
  sso_subject text UNIQUE,
  -- The way in where passwords are switched off.
  local_until_ms bigint,
  has_passkey integer,
  created_at_ms bigint NOT NULL,
  disabled_at_ms bigint,
  checksum bytes
);

CREATE TABLE operator_sessions (
  id text PRIMARY KEY,
  token_hash bytes NOT NULL UNIQUE,
  operator_id text NOT NULL REFERENCES operators (id),
  begun_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  network text NOT NULL,
  has_second_factor integer NOT NULL DEFAULT 0,
  checksum bytes
);

-- Name and public key are sealed, bound to the ids beside them.
CREATE TABLE operator_passkeys (
  id text PRIMARY KEY,
  operator_id text NOT NULL,
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  sealed bytes NOT NULL,
  sign_count bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint,
  checksum bytes
);
CREATE INDEX operator_passkeys_by_operator ON operator_passkeys (operator_id);

-- Answers of single sign-on that somebody has used: each is good once.
CREATE TABLE used_sign_ins (id text PRIMARY KEY, until_ms bigint NOT NULL) WITHOUT ROWID;

-- What is told to others: where to (sealed address and secret), and what (sealed body), kept for a while after its end.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  key_id text NOT NULL,
  sealed bytes NOT NULL,
  created_at_ms bigint NOT NULL,
  checksum bytes
);

CREATE TABLE webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event text NOT NULL,
  sealed_body bytes NOT NULL,
  created_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  due_at_ms bigint NOT NULL,
  last_outcome text,
  settled_at_ms bigint
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, due_at_ms);
CREATE INDEX webhook_deliveries_settled ON webhook_deliveries (settled_at_ms);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id);

-- What the owner of a key is told, kept to be read again. The count of a key outlives its events: no number comes twice.
CREATE TABLE event_counts (key_id text PRIMARY KEY, last_number bigint NOT NULL) WITHOUT ROWID;

CREATE TABLE events (
  key_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  id text NOT NULL,
  event text NOT NULL,
  sealed_body bytes NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (key_id, number)
);
CREATE INDEX events_by_time ON events (created_at_ms);

CREATE TABLE batch_inputs (
  batch_id text NOT NULL,
  first_row integer NOT NULL,
  sealed bytes NOT NULL,
  PRIMARY KEY (batch_id, first_row)
);

-- A row without a result is claimed ('started') or put off ('postponed'). Nobody is asked about a row that was not claimed.
CREATE TABLE batch_rows (
  batch_id text NOT NULL,
  row_number integer NOT NULL,
  status text NOT NULL,
  sealed bytes,
  PRIMARY KEY (batch_id, row_number)
);

CREATE TABLE watch_lists (
  watch_id text COLLATE "C" NOT NULL,
  part integer NOT NULL,
  sealed bytes NOT NULL,
  PRIMARY KEY (watch_id, part)
);

CREATE TABLE watch_changes (
  watch_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  sealed bytes NOT NULL,
  PRIMARY KEY (watch_id, number)
);

-- Hits that somebody has judged false: customers as keyed hashes, the reason and what was judged sealed.
CREATE TABLE clearances (
  id text COLLATE "C" PRIMARY KEY,
  mode text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  list_row text COLLATE "C" NOT NULL,
  sealed bytes NOT NULL,
  state text NOT NULL,
  made_by text NOT NULL,
  created_at_ms bigint NOT NULL,
  confirmed_by text,
  confirmed_at_ms bigint,
  checksum bytes
);
CREATE UNIQUE INDEX clearances_by_customer ON clearances (mode, subject, list_row);
CREATE INDEX clearances_by_time ON clearances (mode, created_at_ms, id);
`;

/** These steps follow the baseline of each engine. */
const laterSteps: readonly Step[] = [
  {
    // What a person has judged of a hit: null is `cleared`. Its last day, and what of a freeze is done, as JSON.
    name: 'judgements of hits',
    sql: `
ALTER TABLE clearances ADD COLUMN kind text;
ALTER TABLE clearances ADD COLUMN until_day text COLLATE "C";
ALTER TABLE clearances ADD COLUMN steps text;
CREATE INDEX clearances_by_state ON clearances (mode, state, created_at_ms, id);
CREATE INDEX clearances_by_end ON clearances (until_day) WHERE until_day IS NOT NULL;
`,
  },
  {
    // What was judged and then revoked or replaced: kept for whoever examines it.
    name: 'ended judgements',
    sql: `
CREATE TABLE ended_clearances (
  id text COLLATE "C" PRIMARY KEY,
  mode text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  list_row text COLLATE "C" NOT NULL,
  sealed bytes NOT NULL,
  state text NOT NULL,
  made_by text NOT NULL,
  created_at_ms bigint NOT NULL,
  confirmed_by text,
  confirmed_at_ms bigint,
  kind text,
  until_day text COLLATE "C",
  steps text,
  ended_by text NOT NULL,
  ended_at_ms bigint NOT NULL,
  replaced_by text,
  checksum bytes
);
CREATE INDEX ended_clearances_by_time ON ended_clearances (mode, created_at_ms, id);
CREATE INDEX ended_clearances_by_end ON ended_clearances (ended_at_ms);
`,
  },
];

export const laterPostgres = laterSteps.map(({ name, sql = '', postgres = '' }) => ({
  name,
  sql: `${toPostgres(sql)}${postgres}`,
}));
export const laterSqlite = laterSteps.map(({ sql = '', sqlite = '' }) => `${toSqlite(sql)}${sqlite}`);

export function toPostgres(sql: string): string {
  return sql
    .replaceAll(/\b(CREATE TABLE|ALTER TABLE|REFERENCES|INDEX \w+ ON) (\w+)/g, '$1 confere.$2')
    .replaceAll(/\bbytes\b/g, 'bytea')
    .replaceAll(') WITHOUT ROWID;', ');');
}

export function toSqlite(sql: string): string {
  return sql
    .replaceAll(
      /^(CREATE TABLE [^;]*\))( WITHOUT ROWID)?;/gm,
      (_, table, how) => `${table} STRICT${how ? ', WITHOUT ROWID' : ''};`,
    )
    .replaceAll(/\bbytes\b/g, 'blob')
    .replaceAll(/\bbigint\b/g, 'integer')
    .replaceAll(' COLLATE "C"', '');
}
